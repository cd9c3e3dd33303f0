// SPDX-License-Identifier: Apache-2.0
// Edges in Parquet and Arrow files, for the readers of arcas/graph.
//
//   auto g = read_graph<directed_graph>("calls.parquet", {.file = with_parquet()});
//   graph_file file("calls.arrow", with_parquet({.from = "caller", .to = "callee"}));
//
// A file is Parquet, or Arrow's IPC file format (.arrow, .feather), by its name or its first bytes. Each row is an edge. Its
// ends are integers, or strings, which are the names of vertices; its weight, if it has one, is an integer, a float or a
// double. Columns are chosen as those of text tables (file_options::from, to, weight); others are not decoded. An empty
// cell in a chosen column is an input_error, with the column and the row.
//
// A Parquet file is decoded a row group a worker, some thousand rows at a time; an Arrow file a batch at a time. What is
// decoded, the edges and the names may not take more than file_options::most_unpacked.
#pragma once

#include <arcas/graph/files/formats.h>

namespace arcas::inline v0::graph {

// The options, and Parquet and Arrow files are read.
file_options with_parquet(file_options options = {});

}  // namespace arcas::inline v0::graph
