// SPDX-License-Identifier: Apache-2.0
// How is a text to be read, what was concluded of a file, and what has reading it shown? For people and for programs.
#pragma once

#include "figures.h"
#include "json.h"
#include "options.h"

#include <arcas/graph/files/formats.h>

#include <string>
#include <string_view>
#include <vector>

namespace cli {

// "edge list", …
std::string_view format_name(arcas::graph::graph_format format);

// --header, --decimal and --skip-bad-rows.
void add_text_options(const options& arguments, arcas::graph::file_options& how);

// Sets the facts of an origin, and its kind: "table with commas, a header, names of vertices, header as guessed (otherwise
// --header no), directed as assumed, 1 row skipped (line 7: no vertex in column 2)".
void tell_kind(graph_origin& origin, const arcas::graph::graph_facts& facts, bool asked_undirected);

// Of the object "graph" of an answer, or of another that tells of a file.
std::vector<json_member> reading_members(const graph_origin& origin);

}  // namespace cli
