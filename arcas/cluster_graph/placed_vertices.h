// SPDX-License-Identifier: Apache-2.0
// A set of vertices of any rank, which have places in it: in the order of their homes, at each home in that of their numbers.
// 3/16 bytes for each vertex of the graph. The order of calls: insert(), place() once, the others.
#pragma once

#include <arcas/cluster_graph/vertex_places.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

class placed_vertices {
 public:
  // Of a graph with so many vertices.
  placed_vertices(const vertex_places& places, std::uint64_t vertices)
      : places_(places),
        words_of_rank_(places.count_on(0, vertices) / word_bits + std::size_t{1}),
        words_(words_of_rank_ * places.ranks()),
        before_(words_.size()) {}

  void insert(vertex v) { words_[word_of(v)] |= bit_of(v); }
  void place() {
    vertex count = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      before_[i] = count;
      count += static_cast<vertex>(std::popcount(words_[i]));
    }
  }
  // Of a vertex that is in the set.
  vertex place_of(vertex v) const {
    const std::size_t word = word_of(v);
    return before_[word] + static_cast<vertex>(std::popcount(words_[word] & (bit_of(v) - 1)));
  }
  // Those of a rank in order, by local numbers.
  std::vector<vertex> of_rank(rank_id r) const {
    std::vector<vertex> locals;
    for (std::size_t i = 0; i < words_of_rank_; ++i) {
      for (std::uint64_t left = words_[r * words_of_rank_ + i]; left != 0; left &= left - 1) {
        locals.push_back(static_cast<vertex>(i * word_bits) +
                         static_cast<vertex>(std::countr_zero(left)));
      }
    }
    return locals;
  }

 private:
  static constexpr vertex word_bits = 64;

  std::size_t word_of(vertex v) const {
    return places_.home(v) * words_of_rank_ + places_.local(v) / word_bits;
  }
  std::uint64_t bit_of(vertex v) const { return std::uint64_t{1} << places_.local(v) % word_bits; }

  vertex_places places_;
  std::size_t words_of_rank_;
  std::vector<std::uint64_t> words_;
  std::vector<vertex> before_;  // how many are in the words before
};

}  // namespace arcas::inline v0::cluster_graph::detail
