// SPDX-License-Identifier: Apache-2.0
// Edges as a file names them, before its vertices are numbered 0, 1, …
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace arcas::graph {

struct published_edge {
  std::uint64_t from;
  std::uint64_t to;
};

// The edges of one part of a file, in the order of the file. Parts are parsed at the same time.
struct published_part {
  std::vector<published_edge> edges;
  std::uint64_t greatest_id = 0;

  void append(std::uint64_t from, std::uint64_t to) {
    edges.push_back({from, to});
    greatest_id = std::max(greatest_id, std::max(from, to));
  }
};

// Numbers the ids that occur, in ascending order. Keeps the order of the edges. Uses up the parts.
// Throws input_error, which starts with the name of the source, for more ids than `vertex` has
// values.
edge_list number_vertices(std::vector<published_part> parts, const std::string& source,
                          const loop_options& loops = {});

}  // namespace arcas::graph
