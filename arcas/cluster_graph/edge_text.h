// SPDX-License-Identifier: Apache-2.0
// The edges of a text, with the ids of the file. Each rank parses its part of the lines. A shard
// (edge_source.h) that can only be unpacked from its start is unpacked by one rank, which
// distributes pieces of whole lines to all ranks.
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/edge_source.h>
#include <arcas/cluster_graph/key_numbers.h>
#include <arcas/graph/files/table.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

template <class W>
using wide_edge = graph::detail::id_edge<W>;
// Edges in pieces, since one array of unknown length would be copied when it grows.
template <class W>
using edge_pieces = std::vector<std::vector<wide_edge<W>>>;

// The number of edges and the range of their ids.
struct edge_counts {
  std::uint64_t edges = 0;
  std::uint64_t least_id = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_id = 0;
  friend edge_counts operator+(const edge_counts& a, const edge_counts& b) {
    return {a.edges + b.edges, std::min(a.least_id, b.least_id),
            std::max(a.greatest_id, b.greatest_id)};
  }
};

// The result of parsing on one rank.
template <class W>
struct parsed_part {
  graph::detail::text_graph form;
  // By piece of the text. If the ids are texts, an edge has the numbers that `texts` gives them.
  edge_pieces<W> edges;
  text_ids texts;
  edge_counts counts;
};
template <class W>
using parsed_edges = cluster::distributed<parsed_part<W>>;

// The result of parsing on all ranks.
struct parsed_text {
  edge_counts counts;
  std::uint64_t last_line = 0;  // number of the file's last line; 0 if there are several files
};

// Called by one task. Throws input_error for the first wrong line.
template <class W>
parsed_text parse_text(const text_source& source, const file_reading& how,
                       const parsed_edges<W>& to);

}  // namespace arcas::inline v0::cluster_graph::detail
