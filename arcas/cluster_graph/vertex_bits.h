// SPDX-License-Identifier: Apache-2.0
// A set of vertices of one rank, by local numbers, as it travels to the ranks that ask about it: a
// bit a vertex.
#pragma once

#include <arcas/cluster_graph/vertex_places.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::cluster_graph::detail {

class vertex_bits {
 public:
  explicit vertex_bits(std::size_t vertices) : words_(vertices / 64 + 1) {}
  explicit vertex_bits(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  void insert(vertex local) { words_[local / 64] |= std::uint64_t{1} << local % 64; }
  bool contains(vertex local) const { return (words_[local / 64] >> local % 64 & 1) != 0; }
  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace arcas::cluster_graph::detail
