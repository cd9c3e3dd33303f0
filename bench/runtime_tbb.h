// SPDX-License-Identifier: Apache-2.0
// oneTBB's parallel_for with each of its partitioners, in an arena of the requested width.
#pragma once

#include "algorithms.h"
#include "loop_runtime.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <oneapi/tbb/parallel_sort.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <execution>
#include <functional>
#include <numeric>
#include <vector>

namespace bench {

class tbb_runtime {
 public:
  using task_group = tbb::task_group;

  static std::string_view name() { return "oneTBB"; }
  template <class F, class G>
  static void invoke(F&& f, G&& g) {
    tbb::parallel_invoke(f, g);
  }

  explicit tbb_runtime(const request& ask)
      : schedule_(schedule_index(ask.schedule.empty() ? "auto" : ask.schedule,
                                 {"simple", "auto", "static", "affinity"})),
        grain_(std::max<std::uint64_t>(ask.grain, 1)),
        width_(tbb::global_control::max_allowed_parallelism, ask.workers),
        arena_(static_cast<int>(ask.workers)) {}

  // The caller joins the arena once, not once a loop.
  template <class F>
  void enter(F&& f) {
    arena_.execute(f);
  }

  template <class Body>
  void loop(std::uint64_t n, const Body& body) {
    const range all(0, n, grain_);
    const auto chunk = [&](const range& r) { body(r.begin(), r.end()); };
    switch (schedule_) {
      case 0:
        return tbb::parallel_for(all, chunk, tbb::simple_partitioner{});
      case 1:
        return tbb::parallel_for(all, chunk, tbb::auto_partitioner{});
      case 2:
        return tbb::parallel_for(all, chunk, tbb::static_partitioner{});
      default:
        return tbb::parallel_for(all, chunk, replay_);
    }
  }

  std::uint64_t sum(numbers in) {
    return tbb::parallel_reduce(
        range(0, in.size()), std::uint64_t{0},
        [&](const range& r, std::uint64_t s) {
          for (std::size_t i = r.begin(); i != r.end(); ++i) s += in[i];
          return s;
        },
        std::plus<>{});
  }
  // C++'s parallel algorithms, which libstdc++ builds on oneTBB.
  std::size_t filter(numbers in, results out) {
    const auto end = std::copy_if(std::execution::par, in.begin(), in.end(), out.begin(), is_kept);
    return static_cast<std::size_t>(end - out.begin());
  }
  void scan(numbers in, results out) {
    std::inclusive_scan(std::execution::par, in.begin(), in.end(), out.begin());
  }
  void sort(results x) { tbb::parallel_sort(x.begin(), x.end()); }

 private:
  using range = tbb::blocked_range<std::uint64_t>;

  std::size_t schedule_;
  std::uint64_t grain_;
  tbb::global_control width_;
  tbb::task_arena arena_;
  tbb::affinity_partitioner replay_;  // remembers the last loop's placement
};

}  // namespace bench
