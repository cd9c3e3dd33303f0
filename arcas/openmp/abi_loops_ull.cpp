// SPDX-License-Identifier: Apache-2.0
// Entry points of loops with a loop variable of type unsigned long long.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/abi_loop.h>

using namespace arcas::detail::openmp;

extern "C" {

bool GOMP_loop_ull_static_start(bool up, unsigned long long first, unsigned long long last,
                                unsigned long long step, unsigned long long chunk,
                                unsigned long long* from, unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), static_schedule(chunk), monotonic_loop,
                    from, to);
}
bool GOMP_loop_ull_dynamic_start(bool up, unsigned long long first, unsigned long long last,
                                 unsigned long long step, unsigned long long chunk,
                                 unsigned long long* from, unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), dynamic_schedule(chunk), monotonic_loop,
                    from, to);
}
bool GOMP_loop_ull_guided_start(bool up, unsigned long long first, unsigned long long last,
                                unsigned long long step, unsigned long long chunk,
                                unsigned long long* from, unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), guided_schedule(chunk), monotonic_loop,
                    from, to);
}
bool GOMP_loop_ull_runtime_start(bool up, unsigned long long first, unsigned long long last,
                                 unsigned long long step, unsigned long long* from,
                                 unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), runtime_schedule(), monotonic_loop,
                    from, to);
}
bool GOMP_loop_ull_nonmonotonic_dynamic_start(bool up, unsigned long long first,
                                              unsigned long long last, unsigned long long step,
                                              unsigned long long chunk, unsigned long long* from,
                                              unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), dynamic_schedule(chunk),
                    nonmonotonic_loop, from, to);
}
bool GOMP_loop_ull_nonmonotonic_guided_start(bool up, unsigned long long first,
                                             unsigned long long last, unsigned long long step,
                                             unsigned long long chunk, unsigned long long* from,
                                             unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), guided_schedule(chunk),
                    nonmonotonic_loop, from, to);
}
bool GOMP_loop_ull_nonmonotonic_runtime_start(bool up, unsigned long long first,
                                              unsigned long long last, unsigned long long step,
                                              unsigned long long* from, unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), runtime_schedule(), nonmonotonic_loop,
                    from, to);
}
bool GOMP_loop_ull_maybe_nonmonotonic_runtime_start(bool up, unsigned long long first,
                                                    unsigned long long last,
                                                    unsigned long long step,
                                                    unsigned long long* from,
                                                    unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), runtime_schedule(), nonmonotonic_loop,
                    from, to);
}
bool GOMP_loop_ull_ordered_static_start(bool up, unsigned long long first, unsigned long long last,
                                        unsigned long long step, unsigned long long chunk,
                                        unsigned long long* from, unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), static_schedule(chunk), ordered_loop,
                    from, to);
}
bool GOMP_loop_ull_ordered_dynamic_start(bool up, unsigned long long first, unsigned long long last,
                                         unsigned long long step, unsigned long long chunk,
                                         unsigned long long* from, unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), dynamic_schedule(chunk), ordered_loop,
                    from, to);
}
bool GOMP_loop_ull_ordered_guided_start(bool up, unsigned long long first, unsigned long long last,
                                        unsigned long long step, unsigned long long chunk,
                                        unsigned long long* from, unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), guided_schedule(chunk), ordered_loop,
                    from, to);
}
bool GOMP_loop_ull_ordered_runtime_start(bool up, unsigned long long first, unsigned long long last,
                                         unsigned long long step, unsigned long long* from,
                                         unsigned long long* to) {
  return start_loop(loop_bounds::of(up, first, last, step), runtime_schedule(), ordered_loop, from,
                    to);
}
bool GOMP_loop_ull_start(bool up, unsigned long long first, unsigned long long last,
                         unsigned long long step, long schedule, unsigned long long chunk,
                         unsigned long long* from, unsigned long long* to,
                         std::uintptr_t* reductions, void** memory) {
  return start_loop(loop_bounds::of(up, first, last, step), schedule_of(schedule, as_chunk(chunk)),
                    {.ordered = false,
                     .monotonic = is_monotonic(schedule),
                     .reductions = reductions,
                     .memory = memory},
                    from, to);
}
bool GOMP_loop_ull_ordered_start(bool up, unsigned long long first, unsigned long long last,
                                 unsigned long long step, long schedule, unsigned long long chunk,
                                 unsigned long long* from, unsigned long long* to,
                                 std::uintptr_t* reductions, void** memory) {
  return start_loop(loop_bounds::of(up, first, last, step), schedule_of(schedule, as_chunk(chunk)),
                    {.ordered = true,
                     .monotonic = is_monotonic(schedule),
                     .reductions = reductions,
                     .memory = memory},
                    from, to);
}
bool GOMP_loop_ull_doacross_static_start(unsigned loops, unsigned long long* counts,
                                         unsigned long long chunk, unsigned long long* from,
                                         unsigned long long* to) {
  return start_doacross(loops, counts, static_schedule(chunk), {}, from, to);
}
bool GOMP_loop_ull_doacross_dynamic_start(unsigned loops, unsigned long long* counts,
                                          unsigned long long chunk, unsigned long long* from,
                                          unsigned long long* to) {
  return start_doacross(loops, counts, dynamic_schedule(chunk), {}, from, to);
}
bool GOMP_loop_ull_doacross_guided_start(unsigned loops, unsigned long long* counts,
                                         unsigned long long chunk, unsigned long long* from,
                                         unsigned long long* to) {
  return start_doacross(loops, counts, guided_schedule(chunk), {}, from, to);
}
bool GOMP_loop_ull_doacross_runtime_start(unsigned loops, unsigned long long* counts,
                                          unsigned long long* from, unsigned long long* to) {
  return start_doacross(loops, counts, runtime_schedule(), {}, from, to);
}
bool GOMP_loop_ull_doacross_start(unsigned loops, unsigned long long* counts, long schedule,
                                  unsigned long long chunk, unsigned long long* from,
                                  unsigned long long* to, std::uintptr_t* reductions,
                                  void** memory) {
  return start_doacross(loops, counts, schedule_of(schedule, as_chunk(chunk)),
                        {.reductions = reductions, .memory = memory}, from, to);
}
bool GOMP_loop_ull_static_next(unsigned long long* from, unsigned long long* to) {
  return next_of_loop(from, to);
}
// The start of a loop has chosen its schedule, so all entries for the next chunk are one function.
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_dynamic_next(
    unsigned long long* from, unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_guided_next(unsigned long long* from,
                                                                           unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_runtime_next(
    unsigned long long* from, unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_nonmonotonic_dynamic_next(
    unsigned long long* from, unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_nonmonotonic_guided_next(
    unsigned long long* from, unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_nonmonotonic_runtime_next(
    unsigned long long* from, unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_maybe_nonmonotonic_runtime_next(
    unsigned long long* from, unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_ordered_static_next(
    unsigned long long* from, unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_ordered_dynamic_next(
    unsigned long long* from, unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_ordered_guided_next(
    unsigned long long* from, unsigned long long* to);
[[gnu::alias("GOMP_loop_ull_static_next")]] bool GOMP_loop_ull_ordered_runtime_next(
    unsigned long long* from, unsigned long long* to);

}  // extern "C"
