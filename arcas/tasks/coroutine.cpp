// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/coroutine_chain.h>

#include <utility>

namespace arcas::inline v0::detail {

namespace {

// A call of resume_chain().
struct chain_run {
  coroutine_promise* resumed;         // the coroutine that this call has resumed last
  coroutine_promise* next = nullptr;  // null: none
};

// The latest of this thread that has not returned. A thread that runs a task inside a coroutine, or
// resumes a handle there, has several. The coroutine that it names may have ended: then a new one
// at its address is resumed later, when the other's await_suspend() has returned.
constinit thread_local chain_run* innermost = nullptr;

}  // namespace

// Why is a coroutine not resumed by symmetric transfer? gcc compiles a transfer as a call unless
// the program is optimised, so that a loop of co_await overflows the stack. And clang before
// version 19 stores the handle that await_suspend() returns in the frame of the coroutine, which
// may continue on another thread, or may be destroyed, before that store.
void coroutine_promise::resume_chain() noexcept {
  chain_run* const outer = innermost;
  chain_run mine{this};
  innermost = &mine;
  while (mine.resumed) {
    mine.resumed->self.resume();
    mine.resumed = std::exchange(mine.next, nullptr);
  }
  innermost = outer;
}

void coroutine_promise::hand_over(coroutine_promise& to) noexcept {
  if (innermost && innermost->resumed == this) {
    innermost->next = &to;
  } else {
    to.resume_chain();
  }
}

void coroutine_promise::push_told() {
  of = &end->group();
  task_context* const here = task_context::current();
  if (here && here->is_searched_for(*of)) [[likely]]
    return push_to(*here);
  const task_scope scope(*of, false);
  push_to(scope.context());
}

void coroutine_promise::push_to(task_context& here) {
  const task_ancestry join = of->ancestry();
  race_detector::tell(static_cast<task*>(this));  // after the last access to the group
  here.push(*this, join);
}

void coroutine_promise::push_in_turn_told() {
  task_context* const here = task_context::current();
  if (!here || !here->is_turn_of_others()) return push_told();
  of = &end->group();
  ARCAS_TRY {
    // A thread takes the tasks in an abandoned slot when it has no task of its own.
    const task_scope scope(*of, true);
    push_to(scope.context());
  }
  ARCAS_CATCH_ALL {  // no slot is free, or there is no memory for one
    push_told();
  }
}

}  // namespace arcas::inline v0::detail
