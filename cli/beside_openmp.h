// SPDX-License-Identifier: Apache-2.0
// How long would a kernel take without Arcas? It runs in loops of OpenMP, by turns with the same
// kernel in loops of Arcas.
//
// Two runtimes in one process must not disturb each other. Idle threads of both spin for a while to
// wait for another loop. If each processor has a worker, these threads would take time from the
// other runtime. So a trial begins only when the threads of the other runtime have ended (OpenMP's,
// by rest_openmp()) or sleep (those of Arcas). Each runtime keeps its own way of waiting while it
// runs: OMP_WAIT_POLICY=passive would make OpenMP slower. Since the threads of the trial's own
// runtime are then new or asleep, a trial starts with a run that is not timed. That run also brings
// data back into the caches that the other runtime has evicted.
#pragma once

#include "figures.h"
#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/triangles.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// Number of vertices in an iteration of OpenMP's loops: openmp_loops::block.
inline constexpr std::size_t openmp_block = 64;

// Whether this program was built with OpenMP.
bool has_openmp();
// The kernels' steps in OpenMP's loops with `threads` threads, which spin for a while afterwards.
graph::pagerank_result pagerank_by_openmp(const graph::directed_graph& g,
                                          const graph::pagerank_options& options, unsigned threads);
std::uint64_t triangles_by_openmp(const graph::undirected_graph& g, unsigned threads);
// Ends the threads of OpenMP.
void rest_openmp();
// Sets the schedule of OpenMP's loops to that of OMP_SCHEDULE, or to one that suits a graph with
// uneven degrees, and returns its name, as in "dynamic,64". Throws std::runtime_error if this
// program was built without OpenMP.
std::string openmp_schedule();

// Returns when the workers of Arcas sleep, or when they should have fallen asleep and have not.
void await_sleeping_workers();

// Runs untimed(), then kernel(), whose time it adds to `seconds`. Returns the kernel's result.
template <class Untimed, class Kernel>
auto timed_after(const Untimed& untimed, const Kernel& kernel, trial_seconds& seconds) {
  untimed();
  const stopwatch time;
  auto result = kernel();
  seconds.all.push_back(time.seconds());
  return result;
}

// The trials under OpenMP.
class openmp_trials {
 public:
  // Throws the exceptions of openmp_schedule().
  openmp_trials();
  unsigned threads() const { return threads_; }

  // Runs a trial under OpenMP. Trials under Arcas run before and after it.
  template <class Untimed, class Kernel>
  auto timed(const Untimed& untimed, const Kernel& kernel) {
    await_sleeping_workers();
    auto result = timed_after(untimed, kernel, seconds_);
    rest_openmp();
    return result;
  }

  // The numbers of passes over the edges of a graph, by Arcas and by OpenMP.
  struct passes {
    std::uint64_t edges;
    unsigned ours = 1;
    unsigned theirs = 1;
  };
  // Adds lines to the report's notes, with `compared` after the ratio of speeds. Adds the object
  // "openmp" to the run of the report; the object also has the kernel's `members`.
  void describe(kernel_report& report, const passes& made, const std::string& compared,
                std::vector<json_member> members = {}) const;

 private:
  std::string schedule_;
  unsigned threads_;
  trial_seconds seconds_;
};

// Called before the graph is read, with the value of --compare. If that is not empty, throws the
// exceptions of openmp_schedule().
void require_openmp(const std::string& compare);

}  // namespace cli
