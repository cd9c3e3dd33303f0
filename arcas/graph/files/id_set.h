// SPDX-License-Identifier: Apache-2.0
// Which ids are there, and how many are below a given one? Two answers: a bit for each possible id
// where they lie close together, which is the rule in published files, and sorting where they do
// not.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <vector>

namespace arcas::graph {

// Ids from `least` to `greatest`.
class dense_ids {
 public:
  dense_ids(std::uint64_t least, std::uint64_t greatest, const loop_options& loops);

  // Bytes that the set needs, whatever its members.
  static std::uint64_t cost(std::uint64_t least, std::uint64_t greatest) {
    return ((greatest - least) / 64 + 1) * 2 * sizeof(std::uint64_t);
  }

  // Any thread may call.
  void insert(std::uint64_t id);
  // To be called between the last insert() and the first rank(); returns the number of ids.
  std::uint64_t count();
  std::uint64_t rank(std::uint64_t id) const;
  std::vector<std::uint64_t> members() const;

 private:
  std::uint64_t least_;
  std::uint64_t count_ = 0;
  plain_array<std::uint64_t> words_;
  plain_array<std::uint64_t> below_;
};

// All ids of the edges, ascending. Throws interrupted.
template <class V, class W>
std::vector<std::uint64_t> sorted_ids(const plain_array<basic_edge<V, W>>& edges,
                                      const loop_options& loops);

}  // namespace arcas::graph
