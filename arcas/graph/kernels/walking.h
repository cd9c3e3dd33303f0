// SPDX-License-Identifier: Apache-2.0
// The steps of random_walks.h, in one process and on ranks: the same draws lead to the same walk.
// One process follows a walk to its end; on ranks, a walker travels to the home of its vertex, the
// rank that has the vertex (cluster_graph/distributed_walks.cpp).
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/kernels/random_walks.h>
#include <arcas/graph/kernels/strengths.h>
#include <arcas/graph/number_text.h>
#include <arcas/graph/random.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Draws a number below count, which is not 0: the high half of a product (Lemire 2019), whose bias
// is below count / 2^64.
inline std::size_t below(random_stream& draws, std::size_t count) {
  __extension__ using wide = unsigned __int128;
  return static_cast<std::size_t>(wide{draws.next()} * count >> 64);
}

// The edges of a vertex. V: the type of vertices.
template <class V>
struct drawn_row {
  std::span<const V> ends;  // in ascending order
  // For each edge the sum of the weights up to and including the edge. Empty: weights are equal.
  std::span<const double> sums;

  double weight(std::size_t i) const {
    return sums.empty() ? 1 : sums[i] - (i == 0 ? 0 : sums[i - 1]);
  }
};

// Draws a neighbour; no_vertex if there is none to draw.
template <class V>
[[gnu::always_inline]] inline V drawn(const drawn_row<V>& row, random_stream& draws) {
  constexpr V none = std::numeric_limits<V>::max();
  const auto& [ends, sums] = row;
  if (ends.empty()) return none;
  if (sums.empty()) return ends[below(draws, ends.size())];
  if (sums.back() == 0) return none;
  const auto at = std::ranges::upper_bound(sums, unit(draws) * sums.back());
  // If the product was rounded up to the sum, takes the last edge with a weight above 0.
  return ends[static_cast<std::size_t>(
      (at != sums.end() ? at : std::ranges::lower_bound(sums, sums.back())) - sums.begin())];
}

// Writes the sums of a row. Returns whether they can be used (strengths.h).
template <class Weights>
bool add_up_weights(const Weights& weights, double* sums) {
  double sum = 0;
  for (const auto w : weights) {
    sum += w >= 0 ? static_cast<double>(w) : std::numeric_limits<double>::quiet_NaN();
    *sums++ = sum;
  }
  return strength_is_usable(sum);
}
[[noreturn]] inline void refuse_walks_by(std::uint64_t v, double sum) {
  refuse_strength("a random walk by weights", v, sum);
}
[[noreturn]] inline void refuse_walks_by_weights() {
  throw std::invalid_argument("random walks by weights require a graph with weights");
}

// Which drawn vertices does a walk refuse, if the probabilities depend on the previous vertex?
class walk_bias {
 public:
  // After this number of refused draws, drawn_at_once() makes the step. With p and q from 1/4 to 4,
  // a draw is taken with a probability of at least 1/16.
  static constexpr unsigned most_draws = 256;

  enum class verdict : std::uint8_t { taken, refused, taken_if_neighbor, refused_if_neighbor };

  explicit walk_bias(const random_walks_options& options)
      : exists_(options.p != 1 || options.q != 1),
        back_(1 / options.p),
        away_(1 / options.q),
        most_(std::max({1.0, back_, away_})) {}

  // Whether a step depends on the vertex before.
  bool exists() const { return exists_; }
  // A verdict on the draw of `next` after `before`. It may depend on whether `next` is a neighbour
  // of `before`.
  template <class V>
  verdict on(V before, V next, random_stream& draws) const {
    constexpr V none = std::numeric_limits<V>::max();
    if (!exists_ || before == none || next == none) return verdict::taken;
    const double place = unit(draws) * most_;
    if (next == before) return place < back_ ? verdict::taken : verdict::refused;
    if (place < std::min(1.0, away_)) return verdict::taken;
    if (place >= std::max(1.0, away_)) return verdict::refused;
    return away_ < 1 ? verdict::taken_if_neighbor : verdict::refused_if_neighbor;
  }
  static bool depends(verdict v) {
    return v == verdict::taken_if_neighbor || v == verdict::refused_if_neighbor;
  }
  static bool is_taken(verdict v, bool neighbor) {
    return depends(v) ? neighbor == (v == verdict::taken_if_neighbor) : v == verdict::taken;
  }

  // Draws an edge that is taken in any case, in time and memory in proportion to the row.
  // neighbors[i] is not 0 if row.ends[i] is a neighbour of `before`. The row has an edge with a
  // weight above 0.
  template <class V>
  V drawn_at_once(V before, const drawn_row<V>& row, std::span<const std::uint8_t> neighbors,
                  random_stream& draws) const {
    const auto factor = [&](std::size_t i) {
      if (row.ends[i] == before) return back_;
      return neighbors[i] != 0 ? 1 : away_;
    };
    // In units of the greatest factor of an edge, factors cannot all round to 0.
    double greatest = 0;
    for (std::size_t i = 0; i < row.ends.size(); ++i)
      if (row.weight(i) > 0) greatest = std::max(greatest, factor(i));
    std::vector<double> sums;
    double sum = 0;
    for (std::size_t i = 0; i < row.ends.size(); ++i) {
      const double weight = row.weight(i);
      if (weight > 0) sum += weight * (factor(i) / greatest);  // otherwise 0 times infinity
      sums.push_back(sum);
    }
    return drawn<V>({row.ends, sums}, draws);
  }

 private:
  bool exists_;
  double back_, away_, most_;
};

// Returns the number of walks. Throws std::invalid_argument for p or q out of range, and for walks
// of 2^64 bytes or more.
inline std::size_t require_possible_walks(const random_walks_options& options, std::size_t starts) {
  const auto good = [](double x) { return x > 0 && std::isfinite(x) && std::isfinite(1 / x); };
  if (!good(options.p) || !good(options.q)) {
    throw std::invalid_argument(
        "the return and in-out parameters of random walks must be above 0; they are " +
        number_text(options.p) + " and " + number_text(options.q));
  }
  std::size_t walks = 0, width = 0, bytes = 0;
  if (!__builtin_mul_overflow(starts, options.per_start, &walks) &&
      !__builtin_add_overflow(options.steps, 1, &width) &&
      !__builtin_mul_overflow(walks, width, &bytes) &&
      !__builtin_mul_overflow(bytes, sizeof(vertex), &bytes))
    return walks;
  throw std::invalid_argument("random walks of " + std::to_string(options.steps) + " steps, " +
                              std::to_string(options.per_start) + " from each of " +
                              std::to_string(starts) + " vertices, take more than 2^64 bytes");
}

}  // namespace arcas::inline v0::graph::detail
