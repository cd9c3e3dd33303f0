// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/messages/messenger.h>

#include <map>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

struct offered {
  rank_id to;
  lane on;
  long_data::kept_by by;
  bool leaves = false;
  source_spans from;
  arcas::detail::shared_owner owner;
};
using counts_by_rank = std::unordered_map<rank_id, unsigned>;
using place = std::pair<rank_id, lane>;

void count_down(counts_by_rank& counts, rank_id to) {
  const auto entry = counts.find(to);
  if (--entry->second == 0) counts.erase(entry);
}

}  // namespace

struct long_data::books {
  std::unordered_map<transfer_id, offered> offers;
  counts_by_rank answers;
  counts_by_rank read;
  std::map<place, arrival> arrivals;
  std::unordered_map<transfer_id, place> expected;
};

long_data::long_data(transport& network) : network_(network), books_(new books) {}

long_data::~long_data() = default;

bool long_data::has_left(transfer_id id) const {
  return !books_->offers.contains(id);
}

bool long_data::is_answered(rank_id to) const {
  return books_->answers.contains(to);
}

bool long_data::is_read(rank_id to) const {
  return books_->read.contains(to);
}

bool long_data::any() const {
  return !books_->offers.empty() || !books_->arrivals.empty();
}

void long_data::withdraw(transfer_id id) {
  end_offer(id);
}

void long_data::forget(const envelope& from) {
  books_->arrivals.erase({from.from, from.lane});
}

transfer_id long_data::offer(rank_id to, lane on, const source_spans& from, kept_by by,
                             arcas::detail::shared_owner owner) {
  const transfer_id id = next_++;
  books_->offers[id] = {to, on, by, false, from, std::move(owner)};
  if (on == lane::reply) ++books_->answers[to];
  if (by == kept_by::rank) ++books_->read[to];
  answered_ = books_->answers.size();
  read_ = books_->read.size();
  return id;
}

void long_data::end_offer(transfer_id id) {
  const auto entry = books_->offers.find(id);
  const offered& o = entry->second;
  if (o.leaves) --leaving_;
  if (o.on == lane::reply) count_down(books_->answers, o.to);
  if (o.by == kept_by::rank) count_down(books_->read, o.to);
  answered_ = books_->answers.size();
  read_ = books_->read.size();
  if (o.by == kept_by::task) left_.push_back(id);
  books_->offers.erase(entry);
}

void long_data::send(transfer_id id) {
  offered& o = books_->offers.at(id);
  o.leaves = true;
  ++leaving_;
  network_.send_transfer(
      o.to, {id, static_cast<transfer_channel>(o.on), std::move(o.from), std::move(o.owner)});
}

long_data::arrival* long_data::find(const envelope& from) {
  if (books_->arrivals.empty()) return nullptr;
  const auto entry = books_->arrivals.find({from.from, from.lane});
  return entry == books_->arrivals.end() ? nullptr : &entry->second;
}

void long_data::expect(const envelope& from, arrival message, const target_spans& to) {
  const transfer_id id = next_++;
  const place where(from.from, from.lane);
  network_.receive_transfer(from.from,
                            {id, static_cast<transfer_channel>(from.lane), to, message.opened});
  books_->arrivals[where] = std::move(message);
  books_->expected[id] = where;
}

void long_data::look() {
  transfer_id ended = 0;
  while (network_.take_ended(ended)) {
    const auto come = books_->expected.extract(ended);
    if (come) {
      books_->arrivals.at(come.mapped()).whole = true;
    } else {
      end_offer(ended);
    }
  }
}

}  // namespace arcas::inline v0::cluster::detail
