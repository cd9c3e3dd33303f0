// SPDX-License-Identifier: Apache-2.0
#include <sim/explore/search.h>

#include <algorithm>
#include <bit>

namespace arcas::sim {
namespace {

constexpr std::uint32_t bit(process_id p) {
  return std::uint32_t{1} << p;
}

bool writes(const event& e) {
  return e.op.what == action::store || e.op.what == action::modify || e.op.what == action::flush ||
         (e.op.what == action::compare && e.got.done);
}

}  // namespace

search::search(const exploration& how, const std::function<void(world&)>& check)
    : how_(how), check_(check) {}

verdict search::run() {
  do {
    run_once();
  } while (!result_.found && next_execution());
  if (!result_.found) {
    result_.story = std::to_string(result_.executions) + " executions, " +
                    std::to_string(result_.cut) + " given up as repetitions, " +
                    std::to_string(result_.steps) + " steps" +
                    (result_.complete ? "" : "; not all were explored");
    return std::move(result_);
  }
  result_.seed = seed_of(how_, check_, failing_);
  result_.story = replay(how_, check_, result_.seed).story;
  return std::move(result_);
}

void search::run_once() {
  orders& all_orders = how_.with_orders ? *how_.with_orders : own_orders_;
  const std::unique_ptr<execution> run = begin(how_, check_, all_orders, pool_);
  trace_.clear();
  last_of_.fill(0);
  cut_ = false;
  // The last step of the repeated prefix differs from the previous execution's, so its races are
  // new, too.
  known_ = path_.empty() ? 0 : path_.size() - 1;
  run->start();
  while (!run->failed() && go_on(*run)) {
  }
  finish(*run);
}

// Executes one step; false at the end.
bool search::go_on(execution& run) {
  const auto now = static_cast<step_id>(trace_.size());
  if (now >= how_.most_steps) {
    run.fail(failure_kind::too_long, "more than " + std::to_string(how_.most_steps) + " steps");
    return false;
  }
  if (now == path_.size() && !new_node(run)) return false;
  node& n = path_[now];
  if (n.ways.empty() && !next_process(run, n)) {
    cut_ = true;
    return false;
  }
  event& e = trace_.emplace_back();
  e.by = n.by;
  e.op = *run.pending(n.by);
  e.chosen = n.ways.back();
  run.step(e, now);
  ++result_.steps;
  order(e);
  if (now >= known_) find_races(e, now);
  e.clock[e.by] = now + 1;
  last_of_[e.by] = now + 1;
  return true;
}

// A new state: chooses the process that continues. False: no process can, or all have been
// explored.
bool search::new_node(execution& run) {
  if (run.over()) return false;
  const std::uint32_t can = enabled(run);
  if (can == 0) {
    run.fail_stuck();
    return false;
  }
  node n;
  const bool reduces = how_.reduce != reduction::none && !how_.preemptions;
  if (reduces) inherit_sleep(run, n);
  if (how_.preemptions) bound(run, n);
  choose_process(run, n);
  if (!reduces || how_.reduce == reduction::sleep_sets) n.todo = can;
  cut_ = n.ways.empty();
  if (cut_) return false;
  path_.push_back(std::move(n));
  return true;
}

// The next of the processes to be explored from here.
bool search::next_process(execution& run, node& n) {
  const auto affordable = [&](process_id p) {
    return !how_.preemptions || !n.holder || p == *n.holder || p >= most_threads ||
           n.preemptions < *how_.preemptions;
  };
  for (process_id p = 0; p < most_processes; ++p) {
    if ((n.todo & ~n.explored & bit(p)) == 0) continue;
    n.explored |= bit(p);
    if (affordable(p) && pick(run, n, p)) return true;
  }
  return false;
}

std::uint32_t search::enabled(execution& run) {
  std::uint32_t can = 0;
  for (process_id p = 0; p < most_processes; ++p) {
    if (!run.pending(p)) continue;
    ways_.clear();
    run.choices(p, ways_);
    if (!ways_.empty()) can |= bit(p);
  }
  return can;
}

// The last process continues if it can, so that the first execution has few switches.
void search::choose_process(execution& run, node& n) {
  const auto last = trace_.empty() ? std::optional<process_id>() : trace_.back().by;
  const auto pauses = [&](process_id p) {
    return run.pending(p) && run.pending(p)->what == action::pause;
  };
  if (last && !pauses(*last) && pick(run, n, *last)) return;
  for (process_id p = 0; p < most_processes; ++p) {
    if (!pauses(p) && pick(run, n, p)) return;
  }
  for (process_id p = 0; p < most_processes; ++p) {
    if (pick(run, n, p)) return;
  }
}

// The number of preemptions up to this state. Emptying a buffer is not a switch.
void search::bound(execution& run, node& n) const {
  for (std::size_t i = path_.size(); i-- > 0;) {
    const node& before = path_[i];
    if (before.by >= most_threads) continue;
    n.preemptions = before.preemptions + (before.holder && before.by != *before.holder ? 1 : 0);
    const operation* next = run.pending(before.by);
    few<choice> ways;
    if (next && next->what != action::pause) run.choices(before.by, ways);
    if (!ways.empty()) n.holder = before.by;
    return;
  }
}

bool search::pick(execution& run, node& n, process_id p) {
  awake_ways(run, n, p, n.ways);
  if (n.ways.empty()) return false;
  std::reverse(n.ways.begin(), n.ways.end());  // taken from the back, so that the first way comes
                                               // first
  n.by = p;
  n.as_one = run.model().chooses_as_one(*run.pending(p));
  n.todo |= bit(p);
  n.explored |= bit(p);
  return true;
}

// The ways of p that are not asleep.
void search::awake_ways(execution& run, const node& n, process_id p, few<choice>& ways) {
  ways.clear();
  if (!run.pending(p)) return;
  run.choices(p, ways);
  for (const move& m : n.asleep) {
    if (m.by != p) continue;
    if (m.chosen == all_ways) return ways.clear();
    ways.erase(std::remove(ways.begin(), ways.end(), m.chosen), ways.end());
  }
}

// A move that was asleep before the last step stays asleep if that step does not disturb it.
void search::inherit_sleep(execution& run, node& n) const {
  if (trace_.empty()) return;
  const event& e = trace_.back();
  for (const move& m : path_.back().asleep) {
    if (m.by == e.by) continue;
    const operation* op = run.pending(m.by);
    if (op && !run.model().disturbs(e, m.by, *op)) n.asleep.push_back(m);
  }
  n.inherited = n.asleep.size();
}

// The steps that come before e in every equivalent execution.
void search::order(event& e) const {
  if (last_of_[e.by] != 0) e.clock = trace_[last_of_[e.by] - 1].clock;
  for (const step_id a : e.after) {
    for (process_id p = 0; p < most_processes; ++p)
      e.clock[p] = std::max(e.clock[p], trace_[a].clock[p]);
  }
}

// Finds the races of e, and calls reverse() for each. e is in a race with an earlier step of
// another process if the opposite order might have another outcome, and if no step between them
// orders them.
void search::find_races(const event& e, step_id now) {
  if (how_.reduce != reduction::partial_order || how_.preemptions) return;
  const event* before = last_of_[e.by] != 0 ? &trace_[last_of_[e.by] - 1] : nullptr;
  for (const step_id r : e.rivals) {
    const process_id other = trace_[r].by;
    const auto knows = [&](const event& x) { return x.clock[other] >= r + 1; };
    if (other == e.by || (before && knows(*before))) continue;
    const bool between = std::any_of(e.after.begin(), e.after.end(),
                                     [&](step_id a) { return a != r && knows(trace_[a]); });
    if (!between) reverse(r, e, now);
  }
}

// Ensures that the search also continues, from the state before `earlier`, by a process that leads
// to e without `earlier`.
void search::reverse(step_id earlier, const event& e, step_id now) {
  const process_id other = trace_[earlier].by;
  std::array<step_id, most_processes> first{};  // by process: 1 + its first step after `earlier`
  std::uint32_t initials = 0;
  const auto consider = [&](const event& x, step_id at) {
    if (first[x.by] != 0) return;
    first[x.by] = at + 1;
    for (process_id p = 0; p < most_processes; ++p) {
      if (p != x.by && first[p] != 0 && x.clock[p] >= first[p]) return;
    }
    initials |= bit(x.by);
  };
  // In the new order e may read another message, which was written between `earlier` and e.
  bool may_read_another = false;
  for (step_id k = earlier + 1; k < now; ++k) {
    if (trace_[k].clock[other] >= earlier + 1) continue;
    consider(trace_[k], k);
    may_read_another |= reads(e.op) && writes(trace_[k]) && trace_[k].op.word == e.op.word;
  }
  if (!may_read_another) consider(e, now);
  node& n = path_[earlier];
  // If e's process was asleep when the search reached this state, its ways at that time have been
  // explored. After the reversal e may read a message that does not exist yet, which is a new way.
  const bool slept =
      std::any_of(n.asleep.begin(), n.asleep.begin() + static_cast<std::ptrdiff_t>(n.inherited),
                  [&](const move& m) { return m.by == e.by; });
  if (reads(e.op) && slept && (initials & bit(e.by)) != 0) n.todo = bit(most_processes) - 1;
  if ((n.todo & initials) != 0) return;
  const std::uint32_t chosen = (initials & bit(e.by)) != 0
                                   ? bit(e.by)
                                   : bit(static_cast<process_id>(std::countr_zero(initials)));
  n.todo |= chosen;
}

void search::finish(execution& run) {
  if (!run.failed() && !cut_) run.look_at_end();
  if (cut_) {
    ++result_.cut;
    return;
  }
  ++result_.executions;
  if (!run.failed()) return;
  result_.found = *run.failed();
  for (const event& e : trace_) failing_.push_back({e.by, e.chosen});
}

// Returns to the last state from which something is left to explore.
bool search::next_execution() {
  if (result_.executions + result_.cut >= how_.most_executions) {
    result_.complete = false;
    return false;
  }
  for (; !path_.empty(); path_.pop_back()) {
    node& n = path_.back();
    if (!n.ways.empty()) {
      n.asleep.push_back({n.by, n.ways.back()});
      n.ways.pop_back();
      if (!n.ways.empty()) return true;
      if (n.as_one) n.asleep.push_back({n.by, all_ways});
    }
    if ((n.todo & ~n.explored) != 0) return true;
  }
  return false;
}

}  // namespace arcas::sim
