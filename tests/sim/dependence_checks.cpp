// SPDX-License-Identifier: Apache-2.0
// Predecessors of a task (task_slot.h, dependences.h). A task of a graph runs once in each run,
// after its predecessors. A task that is entered while its predecessors end runs once, after them,
// and no thread uses a node that has been freed.
#include "checks.h"

#include <sim/explore/explored_atomic.h>
#include <sim/explore/explored_futex.h>

#include <arcas/tasks/dependences.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace arcas::sim {

using namespace detail;
namespace {

// A graph: `count` tasks, each run by a thread of its own, and a last task that follows them.
struct joining_graph {
  explicit joining_graph(std::uint32_t n) : count(n) { waits_for.restart(n); }

  // Runs first task i. The thread to which it leaves the last task runs this one, too.
  bool run(unsigned i) {
    results[i].set(results[i].read() + 1);
    if (!waits_for.one_ended()) return false;
    waits_for.restart(count);
    for (unsigned k = 0; k < count; ++k) sum.set(sum.read() + results[k].read());
    return true;
  }

  const std::uint32_t count;
  predecessor_count<explored_atomic> waits_for;
  std::array<shared<int>, 3> results{shared<int>{0}, shared<int>{0}, shared<int>{0}};
  shared<int> sum{0};
};

void join(world& w, unsigned threads) {
  auto& g = w.make<joining_graph>("graph", threads);
  for (unsigned i = 0; i < threads; ++i)
    w.thread("worker " + std::to_string(i), [&g, i] { g.run(i); });
  w.at_end([&g, threads] {
    require(g.sum.read() == static_cast<int>(threads), "the last task runs once, after the others");
  });
}
void two_predecessors(world& w) {
  join(w, 2);
}
void three_predecessors(world& w) {
  join(w, 3);
}

// The home runs a graph of two tasks and a last one twice; another thread runs one of the two.
struct running_graph {
  joining_graph graph{2};
  waiter<explored_atomic> waiting;
  task_count<explored_atomic> unfinished{1};
  explored_atomic<int> given{0};  // number of runs for which the other thread has its task

  void run_at_home(int run) {
    given.store(run, std::memory_order_release);  // release: as a push
    if (graph.run(0)) unfinished.finished_here();
    while (!unfinished.over()) machine<explored_atomic>::pause();
    require(graph.sum.read() == (run == 1 ? 2 : 6), "a run ends after its last task");
    unfinished.spawned_here();
  }
  void help(int run) {
    // acquire: as a theft.
    while (given.load(std::memory_order_acquire) < run) machine<explored_atomic>::pause();
    if (graph.run(1)) unfinished.finished_elsewhere(waiting);
  }
};

void two_runs(world& w) {
  auto& g = w.make<running_graph>("graph");
  w.thread("home", [&g] {
    g.run_at_home(1);
    g.run_at_home(2);
  });
  w.thread("other", [&g] {
    g.help(1);
    g.help(2);
  });
}

// A task that its creator enters behind `count` tasks, while these run.
struct entered_task {
  using node = dependence_node<explored_atomic>;

  explicit entered_task(unsigned n) : count(n) {
    for (unsigned i = 0; i < n; ++i) {
      earlier[i].emplace(nullptr);
      earlier[i]->keep();  // the reference of the creator's table
    }
    later.emplace(nullptr);
  }

  void run_earlier(unsigned i) {
    results[i].set(1);
    earlier[i]->end([this](node& n) {
      if (n.predecessor_ended() && !is_awaited) run_later();
    });
    drop(earlier[i]);
  }
  void create() {
    later->begin(count);
    for (unsigned i = 0; i < count; ++i) {
      later->follow(*earlier[i], links[i]);
      drop(earlier[i]);
    }
    if (later->entered()) return run_later();
    if (!is_awaited) return;
    while (!later->may_begin()) machine<explored_atomic>::pause();
    run_later();
  }
  void run_later() {
    for (unsigned i = 0; i < count; ++i)
      require(results[i].read() == 1, "a task begins after its predecessors");
    runs.set(runs.read() + 1);
    drop(later);
  }
  static void drop(std::optional<node>& n) {
    if (n->drop()) n.reset();
  }

