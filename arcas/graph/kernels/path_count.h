// SPDX-License-Identifier: Apache-2.0
// Numbers of shortest paths beyond the range of double: a chain of n diamonds has 2^n shortest
// paths, a square grid more than 2^width.
//
// Kernels count in double. If the count of a vertex exceeds `most_plain_paths`, they count all
// paths from the same source again, as path_count.
#pragma once

#include <cmath>
#include <cstdint>

namespace arcas::inline v0::graph::detail {

// The greatest count up to which double suffices, also for (1 + delta) / count (betweenness.h) and
// for sums of such quotients.
inline constexpr double most_plain_paths = 0x1p900;

// The number value * 2^(512 * steps). `value` is 0 or from 2^-256 to 2^256; a sum of several counts
// may exceed this range until settle() is called.
class path_count {
  static constexpr double step = 0x1p512, half_step = 0x1p256;

 public:
  path_count() = default;
  explicit path_count(double value) : value_(value) { settle(); }

  bool is_zero() const { return value_ == 0; }

  // Rounds as a sum of doubles does. Up to 2^64 counts may be added before settle().
  void operator+=(const path_count& b) {
    if (steps_ == b.steps_) {
      value_ += b.value_;
    } else if (value_ == 0) {
      *this = b;
    } else if (steps_ < b.steps_) {
      value_ = in_steps_of(b) + b.value_;
      steps_ = b.steps_;
    } else {
      value_ += b.in_steps_of(*this);
    }
  }
  void settle() {
    if (value_ >= half_step) {
      value_ /= step;
      ++steps_;
    } else if (value_ != 0 && value_ < 1 / half_step) {
      value_ *= step;
      --steps_;
    }
  }
  path_count settled() const {
    path_count same = *this;
    same.settle();
    return same;
  }

  // Both operands must be settled.
  friend path_count operator*(const path_count& a, const path_count& b) {
    path_count product(a.value_ * b.value_);
    product.steps_ += a.steps_ + b.steps_;
    return product;
  }
  friend path_count operator/(const path_count& a, const path_count& b) {
    path_count quotient(a.value_ / b.value_);
    quotient.steps_ += a.steps_ - b.steps_;
    return quotient;
  }
  // Returns 0 or infinity for numbers beyond the range of double.
  explicit operator double() const { return in_steps_of(path_count()); }
  // Returns this number divided by 2^(512 * steps of b).
  double in_steps_of(const path_count& b) const {
    if (steps_ == b.steps_ || value_ == 0) return value_;
    const std::int32_t more = steps_ - b.steps_;
    if (more < -4 || more > 4) return more < 0 ? 0 : HUGE_VAL;
    return std::ldexp(value_, 512 * more);
  }

 private:
  double value_ = 0;
  std::int32_t steps_ = 0;  // sufficient: a count has at most 64 bits for each of 2^32 vertices
};

}  // namespace arcas::inline v0::graph::detail
