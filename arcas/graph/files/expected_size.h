// SPDX-License-Identifier: Apache-2.0
// How large is the graph in a text, by a look at little of it?
#pragma once

#include <arcas/base/function_reference.h>
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/graph_file.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace arcas::inline v0::graph::detail {

// By the header, where it counts; by SNAP's "# Nodes: … Edges: …"; else as sampled_size() of the text.
graph_size expected_size(const text_graph& graph);
// What the header or the comments say.
std::optional<graph_size> stated_size(const text_graph& graph);

// So many bytes of text from a position on; less at the end of the text.
using text_pieces = arcas::detail::function_reference<std::string, std::uint64_t, std::size_t>;
// Of a text of so many bytes: edges by the lines, and vertices by the greatest number, in samples. starts_only: the samples are from
// starts of files, whose numbers are a lower bound; there are at least as many vertices as edges then.
graph_size sampled_size(std::uint64_t bytes, const text_pieces& piece, bool starts_only = false);

graph_size expected_size(const serialized_layout& arrays);

}  // namespace arcas::inline v0::graph::detail
