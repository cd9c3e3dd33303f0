// SPDX-License-Identifier: Apache-2.0
// How does long data travel directly from its place to its destination? A message with such data
// names its transfer. The receiver asks for the transfer when the message has its turn, and runs
// the message when all data has arrived. PROTOCOL.md, «Long data».
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/messages/handlers.h>
#include <arcas/cluster/transport/transport.h>

#include <cstddef>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class long_data {
 public:
  // The keeper of the bytes that are offered: their owner; a task that waits until they have left;
  // or the memory of the rank, which holds later requests of the receiver until they have left.
  enum class kept_by : unsigned char { owner, task, rank };

  explicit long_data(transport& network);
  ~long_data();

  // Called by the sender. A message to that rank is going to name the transfer.
  transfer_id offer(rank_id to, lane on, const source_spans& from, kept_by by,
                    arcas::detail::shared_owner owner = {});
  // Removes an offer that no message names.
  void withdraw(transfer_id id);
  // The receiver has asked for the transfer.
  void send(transfer_id id);
  bool has_left(transfer_id id) const;
  // Whether answers with long data to that rank have not left. Only one is sent at a time.
  bool answers_to(rank_id to) const { return answered_ != 0 && is_answered(to); }
  // Whether requests of that rank must wait because data that it reads has not left.
  bool is_read_by(rank_id to) const { return read_ != 0 && is_read(to); }

  // At the receiver: a message whose long data is coming, or has arrived.
  struct arrival {
    arcas::detail::shared_owner opened;
    std::size_t bytes = 0;  // of the message
    bool whole = false;
  };
  // Null if the data has not been asked for.
  arrival* find(const envelope& from);
  void expect(const envelope& from, arrival message, const target_spans& to);
  void forget(const envelope& from);

  // Ends the transfers that the network has completed. left() has those for which tasks wait.
  void look();
  std::vector<transfer_id>& left() { return left_; }
  bool any() const;
  // Whether a transfer has been asked for and has not left.
  bool any_leaves() const { return leaving_ != 0; }

 private:
  struct books;
  bool is_answered(rank_id to) const;
  bool is_read(rank_id to) const;
  void end_offer(transfer_id id);

  transport& network_;
  const arcas::detail::owned<books> books_;
  // The next number of a transfer that this rank sends or receives.
  transfer_id next_ = 1;
  std::size_t answered_ = 0;  // number of ranks to which answers with long data have not left
  std::size_t read_ = 0;      // number of ranks that read memory of this rank
  std::size_t leaving_ = 0;
  std::vector<transfer_id> left_;
};

}  // namespace arcas::inline v0::cluster::detail
