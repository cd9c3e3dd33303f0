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
// resumes a handle there, has several.
constinit thread_local chain_run* innermost = nullptr;

}  // namespace

// Why is a coroutine not resumed by symmetric transfer? gcc compiles a transfer as a call unless
// the program is optimised, so that a loop of co_await overflows the stack. And clang before
// version 19 stores the handle that await_suspend() returns in the frame of the coroutine, which
// may continue on another thread, or may be destroyed, before that store. These functions are not
// inline, since a compiler may keep the address of a thread_local variable across a co_await.
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

void coroutine_promise::push_told(bool behind) {
  awaited_tasks& group = end->group();
  of = &group;
  const task_ancestry join = group.ancestry();
  task_scheduler& scheduler = group.home().of();
  task_context* const here = task_context::current();
  const bool is_searched =
      here && &here->of() == &scheduler && (here == &group.home() || here->works_for(join));
  if (is_searched && !behind) [[likely]] {
    race_detector::tell(static_cast<task*>(this));  // after the last access to the group
    here->push(*this, join);
  } else {
    // The threads that wait for this group would not look into the slot of a thread that works for
    // other groups. They look into an abandoned slot.
    const task_scope scope(scheduler, {.join = join});
    race_detector::tell(static_cast<task*>(this));  // after the last access to the group
    scope.context().push(*this, join);
  }
}

}  // namespace arcas::inline v0::detail
