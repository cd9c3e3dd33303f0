// SPDX-License-Identifier: Apache-2.0
// Kernels in the loops of OpenMP, by turns with those of Arcas: what would their time be without it?
//
// Two runtimes in one process must not disturb each other. Idle threads of both spin for a while, in
// the hope of another loop, and where every processor has a worker they would take time from the
// other runtime. So a trial begins only when the threads of the other runtime have ended (OpenMP's,
// by rest_openmp()) or are asleep (those of Arcas). Each keeps its own way of waiting while it runs:
// OMP_WAIT_POLICY=passive would make OpenMP slower. Since its threads are then new or asleep, a trial
// starts with a run that is not timed, which also brings back to the caches what the other runtime
// has pushed out.
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

// Vertices of an iteration of OpenMP's loops: openmp_loops::block.
inline constexpr std::size_t openmp_block = 64;

// Whether this program was built with OpenMP.
bool has_openmp();
// The kernels' steps in OpenMP's loops with this number of threads, which go on spinning for a while.
arcas::graph::pagerank_result pagerank_by_openmp(const arcas::graph::directed_graph& g,
                                                 const arcas::graph::pagerank_options& options,
                                                 unsigned threads);
std::uint64_t triangles_by_openmp(const arcas::graph::undirected_graph& g, unsigned threads);
// The threads have ended when it returns.
void rest_openmp();
// Sets the schedule of these loops and names it, as in "dynamic,64": OMP_SCHEDULE, or what suits an
// uneven graph. Throws std::runtime_error with a sentence where this program was built without OpenMP.
std::string openmp_schedule();

// Returns when the workers of Arcas sleep, or do not in their usual time.
void await_sleeping_workers();

// kernel(), after untimed().
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
  // Throws what openmp_schedule() throws.
  openmp_trials();
  unsigned threads() const { return threads_; }

  // A trial, between two of Arcas.
  template <class Untimed, class Kernel>
  auto timed(const Untimed& untimed, const Kernel& kernel) {
    await_sleeping_workers();
    auto result = timed_after(untimed, kernel, seconds_);
    rest_openmp();
    return result;
  }

  // The times, by passes over the edges of a graph.
  struct passes {
    std::uint64_t edges;
    unsigned ours = 1;
    unsigned theirs = 1;
  };
  // Adds lines to the notes of the report, with `compared` after the ratio of speeds, and "openmp" to
  // its run, with `members` of the kernel's own.
  void describe(kernel_report& report, const passes& made, const std::string& compared,
                std::vector<json_member> members = {}) const;

 private:
  std::string schedule_;
  unsigned threads_;
  trial_seconds seconds_;
};

// Before the graph is read: throws what openmp_schedule() throws where the option was given.
void require_openmp(const std::string& compare);

}  // namespace cli
