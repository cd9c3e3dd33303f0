// SPDX-License-Identifier: Apache-2.0
// A set of vertices of any ranks, with an index for each: they are ordered by their homes, and by
// number at each home. The set is stored as bits or as a list, whichever is smaller. Bits take 3/16
// bytes for each vertex of the graph, including a count for each word of bits; the list takes 8
// bytes for each insert(). The order of calls is insert(), then place() once, then the others.
// place() throws std::length_error for 2^32 or more vertices.
#pragma once

#include <arcas/cluster_graph/vertex_places.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

class placed_vertices {
 public:
  // `vertices` is the number of vertices of the graph, `most` the maximum number of calls of
  // insert().
  placed_vertices(const vertex_places& places, std::uint64_t vertices, std::size_t most)
      : places_(places), words_of_rank_(places.count_on(0, vertices) / word_bits + std::size_t{1}) {
    const std::size_t words = words_of_rank_ * places.ranks();
    if (most * sizeof(std::uint64_t) < words * (sizeof(std::uint64_t) + sizeof(local_vertex))) {
      few_.reserve(most);
    } else {
      words_.resize(words);
      before_.resize(words);
    }
  }

  void insert(vertex v) {
    if (words_.empty()) {
      few_.push_back(key_of(v));
    } else {
      words_[word_of(v)] |= bit_of(v);
    }
  }
  // beside: the number of values that the rank has in the same array.
  void place(std::uint64_t beside = 0) {
    std::ranges::sort(few_);
    few_.erase(std::ranges::unique(few_).begin(), few_.end());
    std::uint64_t count = few_.size();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      before_[i] = static_cast<local_vertex>(count);
      count += static_cast<unsigned>(std::popcount(words_[i]));
    }
    if (count + beside <= std::numeric_limits<local_vertex>::max()) return;
    throw std::length_error("the edges of a rank lead to " + std::to_string(count + beside) +
                            " vertices, but a rank can have values of fewer than 2^32; use more "
                            "ranks");
  }
  // The index of a vertex in the set.
  local_vertex place_of(vertex v) const {
    if (words_.empty())
      return static_cast<local_vertex>(std::ranges::lower_bound(few_, key_of(v)) - few_.begin());
    const std::size_t word = word_of(v);
    return before_[word] + static_cast<local_vertex>(std::popcount(words_[word] & (bit_of(v) - 1)));
  }
  // The vertices of a rank in order, by local number.
  std::vector<local_vertex> of_rank(rank_id r) const {
    std::vector<local_vertex> locals;
    if (words_.empty()) {
      auto at = std::ranges::lower_bound(few_, std::uint64_t{r} << key_shift);
      for (; at != few_.end() && *at >> key_shift == r; ++at)
        locals.push_back(static_cast<local_vertex>(*at));
      return locals;
    }
    for (std::size_t i = 0; i < words_of_rank_; ++i) {
      for (std::uint64_t left = words_[r * words_of_rank_ + i]; left != 0; left &= left - 1) {
        locals.push_back(static_cast<local_vertex>(i * word_bits) +
                         static_cast<local_vertex>(std::countr_zero(left)));
      }
    }
    return locals;
  }

  std::vector<vertex> all() const {
    std::vector<vertex> numbers;
    for (rank_id r = 0; r < places_.ranks(); ++r)
      for (const local_vertex local : of_rank(r)) numbers.push_back(places_.global(r, local));
    return numbers;
  }

 private:
  static constexpr local_vertex word_bits = 64;
  static constexpr unsigned key_shift = 32;

  std::uint64_t key_of(vertex v) const {
    return (std::uint64_t{places_.home(v)} << key_shift) + places_.local(v);
  }
  std::size_t word_of(vertex v) const {
    return places_.home(v) * words_of_rank_ + places_.local(v) / word_bits;
  }
  std::uint64_t bit_of(vertex v) const { return std::uint64_t{1} << places_.local(v) % word_bits; }

  vertex_places places_;
  std::size_t words_of_rank_;
  std::vector<std::uint64_t> few_;    // the list: keys, in ascending order
  std::vector<std::uint64_t> words_;  // the bits, by home
  std::vector<local_vertex> before_;  // for each word, number of vertices in earlier words
};

}  // namespace arcas::inline v0::cluster_graph::detail
