// SPDX-License-Identifier: Apache-2.0
// The requirements on a network: it carries packets, and bare words, which have no packet, from
// rank to rank. The networks are MPI (mpi_carrier.h) and a simulated one (virtual_network.h). Two
// further layers are optional: a carrier for processes of a host that share memory (host_carrier.h)
// and, above it, carriers for the ranks of a process (process_network.h). Only one thread at a time
// calls a carrier. Only prepare() and wait_for_arrival() block.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace arcas::inline v0::cluster::detail {

// The lanes of packets. A carrier reads the lane from the low byte of a packet's word (packet.h).
// Packets of one sender on one lane arrive in the order in which they were posted, packets on
// different lanes in any order. Bare words are ordered like the packets of a further lane.
enum class lane : std::uint8_t { request, reply, control };
inline constexpr std::size_t lanes = 3;

// Number of low bits of a word that the sender may use; the others belong to the carrier.
inline constexpr unsigned bits_of_words = 40;

struct incoming {
  rank_id from = 0;
  std::uint64_t word = 0;
  packet contents;  // none if a bare word has arrived
};

// A number that must be the same on all ranks. If several settings differ, the error names the
// first.
struct setting {
  const char* name = "";
  std::uint64_t value = 0;
};
// The name of the setting that identifies the program.
inline constexpr char program_setting[] = "program";
// Maximum number of settings that a carrier compares.
inline constexpr std::size_t most_settings = 16;

// The capacity that a carrier provides for each peer; the same on all ranks, as the settings are.
struct capacity {
  std::size_t payload_bytes = 0;
  std::size_t packets = 0;
  std::span<const setting> settings;
  transfer_channel channels = transfer_channels;
};

using setting_values = std::array<std::uint64_t, most_settings>;
setting_values values_of(std::span<const setting> settings);
bool may_run_together(std::span<const setting> own, const setting_values& of_first);
// Throws std::runtime_error, which names the setting that differs and its values on the first rank
// and on this one.
[[noreturn]] void refuse_other_settings(std::span<const setting> own,
                                        const setting_values& of_first);

class carrier {
 public:
  virtual ~carrier() = default;

  virtual rank_id self() const = 0;
  virtual rank_id ranks() const = 0;

  // Called once on every rank, before any other function. From then on `packets` packets of up to
  // `payload_bytes` bytes, and `packets` + 1 bare words, may be under way from each peer to this
  // rank. A packet is under way until it has been given back. A peer that is named n times may have
  // n times these numbers. Throws the error of refuse_other_settings() if the first rank has
  // different settings.
  virtual void prepare(const capacity& of_each_peer, std::span<const rank_id> peers) = 0;

  virtual void post(rank_id to, packet p) = 0;
  virtual void post_word(rank_id to, std::uint64_t word) = 0;
  // Takes the next arrival; returns false if there is none. Throws peer_lost if the network knows
  // that a rank has died.
  virtual bool take(incoming& next) = 0;
  // Gives back a packet that has been taken; `from` is its sender.
  virtual void give_back(rank_id from, packet p) = 0;
  // An empty packet, to be filled and posted to rank `to`.
  virtual packet lease(rank_id to) = 0;

  // From now on keeps at most this number of packets that have left, for lease().
  virtual void keep_spare(std::size_t) {}

  // Long data outside the lanes, to and from any rank, also one that is not a peer. The receiver
  // calls receive_transfer() before the sender calls send_transfer() or, if a process has several
  // ranks, soon after.
  virtual void send_transfer(rank_id to, outgoing_transfer t) = 0;
  virtual void receive_transfer(rank_id from, incoming_transfer t) = 0;
  // Takes the next transfer of this rank that has ended, outgoing or incoming; returns false if
  // there is none.
  virtual bool take_ended(transfer_id& ended) = 0;

  // After prepare(): whether packets to other processes of this host go through shared memory.
  virtual bool shares_memory() const { return false; }
  // After prepare(): whether packets to this peer go through memory that the peer shares with this
  // rank. Such packets arrive at once, at a fraction of the cost of a packet over a network.
  virtual bool is_near(rank_id) const { return false; }
  // Whether everything that was posted has left this rank's memory.
  virtual bool drained() = 0;
  // Nanoseconds since an arbitrary start; simulated ones on a simulated network.
  virtual std::uint64_t now() = 0;
  // Called when this rank has had nothing to do, for the `calls`-th time in a row. The carrier may
  // yield the processor.
  virtual void idle(unsigned calls) = 0;
  // As idle(), for a rank that only an arrival can give work to. May block until an arrival.
  virtual void wait_for_arrival(unsigned calls) { idle(calls); }
  // Prints a text for the user, at once. Any thread may call this.
  virtual void tell(const std::string& text) = 0;
  // Ends the job on every rank. Returns only if the ranks share a process.
  virtual void abort(const std::string& sentence) = 0;
};

struct peer_lost {
  rank_id peer;
};

// The clock of carriers of real networks.
std::uint64_t real_nanoseconds();
// What a rank of a real network does after `calls` consecutive idle calls: after some it yields the
// processor to other ranks, after many it sleeps. Laptops and tests have more ranks than
// processors.
void lend_processor(unsigned calls);

}  // namespace arcas::inline v0::cluster::detail
