// SPDX-License-Identifier: Apache-2.0
// The expected size of the graph in a text, from a small part of it.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/graph_file.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace arcas::inline v0::graph::detail {

// The size that stated_size() finds; otherwise the size that sampled_size() finds.
graph_size expected_size(const text_graph& graph);
// The size that the header states, or SNAP's comment "# Nodes: … Edges: …".
std::optional<graph_size> stated_size(const text_graph& graph);

// text_pieces(position, size) returns `size` bytes of text from the position on; fewer at the end.
using text_pieces = arcas::detail::function_reference<std::string, std::uint64_t, std::size_t>;
// The size of the graph in `bytes` bytes of text: edges from sampled lines, vertices from the
// greatest sampled id. starts_only: the samples are from the starts of files, where ids may be
// smaller than later; the result then has at least as many vertices as edges.
graph_size sampled_size(std::uint64_t bytes, const text_pieces& piece, bool starts_only = false);

graph_size expected_size(const serialized_layout& arrays);

}  // namespace arcas::inline v0::graph::detail
