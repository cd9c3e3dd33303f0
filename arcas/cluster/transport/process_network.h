// SPDX-License-Identifier: Apache-2.0
// Several ranks in one process, each on a thread of its own. Packets between them go through
// memory; between processes they go by another carrier, whose ranks are processes, and which only
// the first worker's thread calls: it passes on what its neighbours send, and what comes for them.
// PROTOCOL.md has the argument.
//
// A worker's number w is its place in its process; its rank is the process times the number of
// workers, plus w. Every process has the same number of workers.
#pragma once

#include <arcas/cluster/transport/carrier.h>
#include <arcas/cluster/transport/handover_ring.h>
#include <arcas/cluster/transport/process_transfers.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class process_network {
 public:
  // The senders and receivers of a packet between processes are written to the free bits of words.
  static constexpr unsigned most_workers = 4096;
  // Empty packets that a worker keeps for its next messages.
  static constexpr std::size_t spare_packets_a_worker = 32;

  // `between` outlives the network. Throws std::invalid_argument for too many workers or none.
  process_network(carrier& between, unsigned workers);
  ~process_network();
  process_network(const process_network&) = delete;
  process_network& operator=(const process_network&) = delete;

  unsigned workers() const { return workers_; }
  // What the rings take that a worker makes when it is prepared, with at most so many peers in
  // other processes: the most that each of its rank's share of the process comes to.
  static std::size_t ring_bytes(unsigned workers, std::size_t from_each_peer,
                                std::size_t peers_elsewhere);
  // Of all rings that there are, after prepare().
  std::size_t ring_bytes() const;
  // Of one worker; its thread calls it, the first worker's that of `between`. The prepare() of each
  // waits for those of all others.
  carrier& port(unsigned worker);
  // The last that a worker's thread calls. The first worker's returns when all others have left:
  // until then it passes packets on.
  void leave(unsigned worker);

  // A rank of this process has ended the job by abort(): the others should give up.
  bool aborted() const {
    // acquire: pairs with the release in abort(); the sentence is there.
    return aborted_.load(std::memory_order_acquire);
  }
  // For a worker that has given up: waits until the first worker's thread has ended the job on
  // all processes. False where it is kept from that; then it will not do it any more.
  bool abort_is_passed_on();
  std::string abort_sentence() const;

 private:
  class port_of_worker;
  enum class errand : std::uint8_t { deliver, post, give_back };
  struct handed {
    errand what = errand::deliver;
    rank_id peer = 0;  // deliver: the sender; post: the addressee; give_back: its sender
    std::uint64_t word = 0;
    packet contents;  // none: a bare word
  };
  using ring = handover_ring<handed>;
  struct ring_places;

  ring& between_workers(unsigned giver, unsigned taker) {
    return *rings_[giver * workers_ + taker];
  }
  void hand(unsigned giver, unsigned taker, handed what);
  bool is_here(rank_id r) const { return r / workers_ == process_; }
  void abort(unsigned worker, const std::string& sentence);
  void pass_abort_on();
  void make_rings(unsigned worker, const ring_places& places);
  void wait_for_all_prepared();

  carrier& between_;
  const unsigned workers_;
  const rank_id process_;
  std::vector<std::unique_ptr<ring>> rings_;     // by giver and taker; none to oneself
  std::vector<std::vector<rank_id>> elsewhere_;  // by worker: processes of peers that are not here
  std::vector<std::unique_ptr<port_of_worker>> ports_;
  process_transfers transfers_;
  std::atomic<unsigned> prepared_{0};
  std::atomic<unsigned> present_;  // workers that have not left, but for the first
  mutable std::mutex mutex_;       // guards the sentence
  std::string sentence_;
  std::atomic<bool> aborted_{false};
  std::atomic<bool> passed_on_{false};  // by the thread that has set it
};

}  // namespace arcas::inline v0::cluster::detail
