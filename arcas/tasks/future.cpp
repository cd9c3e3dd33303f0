// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/future.h>

#include <algorithm>
#include <exception>
#include <stdexcept>

namespace arcas::inline v0::detail {

void future_state::wait() {
  if (over()) return;
  if (made_by_ != task_context::thread()) refuse_foreign_future();
  if (group_.is_awaited) refuse_future_in_task();
  const struct awaited {
    explicit awaited(awaited_tasks& group) : of(group) { of.is_awaited = true; }
    ~awaited() { of.is_awaited = false; }
    awaited(const awaited&) = delete;
    awaited& operator=(const awaited&) = delete;
    awaited_tasks& of;
  } now(group_);
  task_context& here = home();
  while (!over()) {
    task* const t = here.pop();
    if (t && t->of == &group_) {
      t->run(*t, here);
    } else {
      here.wait_for(*this, t, nullptr);
    }
  }
}

void refuse_foreign_future() {
  throw std::logic_error(
      "async(), then(), get() or wait() was called by a thread that did not make the task_group; "
      "only the "
      "thread that made it may use its futures. A task takes results as arguments: "
      "async(group, f, std::move(future))");
}

void refuse_future_in_task() {
  throw std::logic_error(
      "get() or wait() of a future was called by a task of its task_group before the result was "
      "there, and the result may depend on this task; a task takes results as arguments: "
      "async(group, f, std::move(future))");
}

void refuse_empty_future() {
  throw std::logic_error(
      "a future is empty: it was made without a task, or get(), then(), async() or a move has "
      "taken its result");
}

void refuse_future_of_other_group() {
  throw std::logic_error(
      "async(group, f, futures...): a future, or one of after(), is the result of a task of "
      "another task_group; all futures must be of this group");
}

void refuse_same_future_twice(std::initializer_list<const future_state*> futures) {
  for (auto a = futures.begin(); a != futures.end(); ++a) {
    if (std::find(futures.begin(), a, *a) != a)
      throw std::logic_error("async(group, f, futures...): a future is passed twice");
  }
}

std::exception_ptr not_called() noexcept {
  try {
    throw std::runtime_error(
        "the task of a future was not called: its task_group was stopped, or another task of the "
        "group has thrown");
  } catch (...) {
    return std::current_exception();
  }
}

}  // namespace arcas::inline v0::detail
