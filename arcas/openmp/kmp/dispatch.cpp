// SPDX-License-Identifier: Apache-2.0
// Entry points of loops whose iterations are claimed: dynamic, guided, runtime, auto and ordered.
#include <arcas/openmp/kmp/kmp.h>
#include <arcas/openmp/kmp/schedules.h>

#include <algorithm>
#include <type_traits>

namespace arcas::inline v0::detail::openmp::kmp {

namespace {

// The schedule with chunks of whole vectors of `width` iterations, for a loop of n iterations.
schedule in_vectors(schedule how, std::uint64_t n, std::uint64_t width) {
  const std::uint64_t members = current().in.size();
  const std::uint64_t each = how.chunk != 0 ? how.chunk * width : (n + members - 1) / members;
  how.chunk = std::max<std::uint64_t>(1, (each + width - 1) / width) * width;
  return how;
}

schedule schedule_of(std::int32_t number, std::uint64_t n, std::int64_t asked) {
  const std::uint64_t chunk = asked > 0 ? static_cast<std::uint64_t>(asked) : 1;
  switch (number) {
    case static_chunked:
    case static_balanced_chunked:
      return {loop_schedule::fixed, false, chunk};
    case static_blocks:
    case static_greedy:
    case static_balanced:
      return {loop_schedule::fixed, false, 0};
    case dynamic_chunked:
    case stealing:
      return {loop_schedule::dynamic, false, chunk};
    case guided_chunked:
    case guided_simd:
      return {loop_schedule::guided, false, chunk};
    case runtime:
      return current().now->icvs.runtime;
    case runtime_simd:
      return in_vectors(current().now->icvs.runtime, n, chunk);
    case automatic:
      return {loop_schedule::automatic, false, 0};
    default:
      refuse("this schedule of a loop");
  }
}

template <class T>
[[gnu::always_inline]] inline void init(std::int32_t number, T lower, T upper,
                                        std::make_signed_t<T> step, std::int64_t chunk) {
  member& me = current();
  // A loop that was cancelled ends without a call.
  leave_share(me);
  const std::uint64_t n = count_iterations(lower, upper, step);
  const auto first = static_cast<std::uint64_t>(lower);
  const auto by = static_cast<std::uint64_t>(step);
  loop_order order{.bounds = {first, first + n * by, by, n}, .place = __builtin_return_address(0)};
  std::int32_t plain = plain_schedule(number);
  order.ordered = plain >= first_ordered && plain <= last_ordered;
  if (order.ordered) plain -= first_ordered - static_chunked;
  choose_way(order, schedule_of(plain, n, chunk), (number & nonmonotonic_modifier) == 0);
  enter_share(me, order);
}

// Returns 0 when the calling member has no further iterations, and then leaves *last as it is:
// after the loop, the member whose last chunk has set *last copies the `lastprivate` variables.
template <class T>
std::int32_t next(std::int32_t* last, T* lower, T* upper, std::make_signed_t<T>* step) {
  member& me = current();
  if (!next_iterations(me)) {
    leave_share(me);
    return 0;
  }
  const loop_part& mine = me.loop;
  *lower = static_cast<T>(mine.bounds.value(mine.first));
  *upper = static_cast<T>(mine.bounds.value(mine.last - 1));
  if (step) *step = static_cast<std::make_signed_t<T>>(mine.bounds.step);
  if (last) *last = mine.had_last ? 1 : 0;
  return 1;
}

}  // namespace

extern "C" {

void __kmpc_dispatch_init_4(const ident*, std::int32_t, std::int32_t schedule, std::int32_t lower,
                            std::int32_t upper, std::int32_t step, std::int32_t chunk) {
  init(schedule, lower, upper, step, chunk);
}
void __kmpc_dispatch_init_4u(const ident*, std::int32_t, std::int32_t schedule, std::uint32_t lower,
                             std::uint32_t upper, std::int32_t step, std::int32_t chunk) {
  init(schedule, lower, upper, step, chunk);
}
void __kmpc_dispatch_init_8(const ident*, std::int32_t, std::int32_t schedule, std::int64_t lower,
                            std::int64_t upper, std::int64_t step, std::int64_t chunk) {
  init(schedule, lower, upper, step, chunk);
}
void __kmpc_dispatch_init_8u(const ident*, std::int32_t, std::int32_t schedule, std::uint64_t lower,
                             std::uint64_t upper, std::int64_t step, std::int64_t chunk) {
  init(schedule, lower, upper, step, chunk);
}

std::int32_t __kmpc_dispatch_next_4(const ident*, std::int32_t, std::int32_t* last,
                                    std::int32_t* lower, std::int32_t* upper, std::int32_t* step) {
  return next(last, lower, upper, step);
}
std::int32_t __kmpc_dispatch_next_4u(const ident*, std::int32_t, std::int32_t* last,
                                     std::uint32_t* lower, std::uint32_t* upper,
                                     std::int32_t* step) {
  return next(last, lower, upper, step);
}
std::int32_t __kmpc_dispatch_next_8(const ident*, std::int32_t, std::int32_t* last,
                                    std::int64_t* lower, std::int64_t* upper, std::int64_t* step) {
  return next(last, lower, upper, step);
}
std::int32_t __kmpc_dispatch_next_8u(const ident*, std::int32_t, std::int32_t* last,
                                     std::uint64_t* lower, std::uint64_t* upper,
                                     std::int64_t* step) {
  return next(last, lower, upper, step);
}

// Called after each iteration of an ordered loop. A member passes its turn on after the chunk.
void __kmpc_dispatch_fini_4(const ident*, std::int32_t) {}
[[gnu::alias("__kmpc_dispatch_fini_4")]] void __kmpc_dispatch_fini_4u(const ident*, std::int32_t);
[[gnu::alias("__kmpc_dispatch_fini_4")]] void __kmpc_dispatch_fini_8(const ident*, std::int32_t);
[[gnu::alias("__kmpc_dispatch_fini_4")]] void __kmpc_dispatch_fini_8u(const ident*, std::int32_t);
// Called by programs of Clang 19 after the loop: dispatch_next() has left it already.
[[gnu::alias("__kmpc_dispatch_fini_4")]] void __kmpc_dispatch_deinit(const ident*, std::int32_t);

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
