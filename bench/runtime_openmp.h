// SPDX-License-Identifier: Apache-2.0
// OpenMP as gcc compiles it. The body of an `omp for` is one iteration, which the compiler inlines.
// Here a loop calls the library functions that gcc emits for an `omp for`. They return the same
// chunks. For each chunk the loop calls the out-of-line work(), as the loops of all runtimes do.
// libiomp5 has these functions too, so that one binary measures both libraries.
#pragma once

#include "algorithms.h"
#include "graph_file.h"
#include "loop_runtime.h"

#include <arcas/base/index_range.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/triangle_passes.h>

#include <cli/openmp_loops.h>
#include <omp.h>

#include <algorithm>
#include <parallel/algorithm>
#include <vector>

extern "C" {
bool GOMP_loop_nonmonotonic_dynamic_start(long, long, long, long, long*, long*);
bool GOMP_loop_nonmonotonic_dynamic_next(long*, long*);
bool GOMP_loop_nonmonotonic_guided_start(long, long, long, long, long*, long*);
bool GOMP_loop_nonmonotonic_guided_next(long*, long*);
void GOMP_loop_end_nowait();
}

namespace bench {

class openmp_runtime {
 public:
  static std::string_view name() { return "libgomp"; }

  explicit openmp_runtime(const request& ask)
      : schedule_(schedule_index(ask.schedule.empty() ? "static" : ask.schedule,
                                 {"static", "dynamic", "guided"})),
        grain_(ask.grain),
        workers_(ask.workers) {
    omp_set_dynamic(0);
    schedule_kernels();
  }

  template <class F>
  void enter(F&& f) {
    f();
  }

  template <class Body>
  void loop(std::uint64_t n, const Body& body) {
#pragma omp parallel num_threads(workers_)
    {
      if (schedule_ == 0) {
        take_static(n, body);
      } else {
        take_claimed(static_cast<long>(n), body);
      }
    }
  }

  std::uint64_t sum(numbers in) {
    std::uint64_t s = 0;
#pragma omp parallel for num_threads(workers_) reduction(+ : s)
    for (std::size_t i = 0; i < in.size(); ++i) s += in[i];
    return s;
  }
  // Each thread counts the numbers that it keeps, then copies them behind those of the threads
  // before it.
  std::size_t filter(numbers in, results out) {
    std::vector<std::size_t> ends(workers_ + 1);
#pragma omp parallel num_threads(workers_)
    {
      const auto threads = static_cast<std::uint64_t>(omp_get_num_threads());
      const auto thread = static_cast<std::uint64_t>(omp_get_thread_num());
      const arcas::chunk mine = arcas::part_of(in.size(), threads, thread);
      const auto first = in.begin() + static_cast<std::ptrdiff_t>(mine.first);
      const auto last = in.begin() + static_cast<std::ptrdiff_t>(mine.last);
      ends[thread + 1] = static_cast<std::size_t>(std::count_if(first, last, is_kept));
#pragma omp barrier
      std::size_t at = 0;
      for (std::uint64_t t = 0; t <= thread; ++t) at += ends[t];
      std::copy_if(first, last, out.begin() + static_cast<std::ptrdiff_t>(at), is_kept);
    }
    std::size_t count = 0;
    for (const std::size_t c : ends) count += c;
    return count;
  }
  void scan(numbers in, results out) {
    std::uint64_t s = 0;
#pragma omp parallel for num_threads(workers_) reduction(inscan, + : s)
    for (std::size_t i = 0; i < in.size(); ++i) {
      s += in[i];
#pragma omp scan inclusive(s)
      out[i] = s;
    }
  }
  // libstdc++'s parallel mode, which uses OpenMP.
  void sort(results x) { __gnu_parallel::sort(x.begin(), x.end()); }

  arcas::graph::pagerank_result pagerank(const any_graph& graph,
                                         const arcas::graph::pagerank_options& asked) const {
    const auto loops = [on = cli::openmp_loops(workers_)](
                           std::size_t n, arcas::graph::detail::pagerank_steps steps) {
      return on.sum(n, steps);
    };
    return std::visit(
        [&](const auto& g) { return arcas::graph::detail::pagerank_by(g, asked, loops, loops); },
        graph);
  }
  std::uint64_t triangles(const arcas::graph::undirected_graph& g) const {
    return arcas::graph::detail::count_triangles_by(g, arcas::graph::triangle_order::automatic,
                                                    cli::openmp_loops(workers_));
  }

 private:
  // The loops of kernels are schedule(runtime) over blocks of iterations: this sets their schedule.
  void schedule_kernels() const {
    constexpr omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided};
    omp_set_schedule(kinds[schedule_], static_cast<int>(grain_ / cli::openmp_loops::block));
  }

  // Each of p threads runs one contiguous part or, with a grain, every p-th block, as in the code
  // that gcc generates inline.
  template <class Body>
  void take_static(std::uint64_t n, const Body& body) const {
    const auto threads = static_cast<std::uint64_t>(omp_get_num_threads());
    const auto thread = static_cast<std::uint64_t>(omp_get_thread_num());
    if (grain_ == 0) {
      const arcas::chunk mine = arcas::part_of(n, threads, thread);
      if (!mine.empty()) body(mine.first, mine.last);
      return;
    }
    for (std::uint64_t first = thread * grain_; first < n; first += threads * grain_) {
      body(first, n - first < grain_ ? n : first + grain_);
    }
  }

  template <class Body>
  void take_claimed(long n, const Body& body) const {
    const long grain = grain_ == 0 ? 1 : static_cast<long>(grain_);
    const auto start =
        schedule_ == 1 ? GOMP_loop_nonmonotonic_dynamic_start : GOMP_loop_nonmonotonic_guided_start;
    const auto next =
        schedule_ == 1 ? GOMP_loop_nonmonotonic_dynamic_next : GOMP_loop_nonmonotonic_guided_next;
    long first = 0, last = 0;
    for (bool more = start(0, n, 1, grain, &first, &last); more; more = next(&first, &last)) {
      body(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last));
    }
    GOMP_loop_end_nowait();
  }

  std::size_t schedule_;
  std::uint64_t grain_;
  unsigned workers_;
};

}  // namespace bench
