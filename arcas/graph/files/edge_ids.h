// SPDX-License-Identifier: Apache-2.0
// From the ids of an edge list to vertices 0, 1, …
#pragma once

#include <arcas/graph/files/edge_lines.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace arcas::graph::detail {

// What a part of a text said. Its edges are in the array of all, or, where 32 bits are too few for
// one of their ids, here.
template <class W>
struct read_part : edge_lines {
  plain_array<id_edge<W>> wide;
};

// Edges as parsed, with ids less the form's first_id.
template <class W>
struct edge_text {
  plain_array<basic_edge<vertex, W>> edges;  // with room for one a line
  std::vector<std::uint64_t> starts;         // where the room of each part begins
  std::vector<read_part<W>> parts;
  std::uint64_t edge_count = 0;
  std::uint64_t least_id = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_id = 0;
};

// Numbers the ids that occur, in ascending order, writes the edges with these numbers to
// text.edges, in the order of the text, with the gaps between the parts, and returns the ids as
// names and their number. Throws input_error for more ids than a graph has vertices, which it
// blames on that line of the file; and interrupted.
struct numbered_ids {
  std::uint64_t count = 0;
  vertex_names names;
};
template <class W>
numbered_ids number_ids(edge_text<W>& text, const std::string& name, std::uint64_t line,
                        const loop_options& loops);

}  // namespace arcas::graph::detail
