// SPDX-License-Identifier: Apache-2.0
// Edges as a reader has parsed them, part by part, with the ids of the file; and from ids to vertices.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/table.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace arcas::inline v0::graph::detail {

// What a part of a file said. Its edges are in the array of all, or, where 32 bits are too few for
// one of their ids, here: of a text also where ids are text.
template <class W>
struct read_part : edge_lines {
  plain_array<id_edge<W>> wide;
  part_texts texts;  // where ids are text: ends of edges are positions in it
};

// Edges as parsed, with ids less the form's first_id.
template <class W>
struct edge_parts {
  plain_array<basic_edge<vertex, W>> edges;  // with room for one a line
  std::vector<std::uint64_t> starts;         // where the room of each part begins
  std::vector<read_part<W>> parts;
  std::uint64_t edge_count = 0;
  std::uint64_t least_id = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_id = 0;
  bool text_ids = false;

  // Adds up what the parts say.
  void count() {
    for (const edge_lines& part : parts) {
      edge_count += part.edges;
      least_id = std::min(least_id, part.least_id);
      greatest_id = std::max(greatest_id, part.greatest_id);
    }
  }
};

struct numbered_ids {
  std::uint64_t count = 0;
  vertex_names names;
};

// Numbers the ids that occur, in ascending order, writes the edges with these numbers to
// text.edges, in the order of the text, with the gaps between the parts, and returns the ids as
// names and their number. Throws input_error for more ids than a graph has vertices, which it
// blames on that line of the file; and interrupted.
template <class W>
numbered_ids number_ids(edge_parts<W>& text, const std::string& name, std::uint64_t line,
                        const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
