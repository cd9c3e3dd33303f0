// SPDX-License-Identifier: Apache-2.0
// How is a text file to be read, and what has reading it shown? Here are the options, and the
// report for people and for programs.
#pragma once

#include "figures.h"
#include "json.h"
#include "options.h"

#include <arcas/graph/files/formats.h>

#include <string_view>
#include <vector>

namespace cli {

// The name of a format, such as "edge list".
std::string_view format_name(graph::graph_format format);

// Adds --header, --decimal and --skip-bad-rows.
void add_text_options(const options& arguments, graph::file_options& how);

// Sets the facts of an origin, and its kind, such as "table with commas, a header, names of
// vertices, header as guessed (otherwise --header no), directed as assumed, 1 row skipped (line 7:
// there is no vertex in column 2)". needs_undirected: whether the command takes edges as
// undirected.
void tell_kind(graph_origin& origin, const graph::graph_facts& facts, bool asked_undirected,
               bool needs_undirected);

// Members of the object "graph" of an answer, or of another object that describes a file.
std::vector<json_member> reading_members(const graph_origin& origin);

}  // namespace cli
