// SPDX-License-Identifier: Apache-2.0
// How do packets reach another rank without ever being unexpected? By credits: a rank may send a
// packet on a lane only while the receiver has promised a buffer for it. README.md, «Credits», has
// the protocol. The contract:
//
//   send      only to ranks that rank_grid links with this one, and if may_send() is true; never
//             blocks; a failure ends the job
//   order     packets of one sender on one lane arrive in the order in which they were sent
//   memory    at most credits * lanes packets from each peer wait here; a peer is a rank that is
//             linked with this one
//   threads   one at a time
//
// A rank does not send to itself.
#pragma once

#include <arcas/cluster/transport/carrier.h>
#include <arcas/cluster/transport/packet.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Which ranks send packets to each other, and on which route does a message reach other ranks? The
// P ranks lie on a line, in a plane or in a box. Ranks that differ in one coordinate only are
// linked, so a rank has P - 1, about 2 √P or about 3 ∛P links, and a message needs at most one hop
// for each coordinate. README.md, «Order of links», argues that packets that wait for room on their
// way never form a cycle, for any number of ranks.

class rank_grid {
 public:
  static constexpr unsigned most_hops = 3;

  // `row` is the number of ranks in a row, for grids of more than one hop; 0 gives the smallest
  // number of links. Throws std::invalid_argument if `hops` is not 1 to 3.
  rank_grid(rank_id ranks, unsigned hops, rank_id row = 0);

  rank_id ranks() const { return ranks_; }
  unsigned hops() const { return hops_; }
  // The next rank on the route of a message that is at `from`; it is linked with `from`.
  rank_id next(rank_id from, rank_id to) const;
  // The ranks that are linked with `of`, in ascending order.
  std::vector<rank_id> links(rank_id of) const;
  // Maximum number of links of any rank, computed without a list of links.
  std::size_t most_links() const;

 private:
  rank_id coordinate(rank_id r, unsigned k) const { return r / stride_[k] % side_[k]; }
  // Whether all places of the grid that differ from r only in coordinates below k have ranks.
  bool full_below(rank_id r, unsigned k) const;
  // The rank whose coordinate k is `to`, and whose other coordinates are those of r.
  rank_id moved(rank_id r, unsigned k, rank_id to) const {
    return r - coordinate(r, k) * stride_[k] + to * stride_[k];
  }
  bool exists(std::uint64_t r) const { return r < ranks_; }

  rank_id ranks_;
  unsigned hops_;
  rank_id side_[most_hops];
  rank_id stride_[most_hops];
};

// The route of a message to all ranks, or of a question that all ranks answer: a tree of ranks
// around a root. The route takes log(ranks) steps, and no rank handles more than a few messages.
class rank_tree {
 public:
  // Number of children of a rank. More children make the tree lower and the work of each rank
  // longer.
  static constexpr rank_id arity = 4;

  rank_tree(rank_id root, rank_id self, rank_id ranks)
      : root_(root), ranks_(ranks), place_((self + ranks - root) % ranks) {}

  bool is_root() const { return place_ == 0; }
  rank_id parent() const { return rank_at((place_ - 1) / arity); }
  rank_id children() const {
    const std::uint64_t first = std::uint64_t{place_} * arity + 1;
    if (first >= ranks_) return 0;
    return static_cast<rank_id>(ranks_ - first < arity ? ranks_ - first : arity);
  }
  rank_id child(rank_id i) const { return rank_at(place_ * arity + 1 + i); }
  // The index of this rank among the children of its parent.
  rank_id place_among_siblings() const { return (place_ - 1) % arity; }

 private:
  rank_id rank_at(rank_id place) const { return (place + root_) % ranks_; }

  rank_id root_;
  rank_id ranks_;
  rank_id place_;
};

struct transport_options {
  // Payload of a packet in bytes. With MPI's own header it fits into the 4,096 bytes that Open MPI
  // passes within one machine without asking the receiver first. With a payload of 4,096 bytes,
  // random updates are a fifth slower.
  std::size_t packet_bytes = 4032;
  // Maximum number of packets under way from one rank to another on a lane, 1 to 255. A packet
  // without a credit waits for a turn of the other rank: PageRank with a message for each arc, over
  // two ranks on processors with other work, took 13 s with 4 credits and 1.6 s with 16 or 32.
  unsigned credits = 16;
  // Maximum number of hops of a message, 1 to 3; with more hops, a rank has fewer peers.
  unsigned hops = 1;
  // Contiguous data of a message travels outside the lanes, without a copy at either end, if it has
  // this number of bytes or more. The number is at least 64, more than a std::string stores in
  // itself. Data outside the lanes costs the latency of two more messages.
  std::size_t long_bytes = 32 * 1024;
  // Number of ranks in a row of the grid. If it is the number of ranks of a process, one hop of a
  // route stays inside the process. 0: the number with the fewest links.
  rank_id row = 0;
};

struct arrival {
  rank_id from = 0;
  cluster::detail::lane lane = lane::request;
  packet contents;
};

// Counts of packets, words and bytes that this rank has sent and received.
struct transport_counts {
  std::uint64_t packets_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t words_sent = 0;
  std::uint64_t packets_received = 0;
  // Maximum number of packets of this rank at any time: being filled, waiting, under way until
  // their credit has returned, or received and not released.
  std::uint64_t most_packets = 0;
};

// The credits of one lane in the word of a packet, or in a bare word (one without a packet).
constexpr std::uint8_t credits_in(std::uint64_t word, lane on) {
  return static_cast<std::uint8_t>(word >> (8 * (static_cast<unsigned>(on) + 1)));
}

class transport {
 public:
  // Throws std::invalid_argument for options out of range, and std::runtime_error if rank 0 has
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
  // The next packet, if one has arrived. The packet counts against its sender's credits until it is
  // released.
  std::optional<arrival> receive();
  void release(arrival a);
  // Tells a peer that the job is over: outside all lanes, without a credit, once.
  void send_end(rank_id to);
  bool end_has_come() const { return end_has_come_; }

  // Long data outside the lanes, to and from any rank; carrier.h has the contract.
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
  // Whether all peers are near (carrier.h).
  bool is_local() const;
  // Whether everything sent has left this rank's memory.
  bool drained() { return network_.drained(); }
  std::uint64_t now() const { return network_.now(); }
  // The time of the last begin_turn(), the start of the rank's turn. Does not read the clock.
  std::uint64_t turn_began() const { return turn_began_; }
  void begin_turn() { turn_began_ = network_.now(); }
  void idle(unsigned calls) { network_.idle(calls); }
  void wait_for_arrival(unsigned calls) { network_.wait_for_arrival(calls); }
  void tell(const std::string& text) { network_.tell(text); }
  // Ends the job with an error message: the name of this rank, then the cause. Only the first call
  // has an effect.
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
  std::uint8_t worth_a_word_;   // if this number of credits of a lane is owed: send a bare word
  std::vector<per_lane> left_;  // by peer: the credits of this rank
  std::vector<per_lane> owed_;  // by peer: released packets whose credits have not been returned
  std::uint64_t turn_began_ = 0;
  std::uint64_t in_hand_ = 0;
  bool end_has_come_ = false;
  bool aborted_ = false;
  transport_counts counts_;
};

}  // namespace arcas::inline v0::cluster::detail
