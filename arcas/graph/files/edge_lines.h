// SPDX-License-Identifier: Apache-2.0
// What do these whole lines say, in a format of at most one edge a line? Two vertex ids and perhaps
// a weight, separated by blanks or tabs; comments; empty lines; LF or CRLF.
#pragma once

#include <arcas/graph/edge_list.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace arcas::graph::detail {

// Ends that are ids of the file: any number of 64 bits.
template <class W>
using id_edge = basic_edge<std::uint64_t, W>;

// How edges are written in a file. Found at its start, the same for all its lines.
struct edge_line_form {
  std::string_view comments = "#%";  // lines that start with one of these say nothing
  char lead = 0;                     // the letter that edges start with in DIMACS; 0: none
  bool weights = false;              // a third column, on every line
  std::uint64_t first_id = 0;        // where the format counts from
  // Where the header counts vertices: no id is above.
  std::uint64_t last_id = std::numeric_limits<std::uint64_t>::max();
};

// What a part of the text said.
struct edge_lines {
  std::uint64_t edges = 0;
  std::uint64_t least_id = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_id = 0;
  // Lines read; where something is wrong, the wrong line is the last of them.
  std::uint64_t lines = 0;
  // What is wrong with the last line and what to do about it; empty where nothing is.
  std::string fault;
  // An id that V has no bits for: nothing is wrong with the text, but reading ended there.
  bool too_narrow = false;
};

// `text` starts at the start of a line and ends at the end of one, or of the file. Writes the edges
// to `to`, which has room for one a line, with ids less first_id. Stops at the first line that is
// no edge, no comment and not empty. Weights are skipped where W is unweighted, but must be
// numbers.
template <class V, class W>
edge_lines parse_edge_lines(std::string_view text, const edge_line_form& form,
                            basic_edge<V, W>* to);

}  // namespace arcas::graph::detail
