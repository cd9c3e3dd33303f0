// SPDX-License-Identifier: Apache-2.0
// explored_atomic takes the place of std::atomic when a protocol is explored. machine<> (fences,
// pauses, limits; arcas/base/machine.h) is specialised for it. Each access, fence and pause is a
// scheduling point.
#pragma once

#include <sim/explore/execution.h>

#include <arcas/base/machine.h>

#include <bit>
#include <type_traits>

namespace arcas::sim {

// An operation with memory order `order`, or with a weaker one if this execution runs a mutant.
inline operation ordered(action what, std::memory_order order, const site& at) {
  operation op;
  op.what = what;
  op.at = at;
  op.order = execution::current()->memory_orders().effective({at, what, false, order});
  return op;
}

template <class T>
class explored_atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));

 public:
  using where = std::source_location;
  using value_type = T;

  explored_atomic() : explored_atomic(T{}) {}
  explored_atomic(T first) : word_(execution::current()->make_word(this, bits(first))) {}
  ~explored_atomic() {
    if (execution::current()) execution::current()->forget_word(word_, this);
  }
  explored_atomic(const explored_atomic&) = delete;
  explored_atomic& operator=(const explored_atomic&) = delete;

  // seq_cst by default, as in std::atomic: then the operation is in the total order of C++.
  T load(std::memory_order order = std::memory_order_seq_cst, where at = where::current()) const {
    return value(perform(asked(action::load, order, at)).value);
  }
  // seq_cst by default, as in std::atomic: then the operation is in the total order of C++.
  void store(T v, std::memory_order order = std::memory_order_seq_cst,
             where at = where::current()) {
    operation op = asked(action::store, order, at);
    op.operand = bits(v);
    perform(op);
  }
  // seq_cst by default, as in std::atomic: then the operation is in the total order of C++.
  T exchange(T v, std::memory_order order = std::memory_order_seq_cst,
             where at = where::current()) {
    return modify(v, order, at, [](std::uint64_t, std::uint64_t x) { return x; });
  }
  // seq_cst by default, as in std::atomic: then the operation is in the total order of C++.
  T fetch_add(T v, std::memory_order order = std::memory_order_seq_cst,
              where at = where::current()) {
    return modify(v, order, at, [](std::uint64_t old, std::uint64_t x) {
      return bits(static_cast<T>(value(old) + value(x)));
    });
  }
  // seq_cst by default, as in std::atomic: then the operation is in the total order of C++.
  T fetch_sub(T v, std::memory_order order = std::memory_order_seq_cst,
              where at = where::current()) {
    return modify(v, order, at, [](std::uint64_t old, std::uint64_t x) {
      return bits(static_cast<T>(value(old) - value(x)));
    });
  }
  // seq_cst by default, as in std::atomic: then the operation is in the total order of C++.
  T fetch_or(T v, std::memory_order order = std::memory_order_seq_cst,
             where at = where::current()) {
    return modify(v, order, at, [](std::uint64_t old, std::uint64_t x) { return old | x; });
  }
  // seq_cst by default, as in std::atomic: then the operation is in the total order of C++.
  T fetch_and(T v, std::memory_order order = std::memory_order_seq_cst,
              where at = where::current()) {
    return modify(v, order, at, [](std::uint64_t old, std::uint64_t x) { return old & x; });
  }

  bool compare_exchange_strong(T& expected, T desired, std::memory_order success,
                               std::memory_order failure, where at = where::current()) {
    return compare(expected, desired, success, failure, false, at);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success,
                             std::memory_order failure, where at = where::current()) {
    return compare(expected, desired, success, failure, true, at);
  }
  // seq_cst by default, as in std::atomic: then the operation is in the total order of C++.
  bool compare_exchange_strong(T& expected, T desired,
                               std::memory_order order = std::memory_order_seq_cst,
                               where at = where::current()) {
    return compare(expected, desired, order, on_failure(order), false, at);
  }
  // seq_cst by default, as in std::atomic: then the operation is in the total order of C++.
  bool compare_exchange_weak(T& expected, T desired,
                             std::memory_order order = std::memory_order_seq_cst,
                             where at = where::current()) {
    return compare(expected, desired, order, on_failure(order), true, at);
  }

  // A futex on this word: park() sleeps while the word holds `expected`; wake() wakes up to
  // `sleepers` threads and returns their number.
  void park(T expected, where at = where::current()) {
    // relaxed: the kernel's ordering is part of the model.
    operation op = asked(action::park, std::memory_order_relaxed, at);
    op.expected = bits(expected);
    if (!perform(op).done) return;
    op.what = action::awake;
    perform(op);
  }
  unsigned wake(unsigned sleepers, where at = where::current()) {
    // relaxed: the kernel's ordering is part of the model.
    operation op = asked(action::wake, std::memory_order_relaxed, at);
    op.operand = sleepers;
    return static_cast<unsigned>(perform(op).value);
  }

 private:
  static std::uint64_t bits(T v) {
    std::uint64_t b = 0;
    __builtin_memcpy(&b, &v, sizeof(T));
    return b;
  }
  static T value(std::uint64_t b) {
    T v;
    __builtin_memcpy(&v, &b, sizeof(T));
    return v;
  }
  // The standard's rule if only one order is given.
  static std::memory_order on_failure(std::memory_order order) {
    // A compare-exchange that fails only loads: acq_rel becomes acquire, and release relaxed. This
    // function accesses no word, so these orders have no partner.
    if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
    return order == std::memory_order_release ? std::memory_order_relaxed : order;
  }

  operation asked(action what, std::memory_order order, const where& at) const {
    operation op = ordered(what, order, site(at));
    op.word = word_;
    op.pointers = std::is_pointer_v<T>;
    op.address = this;
    return op;
  }
  static answer perform(const operation& op) { return execution::current()->perform(op); }
  // Whether a mutant splits this read-modify-write into two steps: a load, and later a store.
  static bool torn(const operation& op) {
    return execution::current()->memory_orders().is_torn(op.at);
  }
  static operation half(operation op, action what) {
    op.what = what;
    return op;
  }
  T modify(T v, std::memory_order order, const where& at,
           std::uint64_t (*combine)(std::uint64_t, std::uint64_t)) {
    operation op = asked(action::modify, order, at);
    op.operand = bits(v);
    op.combine = combine;
    if (torn(op)) {
      const std::uint64_t old = perform(half(op, action::load)).value;
      operation second = half(op, action::store);
      second.operand = combine(old, op.operand);
      perform(second);
      return value(old);
    }
    return value(perform(op).value);
  }
  bool compare(T& expected, T desired, std::memory_order success, std::memory_order failure,
               bool weak, const where& at) {
    operation op = asked(action::compare, success, at);
    op.failure_order =
        execution::current()->memory_orders().effective({op.at, action::compare, true, failure});
    op.expected = bits(expected);
    op.operand = bits(desired);
    op.weak = weak;
    if (torn(op)) {
      const std::uint64_t old = perform(half(op, action::load)).value;
      const bool same = old == op.expected;
      if (same) perform(half(op, action::store));
      if (!same) expected = value(old);
      return same;
    }
    const answer a = perform(op);
    if (!a.done) expected = value(a.value);
    return a.done;
  }

  word_id word_;
};

}  // namespace arcas::sim

