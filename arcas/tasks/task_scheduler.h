// SPDX-License-Identifier: Apache-2.0
// Which threads spawn and run the tasks of one pool? A context for each worker, and some for
// threads from outside. Private to tasks/.
#pragma once

#include <arcas/tasks/task_context.h>
#include <arcas/workers/pool.h>

#include <memory>
#include <mutex>
#include <vector>

namespace arcas::detail {

class task_scheduler final : public background_source {
 public:
  // Made at the first call, and destroyed with the pool.
  static task_scheduler& of(pool& p);

  explicit task_scheduler(pool& p);
  ~task_scheduler() override;

  bool look(worker_id w) override;
  bool is_news(worker_id w) override;

  pool& workers() const noexcept { return pool_; }
  const task_context::slots_type& slots() const noexcept { return slots_; }
  task_context::sleepers_type& sleepers() noexcept { return sleepers_; }

  // For the calling thread, which has none here: its own, if it is a worker of the pool, else a
  // guest's.
  task_context& acquire_context();
  // From now on other threads look for tasks there.
  void list(task_context& c);

 private:
  // Threads outside the pool that may spawn tasks at the same time.
  static constexpr unsigned most_guests = 1'000;

  task_context& acquire_guest_context();
  task_context& make_guest_context();

  pool& pool_;
  task_context::slots_type slots_;
  task_context::sleepers_type sleepers_;
  // By the number of the slot; guests' are made as they are needed.
  std::vector<std::unique_ptr<task_context>> contexts_;
  std::mutex making_;
};

}  // namespace arcas::detail
