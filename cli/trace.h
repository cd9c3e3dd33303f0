// SPDX-License-Identifier: Apache-2.0
// arcas trace COMMAND …: runs the command and records its loops.
#pragma once

#include "kernel_report.h"

#include <arcas/graph/csr.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace cli {

// Returns the words after the program's name. For `trace COMMAND … [-o OUT]` it returns only those
// of the command, and sets ARCAS_TRACE to OUT.
std::vector<std::string> words_to_run(int argc, char** argv);

// Called for a command that runs on ranks. If a trace was asked for, the ranks are traced
// (ARCAS_CLUSTER_TRACE), and not the loops of each process.
void trace_ranks_instead();

// A line on the chunk that took longest in a loop over all n vertices, and on its vertex with most
// edges; empty if nothing was recorded.
std::string longest_over_vertices(std::size_t n,
                                  const std::function<std::uint64_t(graph::vertex)>& degree,
                                  const id_of_vertex& id);

}  // namespace cli
