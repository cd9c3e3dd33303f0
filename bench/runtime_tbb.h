// SPDX-License-Identifier: Apache-2.0
// oneTBB's parallel_for with each of its partitioners, in an arena as wide as asked for.
#pragma once

#include "loop_runtime.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace bench {

class tbb_runtime {
 public:
  static std::string_view name() { return "oneTBB"; }

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

 private:
  using range = tbb::blocked_range<std::uint64_t>;

  std::size_t schedule_;
  std::uint64_t grain_;
  tbb::global_control width_;
  tbb::task_arena arena_;
  tbb::affinity_partitioner replay_;  // remembers the last loop's placement
};

}  // namespace bench