  const unsigned count;
  bool is_awaited = false;
  std::array<std::optional<node>, 2> earlier;
  std::optional<node> later;
  std::array<node::link, 2> links;
  std::array<shared<int>, 2> results{shared<int>{0}, shared<int>{0}};
  shared<int> runs{0};
};

void enter(world& w, unsigned predecessors, bool is_awaited) {
  auto& t = w.make<entered_task>("tasks", predecessors);
  t.is_awaited = is_awaited;
  w.thread("creator", [&t] { t.create(); });
  for (unsigned i = 0; i < predecessors; ++i)
    w.thread("worker " + std::to_string(i), [&t, i] { t.run_earlier(i); });
  w.at_end([&t] {
    require(t.runs.read() == 1, "a task runs once");
    require(!t.later && !t.earlier[0] && !t.earlier[1], "all nodes are freed");
  });
}
void entered_behind_one(world& w) {
  enter(w, 1, false);
}
void entered_behind_two(world& w) {
  enter(w, 2, false);
}
void awaited_behind_two(world& w) {
  enter(w, 2, true);
}

// A creator enters two tasks behind one that runs meanwhile.
struct two_entered {
  using node = dependence_node<explored_atomic>;

  void run_first() {
    result.set(1);
    first.end([this](node& n) {
      if (n.predecessor_ended()) run(n);
    });
  }
  void create() {
    for (unsigned i = 0; i < 2; ++i) {
      later[i].begin(1);
      later[i].follow(first, links[i]);
      if (later[i].entered()) run(later[i]);
    }
  }
  void run(const node& n) {
    require(result.read() == 1, "a task begins after its predecessor");
    auto& mine = runs[&n == &later[0] ? 0 : 1];
    mine.set(mine.read() + 1);
  }

  node first{nullptr};
  std::array<node, 2> later{node{nullptr}, node{nullptr}};
  std::array<node::link, 2> links;
  shared<int> result{0};
  std::array<shared<int>, 2> runs{shared<int>{0}, shared<int>{0}};
};

void two_successors(world& w) {
  auto& t = w.make<two_entered>("tasks");
  w.thread("creator", [&t] { t.create(); });
  w.thread("worker", [&t] { t.run_first(); });
  w.at_end(
      [&t] { require(t.runs[0].read() == 1 && t.runs[1].read() == 1, "each task runs once"); });
}

// A creator forgets a task that has ended: the next task does not follow it. If the task has not
// ended, the next task is entered behind it.
struct forgotten_task {
  using node = dependence_node<explored_atomic>;

  void run_first() {
    result.set(1);
    first->end([this](node& n) {
      if (n.predecessor_ended()) run_later();
    });
    drop();
  }
  void create() {
    const bool is_forgotten = first->has_ended();
    later.begin(1);
    if (!is_forgotten) later.follow(*first, link);
    drop();
    if (is_forgotten || later.entered()) run_later();
  }
  void run_later() {
    require(result.read() == 1, "a task begins after a predecessor that was forgotten");
    runs.set(runs.read() + 1);
  }
  void drop() {
    if (first->drop()) first.reset();
  }

  std::optional<node> first{std::in_place, nullptr};
  node later{nullptr};
  node::link link;
  shared<int> result{0};
  shared<int> runs{0};
};

void forgotten_predecessor(world& w) {
  auto& t = w.make<forgotten_task>("tasks");
  t.first->keep();  // the reference of the creator's table
  w.thread("creator", [&t] { t.create(); });
  w.thread("worker", [&t] { t.run_first(); });
  w.at_end([&t] {
    require(t.runs.read() == 1, "a task runs once");
    require(!t.first, "the node is freed");
  });
}

}  // namespace

std::span<const check> dependence_checks() {
  static const check checks[] = {
      {"dependence_two_predecessors", two_predecessors},
      {"dependence_three_predecessors", three_predecessors},
      {"dependence_two_runs", two_runs},
      {"dependence_entered_behind_one", entered_behind_one},
      {"dependence_entered_behind_two", entered_behind_two},
      {"dependence_awaited_behind_two", awaited_behind_two},
      {"dependence_two_successors", two_successors},
      {"dependence_forgotten_predecessor", forgotten_predecessor},
  };
  return checks;
}

}  // namespace arcas::sim
