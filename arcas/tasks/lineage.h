// SPDX-License-Identifier: Apache-2.0
// From what does a task descend? By a number that goes with it, so that a thief can tell before it
// takes, without touching a task that may be gone. PROTOCOL.md, «Only what it waits for».
#pragma once

#include <cstdint>

namespace arcas {

// A join (a task_group, or the second branch of an invoke): which one of those that its desk ever
// opened, and inside which of the stolen tasks that the desk had begun one upon the other.
class lineage {
 public:
  static constexpr unsigned desks = 1u << 12;
  // Stolen tasks that one thread can have begun, each while it waited inside the one before.
  static constexpr unsigned depths = 1u << 8;

  constexpr lineage() = default;
  constexpr explicit lineage(std::uint64_t bits) : bits_(bits) {}
  constexpr lineage(unsigned desk, unsigned depth, std::uint64_t serial)
      : bits_((std::uint64_t{desk} << depth_bits | depth) << serial_bits | (serial & last_serial)) {
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr unsigned desk() const { return static_cast<unsigned>(where() >> depth_bits); }
  constexpr unsigned depth() const { return static_cast<unsigned>(where() & (depths - 1)); }
  // The stolen task that it was opened in: a number for desk and depth. Depth 0: in none.
  constexpr std::uint64_t where() const { return bits_ >> serial_bits; }
  constexpr lineage next() const { return lineage(desk(), depth(), bits_ + 1); }
  constexpr lineage at_depth(unsigned depth) const { return lineage(desk(), depth, bits_); }
  friend constexpr bool operator==(lineage, lineage) = default;

 private:
  static constexpr unsigned depth_bits = 8;
  // Joins of one desk: enough for hours of them, and only those open at one time must differ.
  static constexpr unsigned serial_bits = 44;
  static constexpr std::uint64_t last_serial = (std::uint64_t{1} << serial_bits) - 1;

  std::uint64_t bits_ = 0;
};

}  // namespace arcas
