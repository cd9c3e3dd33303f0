// SPDX-License-Identifier: Apache-2.0
// Transfers of long data (packet.h) if a process has several ranks, each on a worker. Within the
// process the receiving worker copies the data from the sender's memory. Between processes the
// first worker's carrier moves the data. Each worker has a mailbox, under a lock, for notes of
// other workers about transfers; a transfer takes microseconds at least, so a lock is cheap enough.
// The protocol is in PROTOCOL.md, «Transfers of workers».
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/cluster/transport/carrier.h>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class process_transfers {
 public:
  process_transfers(carrier& between, unsigned workers);

  // Number of channels between two processes: transfer_channels for each pair of their workers.
  static transfer_channel channels(unsigned workers) {
    return transfer_channels * workers * workers;
  }

  // Called by the worker's thread.
  void send(unsigned worker, rank_id to, outgoing_transfer t);
  void receive(unsigned worker, rank_id from, incoming_transfer t);
  bool take_ended(unsigned worker, transfer_id& ended);
  // Called by the first worker's thread: starts the transfers that other workers have with other
  // processes, and tells these workers what has ended. Returns whether there was anything to do.
  bool pass_on();

 private:
  struct sent_here {
    rank_id from;
    outgoing_transfer what;
  };
  struct to_send {
    unsigned worker;
    rank_id to;
    outgoing_transfer what;
  };
  struct to_receive {
    unsigned worker;
    rank_id from;
    incoming_transfer what;
  };
  struct ended_elsewhere {
    transfer_id id;
  };
  using note = std::variant<sent_here, to_send, to_receive, ended_elsewhere>;

  // All workers write into a mailbox; one worker reads it.
  class mailbox {
   public:
    void put(note n);
    bool take(std::deque<note>& all);

   private:
    std::mutex mutex_;  // guards the notes
    std::deque<note> notes_;
    std::atomic<bool> any_{false};
  };
  struct alignas(no_sharing) desk {
    mailbox mail;
    // Used by the worker's thread only.
    std::map<std::pair<rank_id, transfer_channel>, incoming_transfer> expected;  // by sender
    std::vector<transfer_id> ended;
  };

  bool is_here(rank_id r) const { return r / workers_ == process_; }
  transfer_channel between(unsigned sender, unsigned receiver, transfer_channel c) const {
    return (sender * workers_ + receiver) * transfer_channels + c;
  }
  bool read_mail(unsigned worker);
  void obey(unsigned worker, sent_here n);
  void obey(unsigned worker, to_send n);
  void obey(unsigned worker, to_receive n);
  void obey(unsigned worker, ended_elsewhere n) { desks_[worker].ended.push_back(n.id); }
  transfer_id known_as(unsigned worker, transfer_id id);

  carrier& between_;
  const unsigned workers_;
  const rank_id process_;
  std::deque<desk> desks_;  // by worker
  // Used by the first worker's thread: for each transfer between processes, its worker and the
  // number that this worker gave it.
  std::unordered_map<transfer_id, std::pair<unsigned, transfer_id>> owners_;
  transfer_id next_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
