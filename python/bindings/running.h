// SPDX-License-Identifier: Apache-2.0
// How does a kernel run so that Python's Ctrl-C ends it? It runs on a separate thread, while the
// calling thread waits without the interpreter's lock (GIL). Every 20 ms the waiting thread takes
// the lock, asks Python whether a signal came (PyErr_CheckSignals), looks at the caller's stop
// object, and calls the progress function. If one of these raises an exception, the kernel's stop
// flag is set, the kernel unwinds, and the exception is raised to the caller. No signal handler is
// replaced, and kernel threads never take the lock. After a run that completes, the progress
// function is called once more, with done == total.
#pragma once

#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/kernels/pagerank.h>
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

// The stop token in loop_options::stop: tells whether a stop is requested.
struct stop_flag {
  const std::atomic<bool>* set;
  // relaxed: only the flag itself counts; the kernel reads nothing that the setter wrote.
  bool stop_requested() const { return set->load(std::memory_order_relaxed); }
};

// The state that a kernel's threads and the waiting thread share. It implements the observers of
// all kernels, through which any thread of a kernel reports progress.
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
  // Sets the total of the progress, for a kernel that knows it in advance.
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
  std::atomic<bool> stop_{false};       // set by the waiting thread, read by the kernel's threads
  std::atomic<std::uint64_t> done_{0};  // written by the kernel's threads, read by the waiting one
  std::atomic<std::uint64_t> total_{0};
};

// The options of a call from Python. `progress` is None, or it is called as progress(done, total),
// where total is None if it is not known; after a run that completes it is called with done ==
// total. `stop` is None or an object with is_set(), such as threading.Event. workers: 0 means all.
struct call {
  unsigned workers = 0;
  nb::object progress;
  nb::object stop;
};

// Runs work() on a separate thread and returns when it has ended. Requires the interpreter's lock,
// releases it meanwhile, and returns with it. Throws the exception of work(), of a signal handler,
// of the stop object or of the progress function.
void run_apart(const call& how, running& shared, const std::function<void()>& work);

// Returns (the result of kernel(running&), the seconds that it took).
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
