// SPDX-License-Identifier: Apache-2.0
// Which worker leads which? Workers, their levels and parents (Callisto-RTS §2.2), as plain data.
//
// levels[k] is the kind of place over which a loop of level k is spread: "thread,core" spreads a
// loop of level 0 over all hardware threads, and a loop of level 1 over one worker per core. A
// worker's level is the highest k at which it is the first worker of its place. Its parent is the
// first worker of its place at the next higher level. The parent of a worker of the highest level
// is the root, worker 0.
#pragma once

#include <arcas/topology/member_places.h>
#include <arcas/topology/topology.h>
#include <arcas/workers/waiting.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0 {

// On which hardware threads are workers placed if there are fewer workers than hardware threads?
// The terms are those of OMP_PROC_BIND, applied to cores. spread: round robin over packages, within
// a package over NUMA nodes, then cache groups, L2 groups and cores, as in the evaluation of
// Callisto-RTS. close: neighbouring cores, so that few workers share a package and its caches. Both
// use each core once before they use the second hardware thread of any core.
enum class worker_placement : std::uint8_t { spread, close };

std::string_view name_of(worker_placement placement);
// Throws std::invalid_argument with a sentence that lists the names.
worker_placement worker_placement_named(std::string_view name);

namespace detail {

// The hardware threads (logical numbers) of `count` workers in the order of choice, each the first
// hardware thread of a place of kind `kind`. The first n of the list are the placement of n
// workers. taken[t]: whether another process has claimed hardware thread t; such threads are chosen
// last; an empty list stands for none. If there are more workers than places, the list begins
// again.
std::vector<unsigned> placed_threads(const topology& machine, place_kind kind, unsigned count,
                                     worker_placement placement,
                                     const std::vector<bool>& taken = {});

}  // namespace detail

using worker_id = unsigned;

namespace detail {

// The kinds of place in a text such as "thread,core,package". Throws std::invalid_argument with a
// sentence if a name is unknown, a kind is repeated, or a kind is not wider than the one before.
std::vector<place_kind> levels_named(std::string_view names);
// "thread,core,package".
std::vector<place_kind> default_levels();

// Limit for one runtime: a worker's number fits into fourteen bits.
inline constexpr unsigned most_workers = (1U << 14) - 1;

// The options of a runtime's pool of workers.
struct pool_options {
  unsigned workers = 0;  // 0: see worker_tree()
  std::vector<place_kind> levels = default_levels();
  wait_policy wait = wait_policy::adaptive;
  bool pin = true;
  worker_placement placement = worker_placement::spread;
  bool claim = true;         // pinned workers claim their processors: processor_claims.h
  bool follow_quota = true;  // on a live machine, follow the processor quota: quota_watch.h
};

}  // namespace detail

class worker_tree {
 public:
  // workers == 0: one worker for each place of levels[0], but at most machine.paid_threads()
  // workers, the number that the processor quota allows. taken: see placed_threads(). Throws
  // std::invalid_argument for more than 16,383 workers.
  worker_tree(const topology& machine, unsigned workers, std::vector<place_kind> levels,
              worker_placement placement = worker_placement::spread,
              const std::vector<bool>& taken = {});

  unsigned size() const { return static_cast<unsigned>(workers_.size()); }
  std::span<const place_kind> levels() const { return levels_; }
  int top_level() const { return static_cast<int>(levels_.size()) - 1; }
  int level_of(worker_id w) const { return workers_[w].level; }
  // nullopt for the root.
  std::optional<worker_id> parent_of(worker_id w) const {
    return w == 0 ? std::nullopt : std::optional<worker_id>(workers_[w].parent);
  }
  // The hardware thread (logical number) on which w is placed.
  unsigned thread_of(worker_id w) const { return workers_[w].thread; }
  // A unique number below size(). The workers with turns below n are placed like the workers of a
  // tree of n workers. The root's turn is 0.
  unsigned turn_of(worker_id w) const { return workers_[w].turn; }
  // The workers below w, and w itself, are [w, end_of(w)).
  worker_id end_of(worker_id w) const { return workers_[w].end; }
  // w itself if leading(w) holds, otherwise the nearest ancestor a with leading(a); the root always
  // leads.
  template <class Leading>
  worker_id leader_of(worker_id w, Leading leading) const {
    while (w != 0 && !leading(w)) w = workers_[w].parent;
    return w;
  }

 private:
  struct worker {
    unsigned thread = 0;
    unsigned turn = 0;
    int level = 0;
    worker_id parent = 0;
    worker_id end = 0;
  };
  std::vector<place_kind> levels_;
  std::vector<worker> workers_;
};

namespace detail {

// The team that a leader calls for one loop: the workers with a home in it, and their places.
struct team_shape {
  int level;        // the loop's level
  worker_id first;  // the leader, or 0 if a guest leads; workers from `first` on may come
  std::vector<member_id> member_of;  // [w - first]: the number of worker w in the team
  member_places places;              // of the members that have a home
  bool guest;                        // the leader is not a worker: it is the last member
};

// Members are the leader and the workers below it whose level is at least `level`. There is an
// exception: a worker below the leader whose level is at least `enclosing`, and all workers below
// it, are not members. Such a worker leads its own part of the enclosing loop. enclosing: the level
// of the loop in which the leader is; negative: the leader is in no loop. Other workers below the
// leader may come to help. Each of these shares the member number, and so the home, of the nearest
// member before it.
team_shape shape_of_team(const topology& machine, const worker_tree& tree, worker_id leader,
                         int enclosing, int level);
// The team of a guest, a thread that is not a worker: all workers of at least this level, and the
// guest as one more member.
team_shape shape_of_guest_team(const topology& machine, const worker_tree& tree, int level);

}  // namespace detail

}  // namespace arcas::inline v0
