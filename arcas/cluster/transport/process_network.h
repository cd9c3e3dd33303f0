// SPDX-License-Identifier: Apache-2.0
// Several ranks in one process. Each rank runs on a thread of its own, a worker. Packets between
// workers go through memory. Packets between processes go by another carrier, whose ranks are
// processes. Only the first worker's thread calls that carrier: it forwards the packets that other
// workers send to other processes, and the packets that arrive for other workers. PROTOCOL.md has
// the proof.
//
// Workers of a process are numbered from 0, the first worker. Worker w of process p runs rank
// p * W + w, where W is the number of workers, the same in all processes.
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
  // Limited by the bits of a word that hold the sending and the receiving worker of a packet.
  static constexpr unsigned most_workers = 4096;
  // Number of empty packets that a worker keeps for its next messages.
  static constexpr std::size_t spare_packets_a_worker = 32;

  // `between` outlives this object. Throws std::invalid_argument if `workers` is 0 or above
  // most_workers.
  process_network(carrier& between, unsigned workers);
  ~process_network();
  process_network(const process_network&) = delete;
  process_network& operator=(const process_network&) = delete;

  unsigned workers() const { return workers_; }
  // Maximum number of bytes of the rings that a worker creates in prepare(). The worker may have
  // `peers_elsewhere` peers in other processes, and `from_each_peer` packets under way from a peer.
  static std::size_t ring_bytes(unsigned workers, std::size_t from_each_peer,
                                std::size_t peers_elsewhere);
  // Bytes of all rings that exist, after prepare().
  std::size_t ring_bytes() const;
  // The carrier of one worker. Only the worker's thread calls it; the first worker's thread calls
  // `between` too. A worker that calls prepare() waits until all other workers have called it.
  carrier& port(unsigned worker);
  // The last call of a worker's thread. The first worker's call forwards packets and returns when
  // all others have left.
  void leave(unsigned worker);

  // Whether a rank of this process has ended the job by abort(): then its other ranks give up.
  bool aborted() const {
    // acquire: pairs with the release in abort(), so the sentence has been stored.
    return aborted_.load(std::memory_order_acquire);
  }
  // Called by a worker that has given up: waits until the first worker's thread has ended the job
  // on all processes. Returns false if that thread has not done so in time: then the caller must
  // end the job.
  bool abort_is_passed_on();
  std::string abort_sentence() const;

 private:
  class port_of_worker;
  enum class errand : std::uint8_t { deliver, post, give_back };
  struct handed {
    errand what = errand::deliver;
    rank_id peer = 0;  // deliver: the sender; post: the destination; give_back: the packet's sender
    std::uint64_t word = 0;
    packet contents;  // none for a bare word
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
  std::vector<std::unique_ptr<ring>> rings_;     // by giver and taker; null for a worker and itself
  std::vector<std::vector<rank_id>> elsewhere_;  // by worker: processes of its peers elsewhere
  std::vector<std::unique_ptr<port_of_worker>> ports_;
  process_transfers transfers_;
  std::atomic<unsigned> prepared_{0};
  std::atomic<unsigned> present_;  // workers other than the first that have not left
  mutable std::mutex mutex_;       // guards the sentence
  std::string sentence_;
  std::atomic<bool> aborted_{false};
  std::atomic<bool> passed_on_{false};  // set by the thread that ends the job
};

}  // namespace arcas::inline v0::cluster::detail
