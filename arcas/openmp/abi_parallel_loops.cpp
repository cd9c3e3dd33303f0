// SPDX-License-Identifier: Apache-2.0
// Entry points of regions that consist of one loop, and of the end of a loop.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/abi_loop.h>

using namespace arcas::detail::openmp;

extern "C" {

void GOMP_parallel_loop_static(void (*body)(void*), void* data, unsigned threads, long first,
                               long last, long step, long chunk, unsigned flags) {
  run_parallel_loop(body, data, threads, loop_bounds::of(first, last, step), static_schedule(chunk),
                    true, flags);
}
void GOMP_parallel_loop_static_start(void (*body)(void*), void* data, unsigned threads, long first,
                                     long last, long step, long chunk) {
  begin_parallel_loop(body, data, threads, loop_bounds::of(first, last, step),
                      static_schedule(chunk), true, 0);
}
void GOMP_parallel_loop_dynamic(void (*body)(void*), void* data, unsigned threads, long first,
                                long last, long step, long chunk, unsigned flags) {
  run_parallel_loop(body, data, threads, loop_bounds::of(first, last, step),
                    dynamic_schedule(chunk), true, flags);
}
void GOMP_parallel_loop_dynamic_start(void (*body)(void*), void* data, unsigned threads, long first,
                                      long last, long step, long chunk) {
  begin_parallel_loop(body, data, threads, loop_bounds::of(first, last, step),
                      dynamic_schedule(chunk), true, 0);
}
void GOMP_parallel_loop_guided(void (*body)(void*), void* data, unsigned threads, long first,
                               long last, long step, long chunk, unsigned flags) {
  run_parallel_loop(body, data, threads, loop_bounds::of(first, last, step), guided_schedule(chunk),
                    true, flags);
}
void GOMP_parallel_loop_guided_start(void (*body)(void*), void* data, unsigned threads, long first,
                                     long last, long step, long chunk) {
  begin_parallel_loop(body, data, threads, loop_bounds::of(first, last, step),
                      guided_schedule(chunk), true, 0);
}
void GOMP_parallel_loop_nonmonotonic_dynamic(void (*body)(void*), void* data, unsigned threads,
                                             long first, long last, long step, long chunk,
                                             unsigned flags) {
  run_parallel_loop(body, data, threads, loop_bounds::of(first, last, step),
                    dynamic_schedule(chunk), false, flags);
}
void GOMP_parallel_loop_nonmonotonic_guided(void (*body)(void*), void* data, unsigned threads,
                                            long first, long last, long step, long chunk,
                                            unsigned flags) {
  run_parallel_loop(body, data, threads, loop_bounds::of(first, last, step), guided_schedule(chunk),
                    false, flags);
}
void GOMP_parallel_loop_runtime(void (*body)(void*), void* data, unsigned threads, long first,
                                long last, long step, unsigned flags) {
  run_parallel_loop(body, data, threads, loop_bounds::of(first, last, step), runtime_schedule(),
                    true, flags);
}
void GOMP_parallel_loop_nonmonotonic_runtime(void (*body)(void*), void* data, unsigned threads,
                                             long first, long last, long step, unsigned flags) {
  run_parallel_loop(body, data, threads, loop_bounds::of(first, last, step), runtime_schedule(),
                    false, flags);
}
void GOMP_parallel_loop_maybe_nonmonotonic_runtime(void (*body)(void*), void* data,
                                                   unsigned threads, long first, long last,
                                                   long step, unsigned flags) {
  run_parallel_loop(body, data, threads, loop_bounds::of(first, last, step), runtime_schedule(),
                    false, flags);
}
void GOMP_parallel_loop_runtime_start(void (*body)(void*), void* data, unsigned threads, long first,
                                      long last, long step) {
  begin_parallel_loop(body, data, threads, loop_bounds::of(first, last, step), runtime_schedule(),
                      true, 0);
}
void GOMP_loop_end_nowait() {
  leave_share(current());
}
void GOMP_loop_end() {
  member& me = current();
  leave_share(me);
  barrier(me);
}
bool GOMP_loop_end_cancel() {
  member& me = current();
  leave_share(me);
  return cancellable_barrier(me);
}

}  // extern "C"
