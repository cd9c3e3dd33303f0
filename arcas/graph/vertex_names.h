// SPDX-License-Identifier: Apache-2.0
// What was vertex v called where the graph comes from?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace arcas::graph {

// Ascending names, one a vertex: a table, or, without gaps, the first of them.
class vertex_names {
 public:
  vertex_names() = default;
  explicit vertex_names(std::vector<std::uint64_t> names) : names_(std::move(names)) {}
  // first, first + 1, …
  static vertex_names counted_from(std::uint64_t first) {
    vertex_names names;
    names.first_ = first;
    return names;
  }

  std::uint64_t operator[](std::uint64_t v) const {
    return names_.empty() ? first_ + v : names_[static_cast<std::size_t>(v)];
  }
  // All names, where they are a table.
  std::span<const std::uint64_t> table() const { return names_; }
  // Names are the numbers themselves.
  bool plain() const { return names_.empty() && first_ == 0; }
  std::uint64_t bytes() const { return names_.size() * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> names_;
  std::uint64_t first_ = 0;
};

}  // namespace arcas::graph
