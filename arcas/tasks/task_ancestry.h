// SPDX-License-Identifier: Apache-2.0
// From which joins does a task descend? Each task has the number of its join, so that a thief can
// decide before the theft, without access to a task or join that may no longer exist. PROTOCOL.md,
// «Waiters run only descendants». Private to tasks/.
#pragma once

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// The number of a join (a task_group, or the second function of an invoke): the context that opened
// it, the number of stolen tasks on that context's stack at the time, and a serial number.
class task_ancestry {
 public:
  static constexpr unsigned contexts = 1u << 12;
  // Maximum number of stolen tasks on one thread's stack, each begun while the thread waited in the
  // one below.
  static constexpr unsigned depths = 1u << 8;

  constexpr task_ancestry() = default;
  constexpr explicit task_ancestry(std::uint64_t bits) : bits_(bits) {}
  constexpr task_ancestry(unsigned context, unsigned depth, std::uint64_t serial)
      : bits_((std::uint64_t{context} << depth_bits | depth) << serial_bits |
              (serial & last_serial)) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr unsigned context() const { return static_cast<unsigned>(where() >> depth_bits); }
  constexpr unsigned depth() const { return static_cast<unsigned>(where() & (depths - 1)); }
  // The stolen task in which the join was opened: context and depth in one number. Depth 0: no
  // task.
  constexpr std::uint64_t where() const { return bits_ >> serial_bits; }
  constexpr task_ancestry next() const { return task_ancestry(context(), depth(), bits_ + 1); }
  constexpr task_ancestry at_depth(unsigned depth) const {
    return task_ancestry(context(), depth, bits_);
  }
  friend constexpr bool operator==(task_ancestry, task_ancestry) = default;

 private:
  static constexpr unsigned depth_bits = 8;
  // Serial numbers of joins of one context: enough for hours, and only joins that are open together
  // must differ.
  static constexpr unsigned serial_bits = 44;
  static constexpr std::uint64_t last_serial = (std::uint64_t{1} << serial_bits) - 1;

  std::uint64_t bits_ = 0;
};

// The stolen tasks that one thread has begun and not finished, at most Depths - 1: written by that
// thread, read by all.
template <template <class> class Atom = std::atomic, unsigned Depths = task_ancestry::depths>
class stolen_stack {
 public:
  // relaxed: a hint for other threads, exact for the owner.
  unsigned depth() const noexcept { return depth_.load(std::memory_order_relaxed); }
  bool is_full() const noexcept { return depth() == Depths - 1; }
  // The ancestry of the task begun at this depth. Stable while a descendant of that task is
  // awaited.
  task_ancestry at(unsigned depth) const noexcept {
    // relaxed: written before the task in question was pushed, and acquired by its thief.
    return task_ancestry(begun_[depth].load(std::memory_order_relaxed));
  }
  // Called by the owner. Returns the new depth.
  unsigned begin(task_ancestry of) noexcept {
    const unsigned deeper = depth() + 1;
    // relaxed, both: published with the tasks that this one pushes; earlier reads are hints.
    begun_[deeper].store(of.bits(), std::memory_order_relaxed);
    depth_.store(deeper, std::memory_order_relaxed);
    return deeper;
  }
  // Called by the owner. Returns the depth of the task that ends.
  unsigned end() noexcept {
    const unsigned left = depth() - 1;
    depth_.store(left, std::memory_order_relaxed);  // relaxed: a hint for other threads
    return left;
  }

 private:
  Atom<unsigned> depth_{0};
  Atom<std::uint64_t> begun_[Depths]{};
};

}  // namespace arcas::inline v0::detail
