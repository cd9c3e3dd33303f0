// SPDX-License-Identifier: Apache-2.0
// Sets of vertices that every rank wants to ask about, a bit a vertex: each rank makes those of its
// own, and sends them to all.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/vertex_places.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace arcas::cluster_graph {

// Of one rank, by local numbers.
class vertex_bits {
 public:
  explicit vertex_bits(std::size_t vertices) : words_(vertices / 64 + 1) {}
  void insert(vertex local) { words_[local / 64] |= std::uint64_t{1} << local % 64; }
  bool contains(vertex local) const { return (words_[local / 64] >> local % 64 & 1) != 0; }
  const std::vector<std::uint64_t>& words() const { return words_; }
  // All that another set of the same vertices has.
  void insert_all(const std::vector<std::uint64_t>& words) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= words[i];
  }

 private:
  std::vector<std::uint64_t> words_;
};

// Of all ranks.
class vertex_sets {
 public:
  vertex_sets() = default;
  vertex_sets(const vertex_places& places, std::uint64_t vertices)
      : places_(places),
        stride_(places.count_on(0, vertices) / 64 + 1),
        words_(stride_ * places.ranks()) {}

  bool contains(vertex v) const {
    const vertex local = places_.local(v);
    return (words_[places_.home(v) * stride_ + local / 64] >> local % 64 & 1) != 0;
  }
  void take(rank_id of, const std::vector<std::uint64_t>& words) {
    std::copy(words.begin(), words.end(),
              words_.begin() + static_cast<std::ptrdiff_t>(of * stride_));
  }

 private:
  vertex_places places_;
  std::size_t stride_ = 0;
  std::vector<std::uint64_t> words_;
};

// Into the sets of every rank, this one included; sets() finds them there. Part of the enclosing
// finish().
template <class Sets>
void async_to_all_sets(const Sets& sets, const vertex_bits& own) {
  const rank_id from = cluster::self();
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    cluster::async(
        r, [sets, from](const std::vector<std::uint64_t>& words) { sets().take(from, words); },
        own.words());
  }
}

}  // namespace arcas::cluster_graph
