// SPDX-License-Identifier: Apache-2.0
// The kernels over ranks, as a user asks for them: run, checked, and shown as `arcas` shows them on
// one process (../kernel_report.h).
#pragma once

#include "request.h"

#include <arcas/cluster_graph/distributed_graph.h>

namespace cli::ranks {

// By one task. Throws std::invalid_argument for a source that the graph does not have, and
// std::runtime_error for a result that the check finds wrong. Returns an exit code.
int run_kernel(const arcas::cluster_graph::distributed_graph& g, const request& asked,
               const graph_origin& origin);

}  // namespace cli::ranks
