// SPDX-License-Identifier: Apache-2.0
// Which files are read as one list of edges? The files part-* of a folder, as Spark and Hadoop write them, or those that
// a pattern with * names, in the order of their names. All are of one form, and each has its own header if there is one.
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

// The files that a path means; nothing where it is no folder and no pattern. Throws input_error where it is one of these
// and names no file.
std::vector<std::string> shard_paths(const std::string& path);

bool is_folder(const std::string& path);

// Whether a file that starts so has an edge on each line.
bool is_edge_list(std::string_view start);

// Opens one of the files by whole lines of its start. The first one, where there is one before: a row with the cells of its
// header is a header, too. Throws input_error.
text_graph open_shard(std::string_view start, const std::string& path, const file_options& options,
                      const text_graph* first);

// Takes what a further file says into the form of all. Throws input_error where it is of another form than the first.
void add_form(text_graph& all, const text_graph& other, const std::string& path,
              const std::string& first_path);

// Throws input_error: what `path` names are no lists of edges.
[[noreturn]] void refuse_many_files(const std::string& path);

// Many files in the memory of one process.
struct joined_text {
  input_file file;   // the edges of all, without comments and headers before them
  text_graph graph;  // refers to it
};
// Throws input_error and interrupted.
joined_text join_shards(const std::string& path, const std::vector<std::string>& paths,
                        const file_options& options, const loop_options& loops);

}  // namespace arcas::inline v0::graph::detail
