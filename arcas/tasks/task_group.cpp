// SPDX-License-Identifier: Apache-2.0
// Wrong uses of a task_group.
#include <arcas/tasks/task_group.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::detail {

void end_with_unread(const std::exception_ptr& failure) noexcept {
  if (std::uncaught_exceptions() != 0) return;
  std::string what = "an object that is not a std::exception";
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& thrown) {
    what = thrown.what();
  } catch (...) {
  }
  std::fprintf(stderr,
               "arcas: a task_group is destroyed while an exception of its tasks is unread: %s; "
               "call wait(), which throws it\n",
               what.c_str());
  std::terminate();
}

void refuse_foreign_wait() {
  throw std::logic_error(
      "task_group::wait() was called by a thread that did not make the group; only the thread that "
      "made it may wait");
}

void refuse_foreign_end() noexcept {
  std::fputs(
      "arcas: a task_group is destroyed by a thread that did not make the group; a coroutine, for "
      "example, must not keep a group across a co_await\n",
      stderr);
  std::terminate();
}

void refuse_wait_in_task() {
  throw std::logic_error(
      "task_group::wait() was called by a task of the group, which would wait for itself; a task "
      "that waits for further tasks makes a task_group of its own");
}

}  // namespace arcas::inline v0::detail
