// SPDX-License-Identifier: Apache-2.0
// The edges that a reader has parsed, in parts and with the file's ids, and the conversion of ids
// to vertices.
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

// A parsed part of a file. Its edges are in the array of all parts, or in `wide` if an id of the
// part does not fit 32 bits or ids are text.
template <class W>
struct read_part : edge_lines {
  plain_array<id_edge<W>> wide;
  part_texts texts;  // for text ids: the ends of edges are positions in this table
};

// The parsed edges of a file. Ids are relative to the form's first_id.
template <class W>
struct edge_parts {
  plain_array<basic_edge<vertex, W>> edges;  // has room for one edge for each line
  std::vector<std::uint64_t> starts;         // start of each part's room
  std::vector<read_part<W>> parts;
  std::uint64_t edge_count = 0;
  std::uint64_t least_id = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_id = 0;
  bool text_ids = false;

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

// Gives numbers to the occurring ids, in ascending order. Writes the edges with these numbers to
// text.edges, in the order of the file, with gaps between the parts. Returns the number of ids, and
// the ids as names. Throws input_error, with `name` and `line` in the message, if there are more
// ids than a graph can have vertices; throws `interrupted`.
template <class W>
numbered_ids number_ids(edge_parts<W>& text, const std::string& name, std::uint64_t line,
                        const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
