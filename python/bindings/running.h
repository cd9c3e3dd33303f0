// SPDX-License-Identifier: Apache-2.0
// How does a kernel run so that Python's Ctrl-C ends it? On a thread of its own, while the thread that
// called waits, without the interpreter's lock (GIL). Every 20 ms the waiting thread takes the lock, asks
// Python whether a signal came (PyErr_CheckSignals), looks at the caller's stop object, and tells the
// progress. If one of these raises, the kernel's stop token is set, the kernel unwinds, and what was
// raised is raised. No signal handler is replaced, and kernel threads never take the lock. A run that
// completes tells its progress once more, that all is done.
#pragma once

#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/diameter.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/kernels/iteration_observer.h>
#include <arcas/graph/kernels/sampled_betweenness.h>
#include <arcas/loops/options.h>
#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

namespace python {

namespace nb = nanobind;

// Whether a stop is requested; what loop_options::stop holds.
struct stop_flag {
  const std::atomic<bool>* set;
  // relaxed: only the flag itself counts; the kernel reads nothing that the setter wrote.
  bool stop_requested() const { return set->load(std::memory_order_relaxed); }
};

// What a kernel's thread and the thread that waits for it share. It is every kind of observer: any
// thread may tell how far the kernel is.
class running final : public arcas::graph::iteration_observer,
                      public arcas::graph::betweenness_observer,
                      public arcas::graph::distances_observer,
                      public arcas::graph::sampling_observer,
                      public arcas::graph::diameter_observer {
 public:
  explicit running(unsigned workers) : workers_(workers) {}

  arcas::loop_options loops() const {
    arcas::loop_options options;
    options.stop = stop_flag{&stop_};
    options.workers = workers_;
    return options;
  }
  // Of a kernel whose end is known.
  void expect(std::uint64_t total);

  void iteration_done(unsigned iterations, double residual) override;
  void source_done() override;
  void searched(std::size_t vertices) override;
  void sampled(std::uint64_t samples, std::uint64_t most) override;
  void searched(std::size_t searches, std::size_t open, std::uint32_t diameter) override;

  void request_stop();
  bool stop_requested() const { return stop_flag{&stop_}.stop_requested(); }
  std::uint64_t done() const;
  std::uint64_t total() const;

 private:
  void throw_if_stopped() const;

  const unsigned workers_;
  std::atomic<bool> stop_{false};       // set by the waiting thread, read by all of the kernel's
  std::atomic<std::uint64_t> done_{0};  // any thread of the kernel writes, the waiting one reads
  std::atomic<std::uint64_t> total_{0};
};

// How a call from Python runs: `progress` is None or called as progress(done, total), where total is
// None if the end is not known, and at the end of a run that completes with done == total; `stop` is
// None or has is_set(), as threading.Event; workers 0: all.
struct call {
  unsigned workers = 0;
  nb::object progress;
  nb::object stop;
};

// work(shared) on a thread of its own; returns when that has ended. Requires the interpreter's lock, and
// has it again at the end. Throws what work threw, or what a look at Python or the progress raised.
void run_apart(const call& how, running& shared, const std::function<void()>& work);

// The result of kernel(running&), and how long it took.
template <class Kernel>
auto timed(const call& how, const Kernel& kernel) {
  using result = decltype(kernel(std::declval<running&>()));
  running shared(how.workers);
  std::optional<result> made;
  const auto begin = std::chrono::steady_clock::now();
  run_apart(how, shared, [&] { made.emplace(kernel(shared)); });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return std::pair<result, double>(std::move(*made), took.count());
}
template <class Kernel>
auto run(const call& how, const Kernel& kernel) {
  return timed(how, kernel).first;
}

}  // namespace python
