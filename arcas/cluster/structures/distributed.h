// SPDX-License-Identifier: Apache-2.0
// An object of class T on each rank, under one handle that is copied and captured like a number:
//
//   auto d = distributed<part>::make(args…);   makes one on every rank, from portable arguments
//   d.local()    this rank's object, in tasks and in functions of call()
//   d.end()      destroys them; the handle is invalid afterwards
//
// make and end are called by one task, and wait for all ranks.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/ranks/spawn.h>

#include <exception>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// If tasks of a rank start operations while another operation is under way, the new operations are
// a batch: they travel together in the next message (flat combining at the source: Holt et al.,
// PGAS 2013). One task serves a batch. Then the first task that has arrived meanwhile serves the
// next batch, so that no task serves for long.

// Base class of an operation; the object lives in the task that waits for it.
struct batched {
  task* waiter = nullptr;
  bool done = false;
  bool leads = false;  // whether its task serves the next batch
  std::exception_ptr problem;
};

template <class Operation>
class batching {
 public:
  // Returns when `own` has been served. serve(std::span<Operation*>) may wait; its exception is
  // thrown in all tasks of the batch.
  template <class Serve>
  void run(Operation& own, const Serve& serve) {
    // A caller that cannot wait is refused before its operation is queued.
    task* const waiter = here().tasks().about_to_wait();
    const bool joins = busy_;
    if (joins) own.waiter = waiter;
    waiting_.push_back(&own);
    while (joins && !own.done && !own.leads) here().tasks().suspend("a batch of operations");
    if (!own.done) lead(serve);
    if (own.problem) std::rethrow_exception(own.problem);
  }
  // Whether operations are under way.
  bool busy() const { return busy_; }

 private:
  template <class Serve>
  void lead(const Serve& serve) {
    busy_ = true;
    const std::vector<Operation*> batch = std::exchange(waiting_, {});
    std::exception_ptr problem;
    try {
      serve(std::span<Operation* const>(batch));
    } catch (const task_cancelled&) {
      throw;
    } catch (...) {
      problem = std::current_exception();
    }
    for (Operation* op : batch) {
      op->done = true;
      op->problem = problem;
      if (op->waiter && !op->leads) here().tasks().wake(op->waiter);
    }
    busy_ = !waiting_.empty();
    if (busy_) {
      waiting_.front()->leads = true;
      here().tasks().wake(waiting_.front()->waiter);
    }
  }

  std::vector<Operation*> waiting_;
  bool busy_ = false;
};

}  // namespace arcas::inline v0::cluster::detail

namespace arcas::inline v0::cluster {

namespace detail {

// Ends the object of this number on all ranks that have it.
inline void end_object(object_id id) {
  on_all_ranks([id] { here().tables().objects.end(id); });
}

// Called by one task: returns f(), which makes data on all ranks. If f throws, nothing of them
// stays:
//
//   return all_or_nothing([&] {
//     const auto state = distributed<part>::make();
//     …                                              any statement may throw
//     state.end();
//     return result;
//   });
//
// After an exception the call waits for everything that f has started, also for calls whose futures
// the exception has dropped. Then it calls undo(), ends each object that this task has made in f by
// distributed::make() and has not ended, and rethrows. As everywhere, an exception in a task that f
// has started ends the job.
template <class F, class Undo = decltype([] {})>
std::invoke_result_t<const F&> all_or_nothing(const F& f, const Undo& undo = {}) {
  using result = std::invoke_result_t<const F&>;
  const object_log made(here().tables().objects, here().tasks().current());
  std::exception_ptr thrown;
  try {
    if constexpr (std::is_void_v<result>) {
      return finish(f);
    } else {
      std::optional<result> found;
      finish([&] { found.emplace(f()); });
      return std::move(*found);
    }
  } catch (const task_cancelled&) {
    throw;
  } catch (...) {
    thrown = std::current_exception();
  }
  // Behind the catch block, since a task must not wait for other ranks in one.
  undo();
  while (!made.objects().empty()) end_object(made.objects().back());
  std::rethrow_exception(thrown);
}

}  // namespace detail

template <class T>
class distributed {
 public:
  template <detail::portable... Args>
  static distributed make(const Args&... args) {
    distributed d;
    d.id_ = detail::here().tables().objects.fresh_id(self(), detail::here().tasks().current());
    const detail::object_id id = d.id_;
    on_all_ranks([id, args...] { detail::here().tables().objects.template make<T>(id, args...); });
    return d;
  }
  void end() const { detail::end_object(id_); }
  T& local() const { return detail::here().tables().objects.template get<T>(id_); }

 private:
  detail::object_id id_ = 0;
};

namespace detail {

// Not a lambda in fold_ranks(): it would be compiled again for each f.
template <class T, class Op>
struct fold_at_home {
  global_ptr<T> total;
  [[no_unique_address]] Op op;
  void operator()(const T& part) const { *total.local() = op(*total.local(), part); }
};

}  // namespace detail

// One task reduces a value of all ranks: fold_ranks(identity, op, f) runs f on every rank, and
// folds the results in any order on the caller's rank. Several tasks may call it at the same time.
// If every rank needs the result, use allreduce (collectives.h).
template <class T, class Op, class F>
T fold_ranks(T identity, const Op& op, const F& f) {
  detail::require_portable<Op>();
  detail::require_portable<F>();
  T total = std::move(identity);
  const auto at = export_to_all(total);
  on_all_ranks(
      [fold = detail::fold_at_home<T, Op>{at, op}, f] { async(fold.total.home(), fold, T(f())); });
  return total;
}

namespace detail {

// Throws std::logic_error with `sentence` if busy() is true on any rank.
template <class Busy>
void refuse_where_any(const Busy& busy, const char* sentence) {
  if (fold_ranks(false, [](bool a, bool b) { return a || b; }, busy))
    throw std::logic_error(sentence);
}

// The number of for_each() in progress over the elements of a rank, or of all ranks. The function
// that for_each() calls may wait. Other tasks and functions run meanwhile; while the number is not
// 0, they must not move the elements.
class walk_count {
 public:
  bool any() const { return walks_ != 0; }
  void refuse_change() const {
    if (!any()) return;
    throw std::logic_error(
        "elements must not be added or removed while for_each() iterates over them; do so before "
        "it begins or after it returns");
  }

  void begin() { ++walks_; }
  void end() { --walks_; }

 private:
  unsigned walks_ = 0;
};

class walk {
 public:
  explicit walk(walk_count& count) : count_(count) { count_.begin(); }
  ~walk() { count_.end(); }
  walk(const walk&) = delete;
  walk& operator=(const walk&) = delete;

 private:
  walk_count& count_;
};

}  // namespace detail

}  // namespace arcas::inline v0::cluster
