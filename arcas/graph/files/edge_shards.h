// SPDX-License-Identifier: Apache-2.0
// Several files that are read as one list of edges: the files part-* of a folder, as Spark and
// Hadoop write them, or the files that a pattern with * matches, in the order of their names. All
// have the same form. If there is a header, each file begins with its own.
#pragma once

#include <arcas/graph/files/formats.h>
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/input_file.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::graph::detail {

// The files that a path stands for; none if it is neither a folder nor a pattern. Throws
// input_error for a folder or pattern without files.
std::vector<std::string> shard_paths(const std::string& path);

bool is_folder(const std::string& path);

// Whether a file with this start can have an edge on each line.
bool is_edge_list(std::string_view start);

// Opens a file; `start` is the start of its text, in whole lines. `first` is the first of the
// files, or null if this file is the first. A first row with the same cells as the header of
// `first` is a header, too. Throws input_error.
text_graph open_shard(std::string_view start, const std::string& path, const file_options& options,
                      const text_graph* first);

// Adds the facts of another file to `all`, the facts of the files so far. Throws input_error if the
// form of `other` differs from the form of the first file.
void add_form(text_graph& all, const text_graph& other, const std::string& path,
              const std::string& first_path);

// Throws the input_error for several files that are not lists of edges.
[[noreturn]] void refuse_many_files(const std::string& path);

// Several files in the memory of one process.
struct joined_text {
  input_file file;   // the edges of all files, without their comments and headers
  text_graph graph;  // refers to `file`
};
// Throws input_error and interrupted.
joined_text join_shards(const std::string& path, const std::vector<std::string>& paths,
                        const file_options& options, const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
