// SPDX-License-Identifier: Apache-2.0
// The lowest possible cost of a parallel loop on this machine: two pinned threads with one flag
// each. The caller raises its flag, both threads run their halves, and the helper raises its flag.
#pragma once

#include "loop_runtime.h"
#include "pin.h"

#include <arcas/base/cache_line.h>
#include <arcas/base/processor.h>

#include <atomic>
#include <thread>

namespace bench {

class flag_pair {
 public:
  static std::string_view name() { return "flag pair"; }

  explicit flag_pair(const request& ask) {
    schedule_index(ask.schedule.empty() ? "static" : ask.schedule, {"static"});
    if (ask.workers != 2) throw std::invalid_argument("--workers: the flag pair has 2 workers");
    const cpu_set_t allowed = allowed_processors();
    pin_to(allowed, 0);
    helper_ = std::jthread([this, allowed] {
      pin_to(allowed, 1);
      help();
    });
  }
  ~flag_pair() {
    run_ = nullptr;
    raise_and_wait();
  }
  flag_pair(const flag_pair&) = delete;
  flag_pair& operator=(const flag_pair&) = delete;

  template <class F>
  void enter(F&& f) {
    f();
  }

  template <class Body>
  void loop(std::uint64_t n, const Body& body) {
    n_ = n;
    body_ = &body;
    run_ = [](const void* erased, std::uint64_t begin, std::uint64_t end) {
      (*static_cast<const Body*>(erased))(begin, end);
    };
    ++epoch_;
    // release: pairs with help()'s acquire; publishes n_, body_ and run_.
    asked_.value.store(epoch_, std::memory_order_release);
    body(0, n / 2);
    wait_for(done_.value);
  }

 private:
  using flag = arcas::padded<std::atomic<std::uint64_t>>;

  // acquire: pairs with the other side's release store of the same flag.
  void wait_for(const std::atomic<std::uint64_t>& raised) const {
    while (raised.load(std::memory_order_acquire) != epoch_) arcas::pause();
  }

  void raise_and_wait() {
    // release: pairs with help()'s acquire; publishes that run_ is null.
    asked_.value.store(++epoch_, std::memory_order_release);
    wait_for(done_.value);
  }

  void help() {
    for (std::uint64_t epoch = 1;; ++epoch) {
      // acquire: pairs with the caller's release; n_, body_ and run_ are then readable.
      while (asked_.value.load(std::memory_order_acquire) != epoch) arcas::pause();
      const bool last = run_ == nullptr;
      if (!last) run_(body_, n_ / 2, n_);
      // release: pairs with wait_for()'s acquire; all that the body did is visible to the caller.
      done_.value.store(epoch, std::memory_order_release);
      if (last) return;
    }
  }

  flag asked_;  // written by the caller, read by the helper
  // Written by the caller before it raises asked_. No flag is on the same cache line.
  alignas(arcas::no_sharing) std::uint64_t n_ = 0;
  const void* body_ = nullptr;
  void (*run_)(const void*, std::uint64_t, std::uint64_t) = nullptr;
  std::uint64_t epoch_ = 0;
  flag done_;  // written by the helper, read by the caller
  std::jthread helper_;
};

}  // namespace bench
