// SPDX-License-Identifier: Apache-2.0
// The edges of a whole text, parsed in parallel straight into one array: newlines are counted
// first, so that each part of the text knows where its edges go and which line it starts with.
#pragma once

#include <arcas/graph/files/edge_lines.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arcas::graph {

struct text_source {
  std::string_view text;
  std::string name;              // what errors call it
  std::uint64_t first_line = 1;  // the number of the line that text starts with
  // Parts go when they have been parsed, so that the edges may take their place; null: they stay.
  void (*forget)(std::string_view) = nullptr;
};

// Thrown where the text is to be parsed again, with wider vertices, and is gone.
struct text_is_gone {};

// Edges in the order of the text, with ids less the form's first_id.
template <class V, class W>
struct edge_text {
  plain_array<basic_edge<V, W>> edges;
  std::uint64_t least_id = 0;  // of the edges; 0 where there is none
  std::uint64_t greatest_id = 0;
  std::uint64_t last_line = 0;
};

// Nothing where an id is greater than V can hold and the text is still there. Throws input_error
// for the first wrong line, and interrupted.
template <class V, class W>
std::optional<edge_text<V, W>> parse_edge_text(const text_source& source,
                                               const edge_line_form& form,
                                               const loop_options& loops);

// "name:line: fault".
[[noreturn]] void refuse_line(const std::string& name, std::uint64_t line,
                              const std::string& fault);

}  // namespace arcas::graph
