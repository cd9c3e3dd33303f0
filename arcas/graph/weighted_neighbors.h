// SPDX-License-Identifier: Apache-2.0
// The weighted edges of a vertex as pairs of neighbour and weight. They are read from two arrays,
// so that code that does not use weights does not read them.
//
//   for (auto [u, w] : g.out_edges(v)) …
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

namespace arcas::inline v0::graph {

// Vertices are 0, 1, … vertex_count() - 1.
using vertex = std::uint32_t;

template <class W>
struct weighted_neighbor {
  vertex to;
  W weight;
  friend bool operator==(const weighted_neighbor&, const weighted_neighbor&) = default;
};

// A view; pass it by value.
template <class W>
class weighted_neighbors {
 public:
  using value_type = weighted_neighbor<W>;

  class iterator {
   public:
    using value_type = weighted_neighbor<W>;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::forward_iterator_tag;
    // Of C++17: operator* returns a value, not a reference.
    using iterator_category = std::input_iterator_tag;

    iterator() = default;
    iterator(const vertex* to, const W* weight) : to_(to), weight_(weight) {}
    value_type operator*() const { return {*to_, *weight_}; }
    iterator& operator++() {
      ++to_;
      ++weight_;
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(iterator a, iterator b) { return a.to_ == b.to_; }

   private:
    const vertex* to_ = nullptr;
    const W* weight_ = nullptr;
  };

  weighted_neighbors(std::span<const vertex> vertices, const W* weights)
      : vertices_(vertices), weights_(weights) {}

  std::size_t size() const { return vertices_.size(); }
  bool empty() const { return vertices_.empty(); }
  value_type operator[](std::size_t i) const { return {vertices_[i], weights_[i]}; }
  iterator begin() const { return {vertices_.data(), weights_}; }
  iterator end() const { return {vertices_.data() + size(), weights_ + size()}; }
  std::span<const vertex> vertices() const { return vertices_; }
  std::span<const W> weights() const { return {weights_, size()}; }

 private:
  std::span<const vertex> vertices_;
  const W* weights_;
};

}  // namespace arcas::inline v0::graph
