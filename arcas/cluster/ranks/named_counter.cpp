// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/held_across_forks.h>
#include <arcas/cluster/ranks/named_counter.h>

#include <algorithm>
#include <deque>
#include <mutex>

namespace arcas::inline v0::cluster::detail {
namespace {

// The names of all counters; each rank has its own values. In a deque, names keep their addresses.
struct counter_names {
  std::mutex lock;
  std::deque<std::string> names;
};
[[maybe_unused]] const int watching = arcas::detail::held_across_forks<counter_names>();

counter_names& all_counters() {
  return arcas::detail::of_process<counter_names>();
}

}  // namespace

std::size_t number_of_counter(const std::string& name) {
  counter_names& all = all_counters();
  const std::lock_guard hold(all.lock);
  const auto known = std::ranges::find(all.names, name);
  const auto number = static_cast<std::size_t>(known - all.names.begin());
  if (known == all.names.end()) all.names.push_back(name);
  return number;
}

const char* name_of_counter(std::size_t number) {
  counter_names& all = all_counters();
  const std::lock_guard hold(all.lock);
  return all.names[number].c_str();
}

std::vector<std::pair<std::string, std::uint64_t>> named_counts_here() {
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const std::uint64_t value : here().named_counts()) {
    counts.emplace_back(name_of_counter(counts.size()), value);
  }
  return counts;
}

}  // namespace arcas::inline v0::cluster::detail
