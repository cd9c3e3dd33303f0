// SPDX-License-Identifier: Apache-2.0
// The atomic with which a protocol runs in simulated time in place of std::atomic, its machine<>
// and its futex<>. All threads see one time: memory orders have a price, but no effect.
#pragma once

#include <sim/machine/simulated_machine.h>

#include <arcas/base/machine.h>
#include <arcas/workers/sleep.h>

#include <atomic>
#include <cstdint>
#include <utility>

namespace arcas::sim {

template <class T>
class timed_atomic {
 public:
  constexpr timed_atomic(T v = {}) : value_(v) {}
  timed_atomic(const timed_atomic&) = delete;
  timed_atomic& operator=(const timed_atomic&) = delete;

  T load(std::memory_order) const {
    lines().begin_load(this);
    const T value = value_;
    lines().end_load();
    return value;
  }
  void store(T v, std::memory_order order) {
    lines().store(this);
    value_ = v;
    lines().changed();
    machine().time().pass(1);
    // seq_cst: pairs with nothing here; it is a fence behind the store.
    if (order == std::memory_order_seq_cst) machine().fence();
  }
  T exchange(T desired, std::memory_order) {
    return change([&](T) { return desired; });
  }
  T fetch_add(T more, std::memory_order order) {
    if (!machine().prices().adds_by_swap)
      return change([&](T v) { return static_cast<T>(v + more); });
    T before = load(order);
    while (!compare_exchange_weak(before, static_cast<T>(before + more), order)) {
    }
    return before;
  }
  T fetch_sub(T less, std::memory_order order) {
    return fetch_add(static_cast<T>(T{0} - less), order);
  }
  T fetch_or(T bits, std::memory_order) {
    return change([&](T v) { return static_cast<T>(v | bits); });
  }
  T fetch_and(T bits, std::memory_order) {
    return change([&](T v) { return static_cast<T>(v & bits); });
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order, std::memory_order) {
    lines().lock(this);
    const T found = value_;
    if (found != expected) {
      ++machine().counted().swaps_in_vain;
      expected = found;
      return false;
    }
    value_ = desired;
    lines().changed();
    return true;
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order order) {
    return compare_exchange_strong(expected, desired, order, order);
  }
  // Called after a load of this word: the thread continues when the line has been written since.
  void await_change() const { lines().await_change(); }

 private:
  static simulated_machine& machine() { return simulated_machine::current(); }
  static cache_lines& lines() { return machine().lines(); }
  template <class New>
  T change(New next) {
    lines().lock(this);
    const T before = std::exchange(value_, next(value_));
    lines().changed();
    return before;
  }

  T value_;
};

}  // namespace arcas::sim

namespace arcas::inline v0::detail {

template <>
struct machine<sim::timed_atomic> {
  static void fence(std::memory_order order) {
    // seq_cst: pairs with nothing, since there is one simulated time; other fences cost nothing.
    if (order == std::memory_order_seq_cst) here().fence();
  }
  static void pause() { here().pause(); }
  static void light_fence() {
    if (!has_free_light_fence()) here().fence();
  }
  static void free_light_fence() {}
  static void heavy_fence() { here().heavy_fence(); }
  static bool has_free_light_fence() { return here().prices().membarrier; }
  static std::uint64_t cycles() {
    here().time().pass(here().prices().clock);
    return here().time().now();
  }
  static constexpr unsigned patience(unsigned looks) { return looks; }
  static constexpr unsigned tries(unsigned most) { return most; }

 private:
  static sim::simulated_machine& here() { return sim::simulated_machine::current(); }
};

template <>
struct futex<sim::timed_atomic> {
  static void wait(sim::timed_atomic<std::uint32_t>& word, std::uint32_t expected,
                   std::uint32_t = 0) {
    sim::simulated_machine& here = sim::simulated_machine::current();
    here.system_call();
    // relaxed: the system call above orders the load.
    if (word.load(std::memory_order_relaxed) == expected) here.sleep_on(&word);
  }
  static unsigned wake(sim::timed_atomic<std::uint32_t>& word, int sleepers, std::uint32_t = 0) {
    return sim::simulated_machine::current().wake_on(&word, static_cast<unsigned>(sleepers));
  }
};

}  // namespace arcas::inline v0::detail
