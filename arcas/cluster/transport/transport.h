// SPDX-License-Identifier: Apache-2.0
// How do packets reach another rank without ever arriving unexpected? By credits: a rank may send a
// packet on a lane only while the receiver has promised to keep a buffer for it. README.md,
// «Credits», has the protocol. The contract:
//
//   send      only to ranks that the grid links with this one, where may_send() says so; never
//             blocks; never fails but by ending the job
//   order     packets of one sender on one lane arrive in the order in which they were sent
//   memory    at most credits * lanes packets from each peer wait here, whatever peers do; a peer
//             is a rank that is linked with this one
//   threads   one at a time
//
// A rank sends nothing to itself.
#pragma once

#include <arcas/cluster/transport/carrier.h>
#include <arcas/cluster/transport/rank_grid.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

struct transport_options {
  // Payload of a packet: with what MPI adds within the 4,096 bytes that Open MPI passes inside one
  // machine without asking the receiver first. Random updates are a fifth slower with 4,096.
  std::size_t packet_bytes = 4032;
  // Packets under way from a rank to another on a lane, 1 to 255. PageRank over two ranks, by a
  // message for each arc, that shared their processors with other work took 13 s with 4 and 1.6 s with 16 or 32: a
  // packet without a credit waits for the other rank's next turn.
  unsigned credits = 16;
  // Packets in a row that a message may need, 1 to 3: with more, a rank has fewer peers.
  unsigned hops = 1;
  // Data of a message that lies in a row and is at least so long travels beside the lanes, without a
  // copy at either end; 64 or more, beyond what strings keep inside themselves. It costs the latency
  // of two messages more.
  std::size_t long_bytes = 32 * 1024;
  // Ranks in a row of the grid: as many as a process has, and one of the hops stays inside; 0: as
  // it comes.
  rank_id row = 0;
};

struct arrival {
  rank_id from = 0;
  cluster::detail::lane lane = lane::request;
  packet contents;
};

// What went over the wire.
struct transport_counts {
  std::uint64_t packets_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t words_sent = 0;
  std::uint64_t packets_received = 0;
  // The most packets that this rank has had in hand at a time: being filled, waiting, under way
  // without a credit that has come back, or received and not released.
  std::uint64_t most_packets = 0;
};

// The credits of a lane in the word of a packet, or in a bare word.
constexpr std::uint8_t credits_in(std::uint64_t word, lane on) {
  return static_cast<std::uint8_t>(word >> (8 * (static_cast<unsigned>(on) + 1)));
}

class transport {
 public:
  // Throws std::invalid_argument for options out of range, std::runtime_error where rank 0 has
  // other settings.
  transport(carrier& network, const transport_options& options,
            std::span<const setting> settings = {});

  rank_id self() const { return self_; }
  rank_id ranks() const { return ranks_; }
  std::size_t packet_bytes() const { return options_.packet_bytes; }
  std::size_t long_bytes() const { return options_.long_bytes; }

  const rank_grid& grid() const { return grid_; }

  packet lease(rank_id to);
  bool may_send(rank_id to, lane on) const { return left_[to][index(on)] > 0; }
  void send(rank_id to, lane on, packet p);
  // The next packet, if one has come. It stays counted against its sender's credits until released.
  std::optional<arrival> receive();
  void release(arrival a);
  // Tells a peer that the job is over: beside all lanes, and without a credit, once.
  void send_end(rank_id to);
  bool end_has_come() const { return end_has_come_; }

  // Long data beside the lanes, with any rank; carrier.h has the contract.
  void send_transfer(rank_id to, outgoing_transfer t) {
    counts_.bytes_sent += bytes_of(t.from);
    network_.send_transfer(to, std::move(t));
  }
  void receive_transfer(rank_id from, incoming_transfer t) {
    network_.receive_transfer(from, std::move(t));
  }
  bool take_ended(transfer_id& ended) { return network_.take_ended(ended); }

  bool shares_memory() const { return network_.shares_memory(); }
  bool is_near(rank_id peer) const { return network_.is_near(peer); }
  // Whether all peers are near.
  bool is_local() const;
  // Whether everything sent has left this rank's memory.
  bool drained() { return network_.drained(); }
  std::uint64_t now() const { return network_.now(); }
  // What it was when the rank's turn began, which begin_turn() says: enough for what is asked often.
  std::uint64_t turn_began() const { return turn_began_; }
  void begin_turn() { turn_began_ = network_.now(); }
  void idle(unsigned calls) { network_.idle(calls); }
  void wait_for_arrival(unsigned calls) { network_.wait_for_arrival(calls); }
  void tell(const std::string& text) { network_.tell(text); }
  // Ends the job with a sentence: the cause, after the name of this rank. The first one counts.
  void abort(const std::string& cause);
  bool aborted() const { return aborted_; }
  const transport_counts& counts() const { return counts_; }

 private:
  using per_lane = std::array<std::uint8_t, lanes>;
  static std::size_t index(lane l) { return static_cast<std::size_t>(l); }
  std::uint64_t word_for(rank_id to, std::uint8_t kind);
  void accept(rank_id from, std::uint64_t word);
  void taken_in_hand();

  carrier& network_;
  const rank_id self_;
  const rank_id ranks_;
  transport_options options_;
  rank_grid grid_;
  std::uint8_t worth_a_word_;   // credits owed on a lane before a word of their own is sent
  std::vector<per_lane> left_;  // by peer: packets that we may still send
  std::vector<per_lane> owed_;  // by peer: packets released here that it does not know of
  std::uint64_t turn_began_ = 0;
  std::uint64_t in_hand_ = 0;
  bool end_has_come_ = false;
  bool aborted_ = false;
  transport_counts counts_;
};

}  // namespace arcas::inline v0::cluster::detail
