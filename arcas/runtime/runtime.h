// SPDX-License-Identifier: Apache-2.0
// Workers and all that their loops need: one for the whole machine by default, more if you ask.
#pragma once

#include <arcas/base/once_in_process.h>
#include <arcas/distribution/distributor.h>
#include <arcas/runtime/settings.h>
#include <arcas/workers/pool.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace arcas::inline v0 {

class runtime;

namespace detail {
struct known_plan;

template <class Runtime>
struct ARCAS_ONCE_IN_PROCESS default_runtimes {
  static constinit std::atomic<Runtime*> made;
};
extern template struct default_runtimes<runtime>;
}  // namespace detail

struct runtime_options {
  unsigned workers = 0;  // 0: one per hardware thread of `processors` that the cpu quota pays for
  std::vector<unsigned> processors = {};  // the operating system's numbers; empty: all we may use
  std::vector<place_kind> levels = detail::default_levels();
  wait_policy wait = wait_policy::adaptive;
  bool pin = true;
  worker_placement placement = worker_placement::spread;
  // Avoids the processors of this user's other Arcas processes, as far as it can.
  bool claim = true;
};

class runtime {
 public:
  // Over a part of this machine, whatever the environment says. Makes threads; throws
  // std::invalid_argument for a processor that this process may not use.
  explicit runtime(const runtime_options& options);
  // As described by settings: how the default runtime is made.
  explicit runtime(const settings& s);
  // Waits for its threads to end. No loop may be under way on it.
  ~runtime();
  runtime(const runtime&) = delete;
  runtime& operator=(const runtime&) = delete;

  // The one that loops run on unless told otherwise: made when first needed, from the environment,
  // and never destroyed, so that destructors of static objects may still run loops. A forked child
  // gets a new one. Throws std::invalid_argument for a wrong ARCAS_ variable.
  static runtime& default_runtime() {
    // acquire: pairs with the release in make_default(); the runtime is whole.
    runtime* const made = detail::default_runtimes<runtime>::made.load(std::memory_order_acquire);
    return made ? *made : make_default();
  }
  // The one whose loop the calling thread is in, else the one whose tasks it deals in, since it has
  // made a task_group or is in an invoke, else the default one.
  static runtime& current() {
    const detail::self& me = detail::self::current();
    const detail::pool* const home = me.owner ? me.owner : me.tasks_of;
    return home ? *home->owner() : default_runtime();
  }

  unsigned workers() const { return pool_.tree().size(); }
  // At most n threads, the caller's included, run each loop and the tasks that start from here on:
  // those that n workers would be placed on, the more the limit allows. The other workers sleep,
  // and return with a higher limit. n is cut to [1, workers()]. Any thread may call it, between loops or during
  // one: workers leave a loop that is under way when they look for their next one. It does not
  // throw. Cost: a lock and a store; loops of less than workers() threads are all shared out by claims.
  void set_worker_limit(unsigned n) { pool_.set_limit(n); }
  // The limit in force: the one that was set, or what the processor quota pays for where that has
  // become less than it was when the runtime was made. It is read again once a second.
  unsigned worker_limit() const { return pool_.limit(); }
  const topology& machine() const { return pool_.machine(); }
  const worker_tree& tree() const { return pool_.tree(); }
  const settings& configuration() const { return settings_; }
  std::vector<std::string> refusals() const;
  // Whether the operating system has given each worker a thread.
  bool has_all_threads() const { return pool_.has_all_threads(); }
  detail::pool& workers_pool() { return pool_; }
  // Loops are recorded: ARCAS_TRACE.
  bool traces() const { return traces_; }
  // No setting says how loops are distributed, and each worker may have a processor of its own.
  bool short_loops_are_static() const { return short_loops_are_static_ && pool_.all_take_part(); }

  // For loops: the distributor that stands for the one asked for.
  const distributor& chosen(const distributor& asked) const {
    const bool at_one_place =
        asked.kind() == distribution::local && machine().places(asked.counters()).size() == 1;
    return asked.automatic() || at_one_place ? automatic_ : asked;
  }
  // The plans for one team, by leadership::shape_index(): for the team's leader alone.
  std::vector<detail::known_plan>& plans_of_team(unsigned index) { return plans_[index]; }

 private:
  runtime(const settings& s, topology machine);

  static runtime& make_default();
  static const int forgotten_in_children_;

  settings settings_;
  distributor automatic_;
  bool short_loops_are_static_ = false;
  bool traces_ = false;
  // By leadership::shape_index(). Outlive the pool's threads: one that is late for the last loop
  // still reads its plan.
  std::vector<std::vector<detail::known_plan>> plans_;
  detail::pool pool_;
};

}  // namespace arcas::inline v0
