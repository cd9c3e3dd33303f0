// SPDX-License-Identifier: Apache-2.0
// How does long data travel directly from its place to its destination? A message with such data
// names its transfer. The receiver asks for the transfer when the message has its turn, and runs
// the message when all data has arrived. PROTOCOL.md, «Long data».
#pragma once

#include <arcas/cluster/messages/handlers.h>
#include <arcas/cluster/transport/transport.h>

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class long_data {
 public:
  // The keeper of the bytes that are offered: their owner; a task that waits until they have left;
  // or the memory of the rank, which holds later requests of the receiver until they have left.
  enum class kept_by : unsigned char { owner, task, rank };

  explicit long_data(transport& network) : network_(network) {}

  // Called by the sender. A message to that rank is going to name the transfer.
  transfer_id offer(rank_id to, lane on, const source_spans& from, kept_by by,
                    std::shared_ptr<const void> owner = {});
  // Removes an offer that no message names.
  void withdraw(transfer_id id) { end_offer(id); }
  // The receiver has asked for the transfer.
  void send(transfer_id id);
  bool has_left(transfer_id id) const { return !offers_.contains(id); }
  // Whether answers with long data to that rank have not left. Only one is sent at a time.
  bool answers_to(rank_id to) const { return any_to(answers_, to); }
  // Whether requests of that rank must wait because data that it reads has not left.
  bool is_read_by(rank_id to) const { return any_to(read_, to); }

  // At the receiver: a message whose long data is coming, or has arrived.
  struct arrival {
    std::shared_ptr<void> opened;
    std::size_t bytes = 0;  // of the message
    bool whole = false;
  };
  // Null if the data has not been asked for.
  arrival* find(const envelope& from);
  void expect(const envelope& from, arrival message, const target_spans& to);
  void forget(const envelope& from) { arrivals_.erase({from.from, from.lane}); }

  // Ends the transfers that the network has completed. left() has those for which tasks wait.
  void look();
  std::vector<transfer_id>& left() { return left_; }
  bool any() const { return !offers_.empty() || !arrivals_.empty(); }
  // Whether a transfer has been asked for and has not left.
  bool any_leaves() const { return leaving_ != 0; }

 private:
  struct offered {
    rank_id to;
    lane on;
    kept_by by;
    bool leaves = false;
    source_spans from;
    std::shared_ptr<const void> owner;
  };
  using by_rank = std::unordered_map<rank_id, unsigned>;
  using place = std::pair<rank_id, lane>;
  static bool any_to(const by_rank& counts, rank_id to) {
    return !counts.empty() && counts.contains(to);
  }
  static void count_down(by_rank& counts, rank_id to);
  void end_offer(transfer_id id);

  transport& network_;
  // The next number of a transfer that this rank sends or receives.
  transfer_id next_ = 1;
  std::unordered_map<transfer_id, offered> offers_;
  by_rank answers_;
  by_rank read_;
  std::size_t leaving_ = 0;
  std::map<place, arrival> arrivals_;
  std::unordered_map<transfer_id, place> expected_;
  std::vector<transfer_id> left_;
};

}  // namespace arcas::inline v0::cluster::detail
