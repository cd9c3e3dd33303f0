// SPDX-License-Identifier: Apache-2.0
// Workers and the data of their loops: one runtime for the whole machine by default, more on
// request.
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/distribution/distributor.h>
#include <arcas/topology/topology.h>
#include <arcas/workers/self.h>
#include <arcas/workers/worker_tree.h>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace arcas::inline v0 {

// The values of the environment variables of loops, or their defaults; only settings.cpp reads
// them. cluster/ranks/options.cpp reads those of the cluster.
struct settings {
  std::string topology;  // ARCAS_TOPOLOGY; empty: this machine
  detail::pool_options
      pool;  // ARCAS_WORKERS, ARCAS_LEVELS, ARCAS_WAIT, ARCAS_PIN, ARCAS_PLACEMENT, ARCAS_CLAIMS
  arcas::distributor distributor;  // ARCAS_DISTRIBUTOR
  std::size_t grain = 0;           // ARCAS_GRAIN; 0: automatic
  bool statistics = false;         // ARCAS_STATS
  std::string trace;               // ARCAS_TRACE; empty: none

  // Throws std::invalid_argument with a sentence that names the variable, its value and the legal
  // values.
  static settings from_environment();
};

namespace detail {
// If this process is bound to one of several processors, and a variable of OpenMP may be the cause,
// returns a sentence for the user; otherwise nullopt. (GNU's OpenMP library binds the first thread
// when it is loaded.) `machine` is the runtime's machine.
std::optional<std::string> bound_by_openmp(const arcas::topology& machine);
}  // namespace detail

// For `arcas topology` and the documentation: each variable, its value or default, and its meaning.
struct setting_line {
  std::string variable, value, meaning;
};
std::vector<setting_line> describe(const settings& s);

class runtime;
struct loop_options;

namespace detail {
struct known_plan;

template <class Runtime>
struct ARCAS_ONCE_IN_PROCESS default_runtimes {
  static constinit std::atomic<Runtime*> made;
};
extern template struct default_runtimes<runtime>;
}  // namespace detail

struct runtime_options {
  unsigned workers = 0;  // 0: one per hardware thread of `processors` that the quota pays for
  std::vector<unsigned> processors = {};  // the operating system's numbers; empty: all that the
                                          // process may use
  std::vector<place_kind> levels = detail::default_levels();
  wait_policy wait = wait_policy::adaptive;
  bool pin = true;
  worker_placement placement = worker_placement::spread;
  // Avoids the processors of this user's other Arcas processes, if possible.
  bool claim = true;
};

class runtime {
 public:
  // A runtime on a part of this machine, independent of the environment. Makes threads; throws
  // std::invalid_argument for a processor that this process may not use.
  explicit runtime(const runtime_options& options);
  // A runtime of this number of workers, with the other options at their defaults.
  explicit runtime(unsigned workers) : runtime(runtime_options{.workers = workers}) {}
  template <class Other>
    requires(std::floating_point<Other> || std::same_as<Other, bool>)
  explicit runtime(Other) = delete;
  // A runtime with these settings; the default runtime is made in this way.
  explicit runtime(const settings& s);
  // Wrong calls (base/wrong_use.h).
  void parallel_for(detail::anything, detail::anything = 0, detail::anything = 0,
                    detail::anything = 0) const
      ARCAS_WRONG("write parallel_for(0, n, body, {.on = &r})");
  void parallel_for(detail::anything, detail::anything, detail::anything, const loop_options&) const
      ARCAS_WRONG("write parallel_for(0, n, body, {.on = &r})");
  // Waits for its threads to end. No loop may be running on it.
  ~runtime();
  runtime(const runtime&) = delete;
  runtime& operator=(const runtime&) = delete;

  // The runtime of loops that name no other. It is made from the environment at the first call and
  // never destroyed, so that destructors of static objects may still run loops. A forked child gets
  // a new one. Throws std::invalid_argument for a wrong ARCAS_ variable.
  static runtime& default_runtime() {
    // acquire: pairs with the release in make_default(), which publishes the runtime.
    runtime* const made = detail::default_runtimes<runtime>::made.load(std::memory_order_acquire);
    return made ? *made : make_default();
  }
  // The runtime whose loop the calling thread runs. Outside loops it is the runtime to which the
  // thread's tasks go, if the thread has a task_group or is in an invoke; otherwise the default
  // runtime.
  static runtime& current() {
    const detail::self& me = detail::self::current();
    const detail::pool* const home = me.owner ? me.owner : me.tasks_of;
    return home ? owner_of(*home) : default_runtime();
  }

  unsigned workers() const { return tree_->size(); }
  // Loops and tasks that start from now on run on at most n threads, including the caller's: on the
  // workers that a runtime of n workers would have. The others sleep until the limit is raised. n
  // is clamped to [1, workers()]. Any thread may call this function at any time, even during a
  // loop: a worker that the limit leaves out first completes its share of that loop. Does not
  // throw. Cost: a lock and a store. While the limit is below workers(), only loops with the
  // distributor "static" have fixed ranges.
  void set_worker_limit(unsigned n);
  // The limit in force: the lower of the limit that was set and the limit of the processor quota.
  // The quota limits only if it has fallen since the runtime was made. It is read when loops start,
  // at most once a second.
  unsigned worker_limit() const;
  const topology& machine() const { return *machine_; }
  const worker_tree& tree() const { return *tree_; }
  const settings& configuration() const { return settings_; }
  std::vector<std::string> refusals() const;
  // Whether the operating system has given each worker a thread.
  bool has_all_threads() const;
  detail::pool& workers_pool() { return *pool_; }
  // Whether loops are recorded (ARCAS_TRACE).
  bool traces() const { return traces_; }
  // Whether short loops may have fixed ranges: only if no setting determines how loops are
  // distributed, and each worker may have its own processor.
  bool short_loops_are_static() const { return short_loops_are_static_; }

  // The distributor of a loop whose options ask for `asked`.
  const distributor& chosen(const distributor& asked) const {
    const bool at_one_place =
        asked.kind() == distribution::local && machine().places(asked.counters()).size() == 1;
    return asked.automatic() || at_one_place ? automatic_ : asked;
  }
  // The plans for one team, by leadership::shape_index(); used by the team's leader only.
  std::vector<detail::known_plan>& plans_of_team(unsigned index) { return plans_[index]; }

 private:
  runtime(const settings& s, topology machine);

  static runtime& make_default();
  static runtime& owner_of(const detail::pool& of);
  static const int forgotten_in_children_;

  settings settings_;
  distributor automatic_;
  bool short_loops_are_static_ = false;
  bool traces_ = false;
  // Index: leadership::shape_index(). This member is destroyed after the pool's threads have ended,
  // since a late thread may still read the plan of the last loop.
  std::vector<std::vector<detail::known_plan>> plans_;
  const std::unique_ptr<detail::pool> pool_;
  const topology* machine_;  // of the pool
  const worker_tree* tree_;  // of the pool
};

}  // namespace arcas::inline v0
