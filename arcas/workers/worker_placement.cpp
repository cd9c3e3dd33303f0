// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/worker_tree.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <tuple>

namespace arcas::inline v0 {

using namespace detail;
namespace {

constexpr std::array<std::string_view, 2> placement_names = {"spread", "close"};

std::size_t longest(const std::vector<std::vector<unsigned>>& lists) {
  std::size_t most = 0;
  for (const auto& list : lists) most = std::max(most, list.size());
  return most;
}

// One element from each list in turn, until all are empty.
std::vector<unsigned> in_turns(const std::vector<std::vector<unsigned>>& lists) {
  std::vector<unsigned> merged;
  for (std::size_t turn = 0; turn < longest(lists); ++turn) {
    for (const auto& list : lists) {
      if (turn < list.size()) merged.push_back(list[turn]);
    }
  }
  return merged;
}

// The first hardware thread of each place of kind `leaf` within place `index` of kind `kind`.
std::vector<unsigned> spread_order(const topology& machine, place_kind kind, unsigned index,
                                   place_kind leaf) {
  const place& here = machine.places(kind)[index];
  if (kind == leaf) return {here.first_thread};
  const auto below = static_cast<place_kind>(static_cast<unsigned>(kind) + 1);
  const unsigned last = here.first_thread + here.thread_count - 1;
  std::vector<std::vector<unsigned>> lists;
  for (unsigned child = machine.place_of(below, here.first_thread);
       child <= machine.place_of(below, last); ++child) {
    lists.push_back(spread_order(machine, below, child, leaf));
  }
  return in_turns(lists);
}

// The number of hardware threads of this core that count as used before `thread`: those with lower
// numbers, and those that other processes have taken.
unsigned rank_in_core(const topology& machine, unsigned thread, const std::vector<bool>& taken) {
  const place& core = machine.places(place_kind::core)[machine.place_of(place_kind::core, thread)];
  unsigned rank = thread - core.first_thread;
  for (unsigned later = thread + 1; later < core.first_thread + core.thread_count; ++later) {
    if (!taken.empty() && taken[later]) ++rank;
  }
  return rank;
}

}  // namespace

std::string_view name_of(worker_placement placement) {
  return placement_names[static_cast<std::size_t>(placement)];
}

worker_placement worker_placement_named(std::string_view name) {
  for (std::size_t p = 0; p < placement_names.size(); ++p) {
    if (name == placement_names[p]) return static_cast<worker_placement>(p);
  }
  throw std::invalid_argument("\"" + std::string(name) +
                              "\" is not a placement of workers; it must be spread or close");
}

std::vector<unsigned> detail::placed_threads(const topology& machine, place_kind kind,
                                             unsigned count, worker_placement placement,
                                             const std::vector<bool>& taken) {
  std::vector<unsigned> order = spread_order(machine, place_kind::machine, 0, kind);
  if (placement == worker_placement::close) std::sort(order.begin(), order.end());
  const auto cost = [&](unsigned thread) {
    return std::tuple(!taken.empty() && taken[thread], rank_in_core(machine, thread, taken));
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](unsigned a, unsigned b) { return cost(a) < cost(b); });
  const std::size_t places = order.size();
  std::vector<unsigned> threads;
  for (unsigned w = 0; w < count; ++w) threads.push_back(order[w % places]);
  return threads;
}

}  // namespace arcas::inline v0
