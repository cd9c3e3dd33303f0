// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/reducer.h>
#include <arcas/algorithms/reducing_tasks.h>
#include <arcas/base/held_across_forks.h>

#include <algorithm>
#include <mutex>
#include <vector>

namespace arcas::inline v0::detail {
namespace {

// The reducers' numbers in use.
struct number_book {
  std::mutex lock;
  std::vector<bool> taken;
};

[[maybe_unused]] const int watching = held_across_forks<number_book>();

}  // namespace

constinit thread_local view_table view_table::mine_{nullptr, 0};
constinit thread_local spawner* spawner::innermost_ = nullptr;

reducer_number::reducer_number() {
  auto& [lock, taken] = of_process<number_book>();
  const std::scoped_lock turn(lock);
  const auto free = std::find(taken.begin(), taken.end(), false);
  value_ = static_cast<std::size_t>(free - taken.begin());
  if (free == taken.end()) {
    taken.push_back(true);
  } else {
    *free = true;
  }
}

reducer_number::~reducer_number() {
  auto& [lock, taken] = of_process<number_book>();
  const std::scoped_lock turn(lock);
  taken[value_] = false;
}

carried_views::carried_views(std::size_t largest, views_around others)
    : around_(view_table::mine()) {
  const view_table kept = others == views_around::stay ? around_ : view_table{nullptr, 0};
  const std::size_t size = std::max({largest + 1, kept.size, few_.size()});
  if (size > few_.size()) many_ = std::make_unique_for_overwrite<void*[]>(size);
  views_ = many_ ? many_.get() : few_.data();
  std::fill(std::copy_n(kept.views, kept.size, views_), views_ + size, nullptr);
  view_table::mine() = {views_, size};
}

}  // namespace arcas::inline v0::detail
