// SPDX-License-Identifier: Apache-2.0
// The arrays of a graph as the GAP benchmarks write them to .sg and .wsg files, little-endian and
// without gaps:
//
//   bool directed; int64 arcs; int64 vertices;
//   int64 offsets[vertices + 1]; int32 targets[arcs], in .wsg each with an int32 weight behind it;
//   and, where directed, offsets and targets of the other direction.
//
// An undirected edge is an arc at both ends. Arcas puts the names of vertices, where they are not
// 0, 1, …, behind all that, where GAP does not look:
//
//   char "ARCASIDS"[8]; uint64 first; uint64 listed; uint64 names[listed]   (0 listed: counted from
//   first)
//   or, of text, char "ARCASTXT"[8]; uint64 size; uint64 listed; uint64 ends[listed]; char text[size]
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/files/formats.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

inline constexpr std::string_view names_mark = "ARCASIDS";
inline constexpr std::string_view texts_mark = "ARCASTXT";

struct serialized_graph {
  graph_facts facts;
  std::string_view bytes;
  std::string name;
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::uint64_t names_at = 0;  // 0: none
};

// Throws input_error where the size of the file is not what its header says.
serialized_graph open_serialized(std::string_view bytes, const std::string& name,
                                 const file_options& options = {});

// The graph as it is in the file, directed or undirected, with the file's weights, drawn ones or
// none. Throws input_error for arrays that are not those of a graph, and interrupted.
template <class W, bool Directed>
basic_graph<W, Directed> graph_of(const serialized_graph& file,
                                  const std::optional<random_weight_options>& random_weights,
                                  const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
