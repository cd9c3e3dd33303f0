// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/heap/rank_tables.h>

#include <array>
#include <deque>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster::detail {

struct wait_table::books {
  using queues = std::array<std::deque<arcas::detail::owned<waiting_update>>, sides>;
  std::unordered_map<const void*, queues> waiting;
};

wait_table::wait_table() : books_(new books) {}

wait_table::~wait_table() = default;

bool wait_table::find(const void* element, std::size_t side) const {
  const auto found = books_->waiting.find(element);
  return found != books_->waiting.end() && !found->second[side].empty();
}

void wait_table::add(const void* element, std::size_t side,
                     arcas::detail::owned<waiting_update> update) {
  books_->waiting[element][side].push_back(std::move(update));
  elements_ = books_->waiting.size();
}

void wait_table::execute(const void* element) {
  const auto found = books_->waiting.find(element);
  if (found == books_->waiting.end()) return;
  books::queues& of = found->second;
  bool any_left = true;
  for (bool any_done = true; any_done;) {
    any_done = any_left = false;
    for (auto& queue : of) {
      for (; !queue.empty() && queue.front()->attempt(); queue.pop_front()) any_done = true;
      any_left |= !queue.empty();
    }
  }
  if (any_left) return;
  books_->waiting.erase(found);
  elements_ = books_->waiting.size();
}

}  // namespace arcas::inline v0::cluster::detail
