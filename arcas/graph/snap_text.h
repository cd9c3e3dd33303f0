// SPDX-License-Identifier: Apache-2.0
// What do these whole lines of a SNAP edge list say? One edge a line, two vertex ids separated by
// blanks or tabs; lines that start with # are comments; empty lines say nothing; LF or CRLF.
#pragma once

#include <arcas/graph/published_edges.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace arcas::graph {

struct snap_lines {
  published_part part;
  // Lines read; where something is wrong, the wrong line is the last of them.
  std::uint64_t lines = 0;
  // What is wrong with the last line and what to do about it; empty where nothing is.
  std::string fault;
};

// `text` starts at the start of a line and ends at the end of one, or of the file. Stops at the
// first line that is no edge, no comment and not empty.
snap_lines parse_snap_lines(std::string_view text);

}  // namespace arcas::graph
