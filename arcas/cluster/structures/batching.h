// SPDX-License-Identifier: Apache-2.0
// Operations of a rank's tasks that start while another one is under way travel together in the
// next message (flat combining at the source: Holt et al., PGAS 2013). One task serves a batch.
// Then the first task that has arrived meanwhile serves the next batch, so that no task serves for
// long.
#pragma once

#include <arcas/cluster/ranks/rank.h>

#include <exception>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

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
