// SPDX-License-Identifier: Apache-2.0
// Entry points of taskloop. The compiled program makes one task as a pattern; each task of the loop
// is a copy of it with bounds of its own.
#include <arcas/openmp/kmp/tasks.h>
#include <arcas/openmp/task_pieces.h>

namespace arcas::inline v0::detail::openmp::kmp {

namespace {

// Makes what a copy of the bytes does not: private variables with constructors.
using copy_privates = void (*)(kmp_task* made, kmp_task* from, std::int32_t is_last);

struct taskloop {
  kmp_task* pattern;
  std::uint64_t* lower;  // in the pattern; both bounds are included
  std::uint64_t* upper;
  std::int64_t step;
  copy_privates copy;
};

task_head& make_copy(member& me, const taskloop& loop) {
  task_head& pattern = task_head::of_task(loop.pattern);
  task* event = nullptr;
  task& t = make_task(me, order_of(pattern.flags, pattern.bytes, &pattern, &event));
  auto& head = *static_cast<task_head*>(t.data);
  head.of = &t;
  if (loop.pattern->shared) {
    const auto at =
        static_cast<std::byte*>(loop.pattern->shared) - reinterpret_cast<std::byte*>(&pattern);
    head.seen().shared = reinterpret_cast<std::byte*>(&head) + at;
  }
  return head;
}

// The word of the copy that is at the place of `word` in the pattern.
std::uint64_t& same_word(kmp_task& made, const taskloop& loop, std::uint64_t* word) {
  const auto at = reinterpret_cast<std::byte*>(word) - reinterpret_cast<std::byte*>(loop.pattern);
  return *reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::byte*>(&made) + at);
}

void run(const taskloop& loop, const pieces& how, std::uint64_t n, bool deferred) {
  member& me = current();
  const std::uint64_t first = *loop.lower;
  const auto step = static_cast<std::uint64_t>(loop.step);
  std::uint64_t done = 0;
  for (std::uint64_t p = 0; p < how.count; ++p) {
    task_head& head = make_copy(me, loop);
    same_word(head.seen(), loop, loop.lower) = first + done * step;
    done += how.size(p, n - done);
    same_word(head.seen(), loop, loop.upper) = first + (done - 1) * step;
    if (loop.copy) loop.copy(&head.seen(), loop.pattern, done == n ? 1 : 0);
    start(me, head, deferred, {});
  }
}

}  // namespace

extern "C" {

void __kmpc_taskloop_5(const ident*, std::int32_t, kmp_task* pattern, std::int32_t deferred,
                       std::uint64_t* lower, std::uint64_t* upper, std::int64_t step,
                       std::int32_t nogroup, std::int32_t how, std::uint64_t asked,
                       std::int32_t is_strict, copy_privates copy) {
  constexpr std::int32_t grainsize = 1, num_tasks = 2;
  member& me = current();
  const std::uint64_t n =
      count_iterations(static_cast<std::int64_t>(*lower), static_cast<std::int64_t>(*upper), step);
  if (nogroup == 0) enter_group(me);
  if (n != 0 && !task_is_cancelled(*me.now)) {
    const std::uint64_t number = how == grainsize || how == num_tasks ? asked : 0;
    run({pattern, lower, upper, step, copy},
        pieces::cut(n, how == grainsize, is_strict != 0, number, me.in.size()), n, deferred != 0);
  }
  end_unrun(task_head::of_task(pattern));
  if (nogroup == 0) leave_group(me);
}

void __kmpc_taskloop(const ident* of, std::int32_t number, kmp_task* pattern, std::int32_t deferred,
                     std::uint64_t* lower, std::uint64_t* upper, std::int64_t step,
                     std::int32_t nogroup, std::int32_t how, std::uint64_t asked,
                     copy_privates copy) {
  __kmpc_taskloop_5(of, number, pattern, deferred, lower, upper, step, nogroup, how, asked, 0,
                    copy);
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
