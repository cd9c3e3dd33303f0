// SPDX-License-Identifier: Apache-2.0
// The kernels over ranks, as a user asks for them: run, checked, and shown as `arcas` shows them on
// one process (../kernel_report.h).
#pragma once

#include "../kernel_report.h"

#include <arcas/cluster_graph/distributed_graph.h>

#include <cstdint>
#include <optional>
#include <string>

namespace cli::ranks {

// Read on every rank, since each is started with the same arguments.
struct request {
  std::string kernel;
  kernel_choice choice;  // without --locality
  std::optional<std::uint64_t> source;
  unsigned sources = 4;  // of betweenness
};

// By one task. Throws std::invalid_argument for a source that the graph does not have, and
// std::runtime_error for a result that the check finds wrong. Returns an exit code.
int run_kernel(const arcas::cluster_graph::distributed_graph& g, const request& asked,
               const graph_origin& origin);

}  // namespace cli::ranks
