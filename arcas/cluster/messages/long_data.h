// SPDX-License-Identifier: Apache-2.0
// Where is the long data of messages, on its way from where it lies to where it ends up? A message
// with such data names its transfer; the rank that the message is for asks for the transfer when the
// message has its turn, and runs the message when all has come. PROTOCOL.md, «Long data».
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
  // Who keeps the bytes that are offered: their owner; a task that waits until they have left; or
  // the memory of the rank, from which later requests of the receiver must be kept until then.
  enum class kept_by : unsigned char { owner, task, rank };

  explicit long_data(transport& network) : network_(network) {}

  // Of the sender. A message to that rank is to name it.
  transfer_id offer(rank_id to, lane on, const source_spans& from, kept_by by,
                    std::shared_ptr<const void> owner = {});
  // No message names it after all.
  void withdraw(transfer_id id) { end_offer(id); }
  // The receiver has asked for it.
  void send(transfer_id id);
  bool has_left(transfer_id id) const { return !offers_.contains(id); }
  // Whether answers with long data to that rank have not left: one at a time is enough.
  bool answers_to(rank_id to) const { return any_to(answers_, to); }
  // Whether that rank's requests must wait, since what it reads has not left.
  bool is_read_by(rank_id to) const { return any_to(read_, to); }

  // Of the receiver: a message whose long data comes, or has come.
  struct arrival {
    std::shared_ptr<void> opened;
    std::size_t bytes = 0;  // of the message
    bool whole = false;
  };
  // Null: it has not been asked for.
  arrival* find(const envelope& from);
  void expect(const envelope& from, arrival message, const target_spans& to);
  void forget(const envelope& from) { arrivals_.erase({from.from, from.lane}); }

  // Looks after transfers that have ended. Those that tasks wait for are left in left().
  void look();
  std::vector<transfer_id>& left() { return left_; }
  bool any() const { return !offers_.empty() || !arrivals_.empty(); }
  // Whether any has been asked for, and has not left.
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
  // Numbers of transfers that this rank sends or receives.
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
