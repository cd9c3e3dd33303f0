// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/worker_tree.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace arcas::inline v0 {

using namespace detail;
namespace {

// The indices of `chosen`, sorted by the hardware threads that they stand for: worker w has the
// hardware thread chosen[by_thread(chosen)[w]].
std::vector<unsigned> by_thread(const std::vector<unsigned>& chosen) {
  std::vector<unsigned> turns(chosen.size());
  std::iota(turns.begin(), turns.end(), 0U);
  std::stable_sort(turns.begin(), turns.end(),
                   [&](unsigned a, unsigned b) { return chosen[a] < chosen[b]; });
  return turns;
}

// The turn of w after the root and the worker of turn 0 have exchanged their turns. turns[w]: the
// turn of w before, which is its index in the order of choice.
unsigned turn_with_root_first(const std::vector<unsigned>& turns, worker_id w) {
  if (w == 0) return 0;
  return turns[w] == 0 ? turns[0] : turns[w];
}

// The first worker in w's place of this kind.
worker_id head_of(const topology& machine, const std::vector<unsigned>& threads, worker_id w,
                  place_kind kind) {
  const unsigned first = machine.places(kind)[machine.place_of(kind, threads[w])].first_thread;
  return static_cast<worker_id>(std::lower_bound(threads.begin(), threads.end(), first) -
                                threads.begin());
}

}  // namespace

std::vector<place_kind> detail::levels_named(std::string_view names) {
  std::vector<place_kind> levels;
  const std::string all(names);
  while (true) {
    const auto comma = names.find(',');
    const place_kind kind = place_kind_named(names.substr(0, comma));
    if (!levels.empty() && kind >= levels.back()) {
      throw std::invalid_argument(
          '"' + all +
          "\": the kinds of place must be listed from the narrowest to the widest, "
          "as in \"thread,core,package\": \"" +
          std::string(name_of(kind)) + "\" cannot follow \"" + std::string(name_of(levels.back())) +
          "\"");
    }
    levels.push_back(kind);
    if (comma == std::string_view::npos) return levels;
    names.remove_prefix(comma + 1);
  }
}

std::vector<place_kind> detail::default_levels() {
  return {place_kind::thread, place_kind::core, place_kind::package};
}

worker_tree::worker_tree(const topology& machine, unsigned workers, std::vector<place_kind> levels,
                         worker_placement placement, const std::vector<bool>& taken)
    : levels_(std::move(levels)) {
  const auto grows_not = [](place_kind a, place_kind b) { return b >= a; };
  if (levels_.empty() || std::ranges::adjacent_find(levels_, grows_not) != levels_.end()) {
    throw std::invalid_argument(
        "the levels of a runtime must be one or more kinds of place, from the narrowest to the "
        "widest, such as {place_kind::thread, place_kind::core}");
  }
  const auto places = static_cast<unsigned>(machine.places(levels_.front()).size());
  if (workers == 0) workers = std::min(places, machine.paid_threads());
  if (workers > most_workers) {
    throw std::invalid_argument(std::to_string(workers) + " workers: a runtime has at most " +
                                std::to_string(most_workers));
  }
  const std::vector<unsigned> chosen =
      placed_threads(machine, levels_.front(), workers, placement, taken);
  const std::vector<unsigned> turns = by_thread(chosen);
  std::vector<unsigned> threads;
  for (const unsigned turn : turns) threads.push_back(chosen[turn]);
  workers_.resize(workers);
  for (worker_id w = 0; w < workers; ++w) {
    worker& me = workers_[w];
    me.thread = threads[w];
    me.turn = turn_with_root_first(turns, w);
    me.end = w + 1;
    for (int k = 1; k <= top_level(); ++k) {
      const worker_id head = head_of(machine, threads, w, levels_[static_cast<std::size_t>(k)]);
      if (head == w) {
        me.level = k;
      } else {
        me.parent = head;
        break;
      }
    }
  }
  workers_[0].level = top_level();
  for (worker_id w = workers; w-- > 1;) {
    worker& parent = workers_[workers_[w].parent];
    parent.end = std::max(parent.end, workers_[w].end);
  }
}

namespace {

// Whether a worker from w (included) up to the leader (excluded) has a level of at least
// `enclosing`.
bool kept_by_another(const worker_tree& tree, worker_id w, worker_id leader, int enclosing) {
  if (enclosing < 0) return false;
  for (; w != leader; w = *tree.parent_of(w)) {
    if (tree.level_of(w) >= enclosing) return true;
  }
  return false;
}

}  // namespace

team_shape detail::shape_of_team(const topology& machine, const worker_tree& tree, worker_id leader,
                                 int enclosing, int level) {
  std::vector<unsigned> threads;
  std::vector<member_id> member_of;
  for (worker_id w = leader; w < tree.end_of(leader); ++w) {
    if (tree.level_of(w) >= level && !kept_by_another(tree, w, leader, enclosing)) {
      threads.push_back(tree.thread_of(w));
    }
    member_of.push_back(static_cast<member_id>(threads.size()) - 1);
  }
  return {level, leader, std::move(member_of), member_places(machine, threads), false};
}

team_shape detail::shape_of_guest_team(const topology& machine, const worker_tree& tree,
                                       int level) {
  team_shape shape = shape_of_team(machine, tree, 0, -1, level);
  std::vector<unsigned> threads;
  for (worker_id w = 0; w < tree.size(); ++w) {
    if (tree.level_of(w) >= level) threads.push_back(tree.thread_of(w));
  }
  threads.push_back(threads.back());
  shape.places = member_places(machine, threads);
  shape.guest = true;
  return shape;
}

}  // namespace arcas::inline v0
