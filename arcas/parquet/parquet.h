// SPDX-License-Identifier: Apache-2.0
// Lets the readers of arcas/graph read edges from Parquet and Arrow files; writes graphs to such
// files.
//
//   auto g = read_graph<directed_graph>("calls.parquet", {.file = with_parquet()});
//   graph_file file("calls.arrow", with_parquet({.from = "caller", .to = "callee"}));
//
// The name or the first bytes of a file show whether it is Parquet or Arrow's IPC file format
// (.arrow, .feather). Each row is an edge. The ends of an edge are integers, or strings that name
// vertices. The weight is optional: an integer, a float or a double. Columns are chosen as in
// text tables (file_options::from, to, weight); other columns are not decoded. An empty cell in a
// chosen column is an input_error that names the column and the row.
//
// Workers decode different row groups of a Parquet file, 32,768 rows at a time. One worker decodes
// an Arrow file, batch by batch. file_options::most_unpacked limits two numbers separately: the
// bytes of the decoded data, and the bytes of the edges together with the names.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/write_graph.h>

#include <string>

namespace arcas::inline v0::graph {

// Returns the options with support for Parquet and Arrow files added.
file_options with_parquet(file_options options = {});

// Writes any graph to a .parquet, .arrow or .feather file. Throws the exceptions of write_graph(),
// and output_error for another ending. Each edge becomes a row; an edge of an undirected graph
// becomes two, one in each direction. The columns are:
// - `from` and `to`: the original ids as int64 (uint64 if one is 2^63 or more) or strings
// - `weight`, if the graph has weights: int64 or double
// Isolated vertices are lost. The calling thread encodes; cost: a pass over the edges.
template <class G>
void write_parquet(const G& g, const std::string& path, const loop_options& loops = {});

}  // namespace arcas::inline v0::graph
