// SPDX-License-Identifier: Apache-2.0
// The functions that code compiled by GCC calls: the symbols of libgomp that this library
// implements. Calls of all other symbols are forwarded to the system's libgomp (pass_on.h). GCC has
// no header that declares these functions.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
bool GOMP_loop_static_start(long first, long last, long step, long chunk, long* from, long* to);
bool GOMP_loop_dynamic_start(long first, long last, long step, long chunk, long* from, long* to);
bool GOMP_loop_guided_start(long first, long last, long step, long chunk, long* from, long* to);
bool GOMP_loop_runtime_start(long first, long last, long step, long* from, long* to);
bool GOMP_loop_nonmonotonic_dynamic_start(long first, long last, long step, long chunk, long* from,
                                          long* to);
bool GOMP_loop_nonmonotonic_guided_start(long first, long last, long step, long chunk, long* from,
                                         long* to);
bool GOMP_loop_nonmonotonic_runtime_start(long first, long last, long step, long* from, long* to);
bool GOMP_loop_maybe_nonmonotonic_runtime_start(long first, long last, long step, long* from,
                                                long* to);
bool GOMP_loop_ordered_static_start(long first, long last, long step, long chunk, long* from,
                                    long* to);
bool GOMP_loop_ordered_dynamic_start(long first, long last, long step, long chunk, long* from,
                                     long* to);
bool GOMP_loop_ordered_guided_start(long first, long last, long step, long chunk, long* from,
                                    long* to);
bool GOMP_loop_ordered_runtime_start(long first, long last, long step, long* from, long* to);
bool GOMP_loop_start(long first, long last, long step, long schedule, long chunk, long* from,
                     long* to, std::uintptr_t* reductions, void** memory);
bool GOMP_loop_ordered_start(long first, long last, long step, long schedule, long chunk,
                             long* from, long* to, std::uintptr_t* reductions, void** memory);
bool GOMP_loop_doacross_static_start(unsigned loops, long* counts, long chunk, long* from,
                                     long* to);
bool GOMP_loop_doacross_dynamic_start(unsigned loops, long* counts, long chunk, long* from,
                                      long* to);
bool GOMP_loop_doacross_guided_start(unsigned loops, long* counts, long chunk, long* from,
                                     long* to);
bool GOMP_loop_doacross_runtime_start(unsigned loops, long* counts, long* from, long* to);
bool GOMP_loop_doacross_start(unsigned loops, long* counts, long schedule, long chunk, long* from,
                              long* to, std::uintptr_t* reductions, void** memory);
