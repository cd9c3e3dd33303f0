// SPDX-License-Identifier: Apache-2.0
// Edge lists as SNAP (snap.stanford.edu/data) publishes them, plain, zstd or gzip: two vertex ids a
// line, separated by blanks or tabs; # and % start comments. A third column, where the first edge
// has one, is a weight, and left here (graph_file.h reads it).
//
// Every line is an edge, repeated lines and self-loops included. Ids may be any numbers up to
// 2^64 - 1, with gaps; an id that is on no line is no vertex, whatever the comments count.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/loops/options.h>

#include <string>
#include <string_view>

namespace arcas::graph {

// Reads a file in parallel. Edges are in the order of the file, vertices in that of their ids.
// Throws input_error: one sentence, FILE:LINE: where a line is to blame, and the remedy;
// or interrupted, where the loops were asked to stop.
edge_list read_snap(const std::string& path, const loop_options& loops = {});

// The same of a text in memory, which errors call `name`.
edge_list parse_snap(std::string_view text, const std::string& name,
                     const loop_options& loops = {});

}  // namespace arcas::graph
