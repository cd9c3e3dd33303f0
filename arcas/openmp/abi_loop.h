// SPDX-License-Identifier: Apache-2.0
// Functions that the entry points of loops share.
#pragma once

#include <arcas/openmp/team.h>

#include <cstdint>
#include <vector>

namespace arcas::inline v0::detail::openmp {

struct loop_traits {
  bool ordered = false;
  bool monotonic = true;
  std::uintptr_t* reductions = nullptr;
  void** memory = nullptr;
};
inline constexpr loop_traits monotonic_loop{};
inline constexpr loop_traits nonmonotonic_loop{.monotonic = false};
inline constexpr loop_traits ordered_loop{.ordered = true};

inline std::uint64_t as_chunk(long chunk) {
  return chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0;
}
inline std::uint64_t as_chunk(unsigned long long chunk) {
  return chunk;
}
template <class T>
schedule static_schedule(T chunk) {
  return {loop_schedule::fixed, false, as_chunk(chunk)};
}
template <class T>
schedule dynamic_schedule(T chunk) {
  return {loop_schedule::dynamic, false, as_chunk(chunk)};
}
template <class T>
schedule guided_schedule(T chunk) {
  return {loop_schedule::guided, false, as_chunk(chunk)};
}
// The schedule of the run-sched-var ICV.
inline schedule runtime_schedule() {
  return current().now->icvs.runtime;
}
// The schedule argument of GOMP_loop_start: 0 runtime, 1 static, 2 dynamic, 3 guided, 4 auto, and a
// bit for the monotonic modifier.
constexpr unsigned long monotonic_bit = 1UL << 31;
inline bool is_monotonic(long number) {
  return (static_cast<unsigned long>(number) & monotonic_bit) != 0;
}
inline schedule schedule_of(long number, std::uint64_t chunk) {
  const auto kind = static_cast<unsigned long>(number) & ~monotonic_bit & 0xff;
  if (kind == 0) return runtime_schedule();
  if (kind > 3) return {loop_schedule::automatic, false, 0};
  return {static_cast<loop_schedule>(kind), false, chunk};
}

template <class T>
bool next_of_loop(T* from, T* to) {
  member& me = current();
  if (!next_iterations(me)) return false;
  *from = static_cast<T>(me.loop.bounds.value(me.loop.first));
  *to = static_cast<T>(me.loop.bounds.value(me.loop.last));
  return true;
}

template <class T>
bool start_order(loop_order& order, schedule how, const loop_traits& traits, T* from, T* to) {
  order.ordered = traits.ordered;
  order.reductions = traits.reductions;
  order.memory = traits.memory;
  choose_way(order, how, traits.monotonic);
  enter_share(current(), order);
  // `from` is null if the compiled program distributes the iterations itself, as in a loop with a
  // task reduction.
  return from == nullptr || next_of_loop(from, to);
}

template <class T>
[[gnu::always_inline]] inline bool start_loop(const loop_bounds& bounds, schedule how,
                                              const loop_traits& traits, T* from, T* to) {
  loop_order order{.bounds = bounds, .place = __builtin_return_address(0)};
  return start_order(order, how, traits, from, to);
}

template <class T>
[[gnu::always_inline]] inline bool start_doacross(unsigned loops, const T* counts, schedule how,
                                                  const loop_traits& traits, T* from, T* to) {
  const std::vector<std::uint64_t> all(counts, counts + loops);
  loop_order order{.bounds = {0, all[0], 1, all[0]},
                   .doacross = all.data(),
                   .doacross_loops = loops,
                   .place = __builtin_return_address(0)};
  return start_order(order, how, traits, from, to);
}

void begin_parallel_loop(void (*body)(void*), void* data, unsigned threads,
                         const loop_bounds& bounds, schedule how, bool monotonic, unsigned flags);
void run_parallel_loop(void (*body)(void*), void* data, unsigned threads, const loop_bounds& bounds,
                       schedule how, bool monotonic, unsigned flags);

}  // namespace arcas::inline v0::detail::openmp
