// SPDX-License-Identifier: Apache-2.0
// The common part of distances.h in one process and on ranks: breadth-first searches from up to 64
// vertices at once, each with one bit of a word, add up distances.
#pragma once

#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>

namespace arcas::inline v0::graph::detail {

using searches = std::uint64_t;  // a bit for each search
inline constexpr std::size_t most_searches = 64;

// Counts, for each of the 64 bits, the added words in which it is set. Plane p has the bits of
// value 2^p of the 64 counts.
class column_counts {
 public:
  void add(searches word) {
    for (std::size_t p = 0; word != 0; ++p) {
      const searches carried = planes_[p] & word;
      planes_[p] ^= word;
      word = carried;
    }
    ++words_;
  }
  // Calls use(column, count) for each column with a count above 0, and sets all counts to 0.
  template <class Use>
  void take(const Use& use) {
    const auto used = static_cast<std::size_t>(std::bit_width(words_));
    searches any = 0;
    for (std::size_t p = 0; p < used; ++p) any |= planes_[p];
    for (; any != 0; any &= any - 1) {
      const int column = std::countr_zero(any);
      std::uint64_t count = 0;
      for (std::size_t p = 0; p < used; ++p) count |= (planes_[p] >> column & 1) << p;
      use(static_cast<std::size_t>(column), count);
    }
    std::fill_n(planes_.begin(), used, 0);
    words_ = 0;
  }

 private:
  std::array<searches, 33> planes_{};  // fewer than 2^32 words are added
  std::uint64_t words_ = 0;
};

// The bits of the first `count` searches.
inline searches first_searches(std::size_t count) {
  return count == most_searches ? ~searches{0} : (searches{1} << count) - 1;
}

// Whether a step pulls to all vertices that some search has not reached. Otherwise it pushes along
// the edges of the frontier; `edges` is their number.
inline bool is_worth_pulling(edge_index edges, edge_index arcs) {
  return edges > arcs / 4;
}

// Calls step(use) for the distances 1, 2, …, until it returns false. step() goes one step, and
// calls use(i, count) for each search i that has reached `count` vertices in it; it returns false,
// without a step, if there is no vertex to go on from. Adds the distances to facts[i].
template <class Step>
void add_up_distances(const Step& step, std::span<distance_facts> facts) {
  std::uint32_t distance = 1;
  const auto use = [&](std::size_t i, std::uint64_t count) {
    distance_facts& fact = facts[i];
    fact.reached += count;
    fact.sum += static_cast<double>(count) * distance;
    fact.inverse_sum += static_cast<double>(count) / distance;
    fact.farthest = distance;
  };
  while (step(use)) ++distance;
}

// A sum of doubles with twice the digits of a double: Knuth's exact sum of two, with the rounding
// errors added up. Rounded to a double, the sum depends on the order of the additions only if the
// exact sum is next to the middle between two neighbouring doubles. So the sums over ranks equal
// those in one process, and vertices with the same distances get the same sums.
class double_sum {
 public:
  void add(double x) {
    const double sum = high_ + x, added = sum - high_;
    low_ += (high_ - (sum - added)) + (x - added);
    high_ = sum;
  }
  double value() const { return high_ + low_; }
  friend double_sum operator+(double_sum a, const double_sum& b) {
    a.add(b.high_);
    a.low_ += b.low_;
    return a;
  }

 private:
  double high_ = 0, low_ = 0;
};

// By weights: the sums of the distances to one vertex.
class distance_sums {
 public:
  void add(double distance) {
    ++reached_;
    sum_.add(distance);
    if (distance > 0) inverse_.add(1 / distance);
    farthest_ = std::max(farthest_, distance);
  }
  friend distance_sums operator+(distance_sums a, const distance_sums& b) {
    a.reached_ += b.reached_;
    a.sum_ = a.sum_ + b.sum_;
    a.inverse_ = a.inverse_ + b.inverse_;
    a.farthest_ = std::max(a.farthest_, b.farthest_);
    return a;
  }
  // The facts about v. Throws vertex_error if a sum is beyond the range of double.
  distance_facts facts(std::size_t vertices, std::uint64_t v) const;

 private:
  std::uint64_t reached_ = 0;
  double_sum sum_, inverse_;
  double farthest_ = 0;
};

inline distance_facts distance_sums::facts(std::size_t vertices, std::uint64_t v) const {
  const distance_facts fact{reached_, sum_.value(), inverse_.value(), farthest_};
  if (std::isfinite(fact.sum) && std::isfinite(fact.inverse_sum) &&
      std::isfinite(fact.closeness(vertices)))
    return fact;
  throw vertex_error("the distances to vertex {}, or their inverses, add up to more than " +
                         number_text(std::numeric_limits<double>::max()) +
                         ", the greatest number. Multiply or divide all weights by a number",
                     {v});
}

[[noreturn]] inline void refuse_distances_by_weights() {
  throw std::invalid_argument("distances by weights require a graph with weights");
}

}  // namespace arcas::inline v0::graph::detail
