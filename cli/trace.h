// SPDX-License-Identifier: Apache-2.0
// arcas trace COMMAND …: the command with its loops recorded.
#pragma once

#include "kernel_report.h"

#include <arcas/graph/csr.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace cli {

// The words after the program's name. Of `trace COMMAND … [-o OUT]` the command is left, and ARCAS_TRACE is
// set to OUT.
std::vector<std::string> words_to_run(int argc, char** argv);

// Of a command that runs on ranks: the trace is of the ranks (ARCAS_CLUSTER_TRACE), and not of the loops
// of each process. Nothing is changed where there is none.
void trace_ranks_instead();

// Which chunk of a loop over all n vertices took longest, and the vertex with most edges in it; empty where
// nothing was recorded.
std::string longest_over_vertices(std::size_t n,
                                  const std::function<std::uint64_t(arcas::graph::vertex)>& degree,
                                  const id_of_vertex& id);

}  // namespace cli
