// SPDX-License-Identifier: Apache-2.0
// What must a network be able to do? Carry packets, and bare words, from rank to rank. There are
// two: MPI (mpi_carrier.h) and an imagined network in one process (virtual_network.h). On either
// processes of a host may share memory (host_carrier.h), and a process may have several ranks
// (process_network.h), which then is the carrier of each of them, and carries between processes by
// one of the others. One thread at a time calls a carrier; no call
// but prepare() and wait_for_arrival() blocks.
#pragma once

#include <arcas/cluster/transport/packet.h>
#include <arcas/cluster/transport/transfer.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace arcas::inline v0::cluster::detail {

// The lanes of a packet, which carriers read from the low byte of its word: packets of one sender
// on one lane arrive in the order in which they were posted, those on different lanes in any.
// Bare words have a lane of their own.
enum class lane : std::uint8_t { request, reply, control };
inline constexpr std::size_t lanes = 3;

// Of the 64 bits of a word, those that the sender may use; the others are the carrier's.
inline constexpr unsigned bits_of_words = 40;

struct incoming {
  rank_id from = 0;
  std::uint64_t word = 0;
  packet contents;  // none: a bare word
};

// A figure of this rank that must be the same on all. Of several that differ the first is named.
struct setting {
  const char* name = "";
  std::uint64_t value = 0;
};
// The name of one that stands for the program.
inline constexpr char program_setting[] = "program";
// As many as a carrier compares.
inline constexpr std::size_t most_settings = 16;

// What a carrier keeps ready for each peer; the same on all ranks, as the settings are.
struct capacity {
  std::size_t payload_bytes = 0;
  std::size_t packets = 0;
  std::span<const setting> settings;
  transfer_channel channels = transfer_channels;
};

using setting_values = std::array<std::uint64_t, most_settings>;
setting_values values_of(std::span<const setting> settings);
bool may_run_together(std::span<const setting> own, const setting_values& of_first);
// Throws std::runtime_error: which setting differs, and its values on the first rank and here.
[[noreturn]] void refuse_other_settings(std::span<const setting> own,
                                        const setting_values& of_first);

class carrier {
 public:
  virtual ~carrier() = default;

  virtual rank_id self() const = 0;
  virtual rank_id ranks() const = 0;

  // Once, before all else, on every rank. From then on each peer may have that many packets of up
  // to that many bytes, as many bare words and one more, under way to this rank; a packet is under
  // way until it has been given back. A peer that is named more than once may have so many for each
  // time. Throws what refuse_other_settings() does where the first rank has given others.
  virtual void prepare(const capacity& of_each_peer, std::span<const rank_id> peers) = 0;

  virtual void post(rank_id to, packet p) = 0;
  virtual void post_word(rank_id to, std::uint64_t word) = 0;
  // The next arrival, if there is one. Throws peer_lost when the network knows that a rank has
  // died.
  virtual bool take(incoming& next) = 0;
  // A packet that has been taken: it came from that rank.
  virtual void give_back(rank_id from, packet p) = 0;
  // An empty packet to fill and post to that rank.
  virtual packet lease(rank_id to) = 0;

  // At most so many packets that have been posted are kept for lease(), from now on.
  virtual void keep_spare(std::size_t) {}

  // Long data beside the lanes, to and from any rank, a peer or not. The receive_transfer() of one rank
  // comes before the send_transfer() of the other, or, where a process has several ranks, soon after.
  virtual void send_transfer(rank_id to, outgoing_transfer t) = 0;
  virtual void receive_transfer(rank_id from, incoming_transfer t) = 0;
  // The next one of this rank that has ended, if there is one: it has left, or has come.
  virtual bool take_ended(transfer_id& ended) = 0;

  // Whether packets to other processes of this host go through memory that they share, after prepare().
  virtual bool shares_memory() const { return false; }
  // Whether packets to that peer go through memory that it shares with this rank, after prepare(): a packet costs a fraction
  // of one that a network carries, and is there at once.
  virtual bool is_near(rank_id) const { return false; }
  // Whether all that was posted has left this rank's memory.
  virtual bool drained() = 0;
  // Nanoseconds since some beginning; imagined ones on an imagined network.
  virtual std::uint64_t now() = 0;
  // There has been nothing to do for this many calls in a row: the processor may be lent out.
  virtual void idle(unsigned calls) = 0;
  // The same where nothing but an arrival gives this rank anything to do: may return only then.
  virtual void wait_for_arrival(unsigned calls) { idle(calls); }
  // For the user to read, now. Any thread may call this.
  virtual void tell(const std::string& text) = 0;
  // Ends the job on every rank. Returns only where the ranks share a process.
  virtual void abort(const std::string& sentence) = 0;
};

struct peer_lost {
  rank_id peer;
};

// What carriers of real networks have in common: the clock,
std::uint64_t real_nanoseconds();
// and what a rank does with its processor when there has been nothing to do for that many calls in
// a row. After some it is lent to other ranks, and after many the rank sleeps: more ranks than
// processors is what laptops and tests have.
void lend_processor(unsigned calls);

}  // namespace arcas::inline v0::cluster::detail
