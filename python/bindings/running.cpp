// SPDX-License-Identifier: Apache-2.0
#include "running.h"

#include "python_end.h"

#include <arcas/graph/errors.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace python {
namespace {

// Far shorter than the 0.2 s in which Ctrl-C must take effect, and long enough that the checks cost
// nothing measurable.
constexpr std::chrono::milliseconds between_looks{20};

// An event that one thread sets once and another waits for.
class ending {
 public:
  void tell() {
    // Notifies under the lock, since the waiting thread may destroy this object as soon as it gets
    // the lock.
    const std::lock_guard guard(lock_);
    ended_ = true;
    changed_.notify_one();
  }
  bool wait_for(std::chrono::milliseconds time) {
    std::unique_lock guard(lock_);
    return changed_.wait_for(guard, time, [&] { return ended_; });
  }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  bool ended_ = false;
};

// Checks for signals, looks at the stop object and calls the progress function. Throws the
// exceptions that these raise.
void look_at_python(const call& how, running& shared, std::uint64_t& told) {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (!how.stop.is_none() && nb::cast<bool>(how.stop.attr("is_set")())) shared.request_stop();
  if (how.progress.is_none() || shared.done() == told) return;
  told = shared.done();
  const std::uint64_t total = shared.total();
  how.progress(told, total == 0 ? nb::none() : nb::cast(total));
}

// The last call of the progress function, with done == total: the work done, or 1 for a kernel that
// does not count its work.
void tell_the_end(const call& how, const running& shared) {
  if (how.progress.is_none()) return;
  const std::uint64_t all = std::max(shared.done(), std::uint64_t{1});
  how.progress(all, all);
}

// Calls look_at_python() with the lock. If that raises an exception, requests that the kernel
// stops, and returns the exception.
std::exception_ptr look_with_lock(const call& how, running& shared, std::uint64_t& told) {
  const lock_permit permit;
  if (!permit.allowed()) {
    shared.request_stop();
    return {};
  }
  const nb::gil_scoped_acquire with_lock;
  try {
    look_at_python(how, shared, told);
    return {};
  } catch (...) {
    shared.request_stop();
    return std::current_exception();
  }
}

}  // namespace

void running::expect(std::uint64_t total) {
  // relaxed: a number to be shown; nothing is read through it.
  total_.store(total, std::memory_order_relaxed);
}

void running::throw_if_stopped() const {
  if (stop_requested()) throw arcas::graph::interrupted();
}

void running::iteration_done(unsigned iterations, double) {
  // relaxed: a number to be shown; nothing is read through it.
  done_.store(iterations, std::memory_order_relaxed);
  throw_if_stopped();
}

void running::source_done() {
  // relaxed: a number to be shown; nothing is read through it.
  done_.fetch_add(1, std::memory_order_relaxed);
  throw_if_stopped();
}

void running::searched(std::size_t vertices) {
  // relaxed: a number to be shown; nothing is read through it.
  done_.fetch_add(vertices, std::memory_order_relaxed);
  throw_if_stopped();
}

void running::sampled(std::uint64_t samples, std::uint64_t most) {
  expect(most);
  // relaxed: a number to be shown; nothing is read through it.
  done_.store(samples, std::memory_order_relaxed);
  throw_if_stopped();
}

void running::searched(std::size_t searches, std::size_t, std::uint32_t) {
  // relaxed: a number to be shown; nothing is read through it.
  done_.store(searches, std::memory_order_relaxed);
  throw_if_stopped();
}

void running::request_stop() {
  // relaxed: pairs with stop_flag's load; only the flag itself counts.
  stop_.store(true, std::memory_order_relaxed);
}

std::uint64_t running::done() const {
  // relaxed: a number to be shown; nothing is read through it.
  return done_.load(std::memory_order_relaxed);
}

std::uint64_t running::total() const {
  // relaxed: a number to be shown; nothing is read through it.
  return total_.load(std::memory_order_relaxed);
}

void run_apart(const call& how, running& shared, const std::function<void()>& work) {
  std::exception_ptr raised;  // by look_with_lock()
  std::exception_ptr thrown;  // by work()
  PyThreadState* const state = PyEval_SaveThread();
  {
    ending end;
    std::jthread worker([&] {
      try {
        work();
      } catch (...) {
        thrown = std::current_exception();
      }
      end.tell();
    });
    std::uint64_t told = 0;
    while (!end.wait_for(between_looks)) {
      if (!raised) raised = look_with_lock(how, shared, told);
    }
  }
  const lock_permit permit;
  if (!permit.allowed()) wait_for_the_end();
  PyEval_RestoreThread(state);
  if (raised) std::rethrow_exception(raised);
  if (thrown) std::rethrow_exception(thrown);
  tell_the_end(how, shared);
}

}  // namespace python
