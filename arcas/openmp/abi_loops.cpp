// SPDX-License-Identifier: Apache-2.0
// Entry points of loops with a loop variable of type long.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/abi_loop.h>

using namespace arcas::detail::openmp;

extern "C" {

bool GOMP_loop_static_start(long first, long last, long step, long chunk, long* from, long* to) {
  return start_loop(loop_bounds::of(first, last, step), static_schedule(chunk), monotonic_loop,
                    from, to);
}
bool GOMP_loop_dynamic_start(long first, long last, long step, long chunk, long* from, long* to) {
  return start_loop(loop_bounds::of(first, last, step), dynamic_schedule(chunk), monotonic_loop,
                    from, to);
}
bool GOMP_loop_guided_start(long first, long last, long step, long chunk, long* from, long* to) {
  return start_loop(loop_bounds::of(first, last, step), guided_schedule(chunk), monotonic_loop,
                    from, to);
}
bool GOMP_loop_runtime_start(long first, long last, long step, long* from, long* to) {
  return start_loop(loop_bounds::of(first, last, step), runtime_schedule(), monotonic_loop, from,
                    to);
}
bool GOMP_loop_nonmonotonic_dynamic_start(long first, long last, long step, long chunk, long* from,
                                          long* to) {
  return start_loop(loop_bounds::of(first, last, step), dynamic_schedule(chunk), nonmonotonic_loop,
                    from, to);
}
bool GOMP_loop_nonmonotonic_guided_start(long first, long last, long step, long chunk, long* from,
                                         long* to) {
  return start_loop(loop_bounds::of(first, last, step), guided_schedule(chunk), nonmonotonic_loop,
                    from, to);
}
bool GOMP_loop_nonmonotonic_runtime_start(long first, long last, long step, long* from, long* to) {
  return start_loop(loop_bounds::of(first, last, step), runtime_schedule(), nonmonotonic_loop, from,
                    to);
}
bool GOMP_loop_maybe_nonmonotonic_runtime_start(long first, long last, long step, long* from,
                                                long* to) {
  return start_loop(loop_bounds::of(first, last, step), runtime_schedule(), nonmonotonic_loop, from,
                    to);
}
bool GOMP_loop_ordered_static_start(long first, long last, long step, long chunk, long* from,
                                    long* to) {
  return start_loop(loop_bounds::of(first, last, step), static_schedule(chunk), ordered_loop, from,
                    to);
}
bool GOMP_loop_ordered_dynamic_start(long first, long last, long step, long chunk, long* from,
                                     long* to) {
  return start_loop(loop_bounds::of(first, last, step), dynamic_schedule(chunk), ordered_loop, from,
                    to);
}
bool GOMP_loop_ordered_guided_start(long first, long last, long step, long chunk, long* from,
                                    long* to) {
  return start_loop(loop_bounds::of(first, last, step), guided_schedule(chunk), ordered_loop, from,
                    to);
}
bool GOMP_loop_ordered_runtime_start(long first, long last, long step, long* from, long* to) {
  return start_loop(loop_bounds::of(first, last, step), runtime_schedule(), ordered_loop, from, to);
}
bool GOMP_loop_start(long first, long last, long step, long schedule, long chunk, long* from,
                     long* to, std::uintptr_t* reductions, void** memory) {
  return start_loop(loop_bounds::of(first, last, step), schedule_of(schedule, as_chunk(chunk)),
                    {.ordered = false,
                     .monotonic = is_monotonic(schedule),
                     .reductions = reductions,
                     .memory = memory},
                    from, to);
}
bool GOMP_loop_ordered_start(long first, long last, long step, long schedule, long chunk,
                             long* from, long* to, std::uintptr_t* reductions, void** memory) {
  return start_loop(loop_bounds::of(first, last, step), schedule_of(schedule, as_chunk(chunk)),
                    {.ordered = true,
                     .monotonic = is_monotonic(schedule),
                     .reductions = reductions,
                     .memory = memory},
                    from, to);
}
bool GOMP_loop_doacross_static_start(unsigned loops, long* counts, long chunk, long* from,
                                     long* to) {
  return start_doacross(loops, counts, static_schedule(chunk), {}, from, to);
}
bool GOMP_loop_doacross_dynamic_start(unsigned loops, long* counts, long chunk, long* from,
                                      long* to) {
  return start_doacross(loops, counts, dynamic_schedule(chunk), {}, from, to);
}
bool GOMP_loop_doacross_guided_start(unsigned loops, long* counts, long chunk, long* from,
                                     long* to) {
  return start_doacross(loops, counts, guided_schedule(chunk), {}, from, to);
}
bool GOMP_loop_doacross_runtime_start(unsigned loops, long* counts, long* from, long* to) {
  return start_doacross(loops, counts, runtime_schedule(), {}, from, to);
}
bool GOMP_loop_doacross_start(unsigned loops, long* counts, long schedule, long chunk, long* from,
                              long* to, std::uintptr_t* reductions, void** memory) {
  return start_doacross(loops, counts, schedule_of(schedule, as_chunk(chunk)),
                        {.reductions = reductions, .memory = memory}, from, to);
}
bool GOMP_loop_static_next(long* from, long* to) {
  return next_of_loop(from, to);
}
// The start of a loop has chosen its schedule, so all entries for the next chunk are one function.
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_dynamic_next(long* from, long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_guided_next(long* from, long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_runtime_next(long* from, long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_nonmonotonic_dynamic_next(long* from,
                                                                                 long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_nonmonotonic_guided_next(long* from,
                                                                                long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_nonmonotonic_runtime_next(long* from,
                                                                                 long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_maybe_nonmonotonic_runtime_next(long* from,
                                                                                       long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_ordered_static_next(long* from, long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_ordered_dynamic_next(long* from, long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_ordered_guided_next(long* from, long* to);
[[gnu::alias("GOMP_loop_static_next")]] bool GOMP_loop_ordered_runtime_next(long* from, long* to);

}  // extern "C"