namespace arcas::inline v0::detail {

template <>
struct machine<sim::explored_atomic> {
  using where = std::source_location;
  static void fence(std::memory_order order, where at = where::current()) {
    sim::execution::current()->perform(sim::ordered(sim::action::fence, order, sim::site(at)));
  }
  static void pause(where at = where::current()) {
    sim::operation op;  // its order stays relaxed: a pause orders nothing
    op.what = sim::action::pause;
    op.at = sim::site(at);
    sim::execution::current()->perform(op);
  }
  static void light_fence(where at = where::current()) { asymmetric(sim::action::light, at); }
  static void free_light_fence(where at = where::current()) { light_fence(at); }
  static void heavy_fence(where at = where::current()) {
    asymmetric(sim::action::heavy, at);
    asymmetric(sim::action::heavy_done, at);
  }
  static unsigned patience(unsigned) { return sim::execution::current()->habits().patience; }
  static unsigned tries(unsigned) { return sim::execution::current()->habits().tries; }

 private:
  static void asymmetric(sim::action what, const where& at) {
    // seq_cst: a light fence pairs with a heavy one. A mutant that weakens this order omits the
    // fence.
    const sim::operation op = sim::ordered(what, std::memory_order_seq_cst, sim::site(at));
    if (sim::is_seq_cst(op.order)) sim::execution::current()->perform(op);
  }
};

}  // namespace arcas::inline v0::detail
