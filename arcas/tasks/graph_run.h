// SPDX-License-Identifier: Apache-2.0
// How threads run the tasks of a graph: in an order near to that of add(), as far as dependences
// allow. PROTOCOL.md, «Predecessors of a task». Private to tasks/.
#pragma once

#include <arcas/tasks/ready_tasks.h>
#include <arcas/tasks/task_graph.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace arcas::inline v0::detail {

// What the threads of a run share. The vectors are those of the graph.
struct graph_run : awaited_tasks {
  graph_run(const task_options& options, std::uint32_t sinks, graph_node* const* all,
            predecessor_count<>* counts)
      : awaited_tasks(options, sinks), nodes(all), waits_for(counts) {}

  graph_node* const* const nodes;        // index: the number of a task
  predecessor_count<>* const waits_for;  // the events of tasks that have not happened
};

// An event for which the task waits has happened. Returns the task if it was the last one;
// otherwise null.
inline graph_node* event_of(std::uint32_t number, graph_node* const* nodes,
                            predecessor_count<>* waits_for) noexcept {
  if (!waits_for[number].one_ended()) return nullptr;
  graph_node* const n = nodes[number];
  if (n->events != 1) waits_for[number].restart(n->events);
  return n;
}

// Called when the function of `n` has returned. Adds the successors that wait for no other task to
// `ready`. The graph may be gone after the last successor has been told, unless one is ready here,
// so nothing of `n` and of the run is read then.
inline void end_node(const graph_node& n, graph_run& run, task_context& by,
                     ready_tasks& ready) noexcept {
  const std::uint32_t* const first = n.successors;
  if (n.successor_count == 0) return run.finished(&by);
  graph_node* const* const nodes = run.nodes;
  predecessor_count<>* const waits_for = run.waits_for;
  // Backwards, since the thread continues with the task that is ready last.
  for (const std::uint32_t* s = first + n.successor_count; s != first;)
    if (graph_node* const later = event_of(*--s, nodes, waits_for)) ready.add(*later);
}

inline void run_ready(ready_tasks& ready, graph_run& run, task_context& by) noexcept {
  while (auto* const n = static_cast<graph_node*>(ready.take(run))) {
    try {
      if (!run.gives_up()) n->call(*n);
    } catch (...) {
      run.fail(caught_exception());
    }
    end_node(*n, run, by, ready);
  }
}

inline void run_node(task& n, task_context& by) noexcept {
  auto& run = static_cast<graph_run&>(*n.of);
  ready_tasks ready(by, run.ancestry());
  ready.add(n);
  run_ready(ready, run, by);
}

// The turns of a run: PROTOCOL.md, «Predecessors of a task». One thread at a time has this task. It
// gives some tasks their turn, and leaves the others to the next thread, or to itself when it has
// run these.
struct turns : task {
  turns() noexcept : task{&give_some, nullptr} {}
  static void give_some(task& self, task_context& by) noexcept;

  const std::uint32_t* next = nullptr;
  const std::uint32_t* end = nullptr;

 private:
  static constexpr std::ptrdiff_t at_once = 64;
};

inline void turns::give_some(task& self, task_context& by) noexcept {
  auto& all = static_cast<turns&>(self);
  auto& run = static_cast<graph_run&>(*all.of);
  graph_node* const* const nodes = run.nodes;
  predecessor_count<>* const waits_for = run.waits_for;
  ready_tasks ready(by, run.ancestry());
  for (bool is_here = true; is_here;) {
    const std::uint32_t* const first = all.next;
    const std::uint32_t* const last = all.next += std::min(at_once, all.end - first);
    is_here = last != all.end && !try_push(by, all, run.ancestry());
    std::ptrdiff_t left = last - first;  // that are not ready
    // Backwards: see end_node(). The graph may be gone after the last turn, unless a task is ready
    // here.
    for (const std::uint32_t* number = last; number != first;) {
      graph_node* const n = event_of(*--number, nodes, waits_for);
      if (!n) continue;
      ready.add(*n);
      --left;
    }
    run_ready(ready, run, by);
    // The turns are far ahead of another thread, which may be waiting for a processor. Without this
    // a random graph took three times as long beside other programs: most tasks began long after
    // their turn, in an order that is not that of the memory.
    if (left > (last - first) / 2) std::this_thread::yield();
  }
}

}  // namespace arcas::inline v0::detail
