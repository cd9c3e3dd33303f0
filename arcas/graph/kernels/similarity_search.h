// SPDX-License-Identifier: Apache-2.0
// The common part of similarity.h in one process and on ranks: the terms of the measures, and the
// search for the most similar vertices of one vertex.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/kernels/similarity.h>
#include <arcas/graph/kernels/vertex_table.h>
#include <arcas/graph/row_sums.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::graph::detail {

inline std::uint32_t distinct_neighbors(std::span<const vertex> row, vertex v) {
  std::uint32_t count = 0;
  for_each_distinct(row, v, [&](vertex) { ++count; });
  return count;
}

class similarity_terms {
 public:
  similarity_terms() = default;
  // longest: the length of the longest row of the graph.
  similarity_terms(similarity_measure measure, std::uint64_t longest)
      : measure_(measure),
        unit_(measure == similarity_measure::adamic_adar
                  ? std::ldexp(1.0, 62 - static_cast<int>(std::bit_width(longest)))
                  : 1) {}

  // Whether each common neighbour has the term 1.
  bool are_counts() const { return measure_ != similarity_measure::adamic_adar; }
  // Whether score() uses the degrees of the two vertices.
  bool use_degrees() const { return measure_ == similarity_measure::jaccard; }
  // The term of a common neighbour with this number of neighbours.
  std::uint64_t term(std::uint64_t degree) const {
    if (are_counts()) return 1;
    // A vertex with one neighbour is not a common neighbour of two others.
    if (degree < 2) return 0;
    return static_cast<std::uint64_t>(std::llround(unit_ / std::log(static_cast<double>(degree))));
  }
  // The measure of two vertices with these numbers of neighbours and this sum of terms.
  double score(std::uint64_t sum, std::uint64_t degree, std::uint64_t other_degree) const {
    if (sum == 0) return 0;
    const auto whole = static_cast<double>(sum);
    return use_degrees() ? whole / static_cast<double>(degree + other_degree - sum) : whole / unit_;
  }
  // Smaller sums have a score below `score`, whatever the degree of the other vertex is.
  std::uint64_t least_sum(double score, std::uint64_t degree) const {
    constexpr double rounded_down = 1 - 1e-14;
    return static_cast<std::uint64_t>(
        score * (use_degrees() ? static_cast<double>(degree) : unit_) * rounded_down);
  }

 private:
  similarity_measure measure_ = similarity_measure::jaccard;
  double unit_ = 1;  // the sum that has the measure 1
};

// The sum of the terms of the common neighbours of u and v, of which the two rows are given.
// term(w) returns the term of w.
template <class V, class Term>
std::uint64_t common_terms(V u, std::span<const V> row, V v, std::span<const V> other,
                           const Term& term) {
  std::uint64_t sum = 0;
  auto at = other.begin();
  for_each_distinct(row, u, [&](V w) {
    while (at != other.end() && *at < w) ++at;
    if (at != other.end() && *at == w && w != v) sum += term(w);
  });
  return sum;
}

template <class V>
void require_pairs(std::span<const basic_edge<V, unweighted>> pairs, std::uint64_t vertices) {
  for (const auto& [u, v] : pairs) {
    const V greater = std::max(u, v);
    if (greater >= vertices)
      throw std::invalid_argument("similarity: " + std::to_string(greater) +
                                  " is not a vertex; the graph has " + std::to_string(vertices) +
                                  " vertices");
    if (u == v)
      throw std::invalid_argument(
          "similarity requires pairs of different vertices; a pair has "
          "vertex " +
          std::to_string(u) + " twice");
  }
}

// The number of columns of most_similar_result.
inline std::size_t similar_columns(std::size_t count, std::uint64_t vertices) {
  if (count == 0)
    throw std::invalid_argument("most_similar() requires a count of at least 1, not 0");
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(count, std::max<std::uint64_t>(vertices, 1) - 1));
}

// Sum: std::uint32_t if the terms are counts, otherwise std::uint64_t. V: the type of vertices.
template <class Sum, class V = vertex>
class similar_search {
 public:
  struct similar_vertex {
    double score;
    V number;
  };
  // Begins the search for vertices that are similar to u.
  void begin(std::size_t vertices) {
    if (!prepared_) sums_ = vertex_table<Sum, V>(vertices);
    prepared_ = true;
  }
  // Adds `term`, the term of w, to the sums of the vertices in `row`. w is a neighbour of u, and
  // `row` is its row.
  void add(V w, std::span<const V> row, std::uint64_t term) {
    for_each_distinct(row, w, [&](V v) { sums_[v] += static_cast<Sum>(term); });
  }
  // Ends the search. Returns at most `count` vertices, the most similar first; they are valid until
  // the next call. `row` is the row of u, degree_of(v) the number of neighbours of v.
  template <class Degree>
  std::span<const similar_vertex> best(V u, std::span<const V> row, const similarity_terms& terms,
                                       std::size_t count, bool neighbors, const Degree& degree_of) {
    best_.clear();
    std::uint64_t least = 1;
    const std::uint64_t degree = degree_of(u);
    sums_.for_each([&](V v, Sum sum) {
      if (sum < least || v == u) return;
      const similar_vertex one{terms.score(sum, degree, degree_of(v)), v};
      if (best_.size() == count && !before(one, best_.front())) return;
      if (!neighbors && std::ranges::binary_search(row, v)) return;
      if (best_.size() == count) {
        std::ranges::pop_heap(best_, before);
        best_.pop_back();
      }
      best_.push_back(one);
      std::ranges::push_heap(best_, before);
      if (best_.size() == count)
        least = std::max<std::uint64_t>(1, terms.least_sum(best_.front().score, degree));
    });
    std::ranges::sort_heap(best_, before);
    sums_.clear();
    return best_;
  }

 private:
  static bool before(const similar_vertex& a, const similar_vertex& b) {
    return a.score != b.score ? a.score > b.score : a.number < b.number;
  }

  bool prepared_ = false;
  vertex_table<Sum, V> sums_;
  std::vector<similar_vertex> best_;  // a heap; the worst is at the front
};

// Calls search(Sum()) with the type of the sums.
template <class Search>
void with_sums(const similarity_terms& terms, const Search& search) {
  terms.are_counts() ? search(std::uint32_t{}) : search(std::uint64_t{});
}

}  // namespace arcas::inline v0::graph::detail
