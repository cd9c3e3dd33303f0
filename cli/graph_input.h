// SPDX-License-Identifier: Apache-2.0
// Which graph does a kernel run on, and what did it take to get it?
#pragma once

#include "session.h"

#include <arcas/graph/csr.h>

#include <cstdint>
#include <string>

namespace cli {

struct graph_input {
  arcas::graph::directed_graph graph;
  std::string file;
  std::uint64_t bytes = 0;  // of the file as it is stored
  double seconds = 0;       // from the file to the graph
};

// Throws with a sentence that names the file, the line where one is to blame, and the remedy.
graph_input read_graph(const std::string& file, session& s);

}  // namespace cli
