// SPDX-License-Identifier: Apache-2.0
// fork_union, if its header is available: static slices, or dynamic blocks of `grain` iterations
// from one shared counter. Threads wait with the pause instruction or, if the schedule ends with
// -yield, by yielding, which is fork_union's default.
#pragma once

#include "loop_runtime.h"

#include <fork_union.hpp>

#include <algorithm>
#include <thread>
#include <variant>

namespace bench {

class fork_union_runtime {
 public:
  static std::string_view name() { return "fork_union"; }

  explicit fork_union_runtime(const request& ask) : grain_(std::max<std::uint64_t>(ask.grain, 1)) {
    const std::size_t schedule =
        schedule_index(ask.schedule.empty() ? "static" : ask.schedule,
                       {"static", "dynamic", "static-yield", "dynamic-yield"});
    dynamic_ = schedule % 2 == 1;
    if (schedule >= 2) pool_.emplace<yielding>();
    const bool spawned = std::visit([&](auto& pool) { return pool.try_spawn(ask.workers); }, pool_);
    if (!spawned) throw std::runtime_error("fork_union could not start its threads");
  }

  template <class F>
  void enter(F&& f) {
    f();
  }

  template <class Body>
  void loop(std::uint64_t n, const Body& body) {
    std::visit([&](auto& pool) { dynamic_ ? blocks(pool, n, body) : slices(pool, n, body); },
               pool_);
  }

 private:
  using pausing = ashvardanian::fork_union::basic_pool<std::allocator<std::thread>,
                                                       ashvardanian::fork_union::x86_pause_t>;
  using yielding = ashvardanian::fork_union::basic_pool<>;

  template <class Pool, class Body>
  static void slices(Pool& pool, std::uint64_t n, const Body& body) {
    pool.for_slices(n, [&](ashvardanian::fork_union::prong_t slice, std::size_t count) noexcept {
      body(slice.task, slice.task + count);
    });
  }

  template <class Pool, class Body>
  void blocks(Pool& pool, std::uint64_t n, const Body& body) {
    const std::uint64_t grain = grain_;
    pool.for_n_dynamic((n + grain - 1) / grain,
                       [&, n, grain](ashvardanian::fork_union::prong_t block) noexcept {
                         body(block.task * grain, std::min(n, (block.task + 1) * grain));
                       });
  }

  std::uint64_t grain_;
  bool dynamic_ = false;
  std::variant<pausing, yielding> pool_;
};

}  // namespace bench