bool GOMP_loop_static_next(long* from, long* to);
bool GOMP_loop_dynamic_next(long* from, long* to);
bool GOMP_loop_guided_next(long* from, long* to);
bool GOMP_loop_runtime_next(long* from, long* to);
bool GOMP_loop_nonmonotonic_dynamic_next(long* from, long* to);
bool GOMP_loop_nonmonotonic_guided_next(long* from, long* to);
bool GOMP_loop_nonmonotonic_runtime_next(long* from, long* to);
bool GOMP_loop_maybe_nonmonotonic_runtime_next(long* from, long* to);
bool GOMP_loop_ordered_static_next(long* from, long* to);
bool GOMP_loop_ordered_dynamic_next(long* from, long* to);
bool GOMP_loop_ordered_guided_next(long* from, long* to);
bool GOMP_loop_ordered_runtime_next(long* from, long* to);
bool GOMP_loop_ull_static_start(bool up, unsigned long long first, unsigned long long last,
                                unsigned long long step, unsigned long long chunk,
                                unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_dynamic_start(bool up, unsigned long long first, unsigned long long last,
                                 unsigned long long step, unsigned long long chunk,
                                 unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_guided_start(bool up, unsigned long long first, unsigned long long last,
                                unsigned long long step, unsigned long long chunk,
                                unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_runtime_start(bool up, unsigned long long first, unsigned long long last,
                                 unsigned long long step, unsigned long long* from,
                                 unsigned long long* to);
bool GOMP_loop_ull_nonmonotonic_dynamic_start(bool up, unsigned long long first,
                                              unsigned long long last, unsigned long long step,
                                              unsigned long long chunk, unsigned long long* from,
                                              unsigned long long* to);
bool GOMP_loop_ull_nonmonotonic_guided_start(bool up, unsigned long long first,
                                             unsigned long long last, unsigned long long step,
                                             unsigned long long chunk, unsigned long long* from,
                                             unsigned long long* to);
bool GOMP_loop_ull_nonmonotonic_runtime_start(bool up, unsigned long long first,
                                              unsigned long long last, unsigned long long step,
                                              unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_maybe_nonmonotonic_runtime_start(bool up, unsigned long long first,
                                                    unsigned long long last,
                                                    unsigned long long step,
                                                    unsigned long long* from,
                                                    unsigned long long* to);
bool GOMP_loop_ull_ordered_static_start(bool up, unsigned long long first, unsigned long long last,
                                        unsigned long long step, unsigned long long chunk,
                                        unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_ordered_dynamic_start(bool up, unsigned long long first, unsigned long long last,
                                         unsigned long long step, unsigned long long chunk,
                                         unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_ordered_guided_start(bool up, unsigned long long first, unsigned long long last,
                                        unsigned long long step, unsigned long long chunk,
                                        unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_ordered_runtime_start(bool up, unsigned long long first, unsigned long long last,
                                         unsigned long long step, unsigned long long* from,
                                         unsigned long long* to);
bool GOMP_loop_ull_start(bool up, unsigned long long first, unsigned long long last,
                         unsigned long long step, long schedule, unsigned long long chunk,
                         unsigned long long* from, unsigned long long* to,
                         std::uintptr_t* reductions, void** memory);
bool GOMP_loop_ull_ordered_start(bool up, unsigned long long first, unsigned long long last,
                                 unsigned long long step, long schedule, unsigned long long chunk,
                                 unsigned long long* from, unsigned long long* to,
                                 std::uintptr_t* reductions, void** memory);
bool GOMP_loop_ull_doacross_static_start(unsigned loops, unsigned long long* counts,
                                         unsigned long long chunk, unsigned long long* from,
                                         unsigned long long* to);
bool GOMP_loop_ull_doacross_dynamic_start(unsigned loops, unsigned long long* counts,
                                          unsigned long long chunk, unsigned long long* from,
                                          unsigned long long* to);
bool GOMP_loop_ull_doacross_guided_start(unsigned loops, unsigned long long* counts,
                                         unsigned long long chunk, unsigned long long* from,
                                         unsigned long long* to);
bool GOMP_loop_ull_doacross_runtime_start(unsigned loops, unsigned long long* counts,
                                          unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_doacross_start(unsigned loops, unsigned long long* counts, long schedule,
                                  unsigned long long chunk, unsigned long long* from,
                                  unsigned long long* to, std::uintptr_t* reductions,
                                  void** memory);
bool GOMP_loop_ull_static_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_dynamic_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_guided_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_runtime_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_nonmonotonic_dynamic_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_nonmonotonic_guided_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_nonmonotonic_runtime_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_maybe_nonmonotonic_runtime_next(unsigned long long* from,
                                                   unsigned long long* to);
bool GOMP_loop_ull_ordered_static_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_ordered_dynamic_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_ordered_guided_next(unsigned long long* from, unsigned long long* to);
bool GOMP_loop_ull_ordered_runtime_next(unsigned long long* from, unsigned long long* to);
void GOMP_parallel_loop_static(void (*body)(void*), void* data, unsigned threads, long first,
                               long last, long step, long chunk, unsigned flags);
void GOMP_parallel_loop_static_start(void (*body)(void*), void* data, unsigned threads, long first,
                                     long last, long step, long chunk);
void GOMP_parallel_loop_dynamic(void (*body)(void*), void* data, unsigned threads, long first,
                                long last, long step, long chunk, unsigned flags);
void GOMP_parallel_loop_dynamic_start(void (*body)(void*), void* data, unsigned threads, long first,
                                      long last, long step, long chunk);
void GOMP_parallel_loop_guided(void (*body)(void*), void* data, unsigned threads, long first,
                               long last, long step, long chunk, unsigned flags);
void GOMP_parallel_loop_guided_start(void (*body)(void*), void* data, unsigned threads, long first,
                                     long last, long step, long chunk);
void GOMP_parallel_loop_nonmonotonic_dynamic(void (*body)(void*), void* data, unsigned threads,
                                             long first, long last, long step, long chunk,
                                             unsigned flags);
void GOMP_parallel_loop_nonmonotonic_guided(void (*body)(void*), void* data, unsigned threads,
                                            long first, long last, long step, long chunk,
                                            unsigned flags);
void GOMP_parallel_loop_runtime(void (*body)(void*), void* data, unsigned threads, long first,
                                long last, long step, unsigned flags);
void GOMP_parallel_loop_nonmonotonic_runtime(void (*body)(void*), void* data, unsigned threads,
                                             long first, long last, long step, unsigned flags);
void GOMP_parallel_loop_maybe_nonmonotonic_runtime(void (*body)(void*), void* data,
                                                   unsigned threads, long first, long last,
                                                   long step, unsigned flags);
void GOMP_parallel_loop_runtime_start(void (*body)(void*), void* data, unsigned threads, long first,
                                      long last, long step);
void GOMP_loop_end_nowait();
void GOMP_loop_end();
bool GOMP_loop_end_cancel();
void GOMP_taskgroup_reduction_register(std::uintptr_t* described);
void GOMP_taskgroup_reduction_unregister(std::uintptr_t* described);
void GOMP_task_reduction_remap(std::size_t count, std::size_t with_addresses, void** addresses);
void GOMP_workshare_task_reduction_unregister(bool cancelled);
void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned flags);
void GOMP_parallel_start(void (*body)(void*), void* data, unsigned threads);
void GOMP_parallel_end();
unsigned GOMP_parallel_reductions(void (*body)(void*), void* data, unsigned threads,
                                  unsigned flags);
void GOMP_teams_reg(void (*body)(void*), void* data, unsigned teams, unsigned thread_limit,
                    unsigned flags);
void GOMP_teams(unsigned teams, unsigned thread_limit);
bool GOMP_teams4(unsigned least, unsigned most, unsigned thread_limit, bool first);
void GOMP_barrier();
bool GOMP_barrier_cancel();
bool GOMP_cancel(int which, bool now);
bool GOMP_cancellation_point(int which);
bool GOMP_single_start();
void* GOMP_single_copy_start();
void GOMP_single_copy_end(void* data);
void GOMP_scope_start(std::uintptr_t* reductions);
unsigned GOMP_sections_start(unsigned count);
unsigned GOMP_sections2_start(unsigned count, std::uintptr_t* reductions, void** memory);
unsigned GOMP_sections_next();
void GOMP_sections_end();
void GOMP_sections_end_nowait();
bool GOMP_sections_end_cancel();
void GOMP_parallel_sections(void (*body)(void*), void* data, unsigned threads, unsigned count,
                            unsigned flags);
void GOMP_parallel_sections_start(void (*body)(void*), void* data, unsigned threads,
                                  unsigned count);
void GOMP_ordered_start();
void GOMP_ordered_end();
void GOMP_doacross_post(long* iteration);
void GOMP_doacross_wait(long first, ...);
void GOMP_doacross_ull_post(unsigned long long* iteration);
void GOMP_doacross_ull_wait(unsigned long long first, ...);
void GOMP_critical_start();
void GOMP_critical_end();
void GOMP_critical_name_start(void** word);
void GOMP_critical_name_end(void** word);
void GOMP_atomic_start();
void GOMP_atomic_end();
void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
               long alignment, bool deferred, unsigned flags, void** depend, int priority,
               void* event);
void GOMP_taskloop(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                   long alignment, unsigned flags, unsigned long tasks, int priority, long first,
                   long last, long step);
void GOMP_taskloop_ull(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                       long alignment, unsigned flags, unsigned long tasks, int priority,
                       unsigned long long first, unsigned long long last, unsigned long long step);
void GOMP_target_ext(int device, void (*body)(void*), std::size_t count, void** addresses,
                     std::size_t* sizes, unsigned short* kinds, unsigned flags, void** depend,
                     void** arguments);
void GOMP_target_update_ext(int device, std::size_t count, void** addresses, std::size_t* sizes,
                            unsigned short* kinds, unsigned flags, void** depend);
void GOMP_target_enter_exit_data(int device, std::size_t count, void** addresses,
                                 std::size_t* sizes, unsigned short* kinds, unsigned flags,
                                 void** depend);
void GOMP_taskwait();
void GOMP_taskwait_depend(void** depend);
void GOMP_taskyield();
void GOMP_taskgroup_start();
void GOMP_taskgroup_end();
void omp_fulfill_event(void* event);

}  // extern "C"
