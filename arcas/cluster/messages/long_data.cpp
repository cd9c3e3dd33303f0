// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/messages/long_data.h>

namespace arcas::inline v0::cluster::detail {

transfer_id long_data::offer(rank_id to, lane on, const source_spans& from, kept_by by,
                             std::shared_ptr<const void> owner) {
  const transfer_id id = next_++;
  offers_[id] = {to, on, by, false, from, std::move(owner)};
  if (on == lane::reply) ++answers_[to];
  if (by == kept_by::rank) ++read_[to];
  return id;
}

void long_data::count_down(by_rank& counts, rank_id to) {
  const auto entry = counts.find(to);
  if (--entry->second == 0) counts.erase(entry);
}

void long_data::end_offer(transfer_id id) {
  const auto entry = offers_.find(id);
  const offered& o = entry->second;
  if (o.leaves) --leaving_;
  if (o.on == lane::reply) count_down(answers_, o.to);
  if (o.by == kept_by::rank) count_down(read_, o.to);
  if (o.by == kept_by::task) left_.push_back(id);
  offers_.erase(entry);
}

void long_data::send(transfer_id id) {
  offered& o = offers_.at(id);
  o.leaves = true;
  ++leaving_;
  network_.send_transfer(
      o.to, {id, static_cast<transfer_channel>(o.on), std::move(o.from), std::move(o.owner)});
}

long_data::arrival* long_data::find(const envelope& from) {
  if (arrivals_.empty()) return nullptr;
  const auto entry = arrivals_.find({from.from, from.lane});
  return entry == arrivals_.end() ? nullptr : &entry->second;
}

void long_data::expect(const envelope& from, arrival message, const target_spans& to) {
  const transfer_id id = next_++;
  const place where(from.from, from.lane);
  network_.receive_transfer(from.from,
                            {id, static_cast<transfer_channel>(from.lane), to, message.opened});
  arrivals_[where] = std::move(message);
  expected_[id] = where;
}

void long_data::look() {
  transfer_id ended = 0;
  while (network_.take_ended(ended)) {
    const auto come = expected_.extract(ended);
    if (come) {
      arrivals_.at(come.mapped()).whole = true;
    } else {
      end_offer(ended);
    }
  }
}

}  // namespace arcas::inline v0::cluster::detail
