// SPDX-License-Identifier: Apache-2.0
// The kernels over ranks, as a user asks for them: run, checked, told in words and as JSON.
#pragma once

#include "request.h"

#include <arcas/cluster_graph/distributed_graph.h>

#include <string>

namespace cli::ranks {

struct told {
  std::string text;
  std::string json;   // members of the kernel's own
  std::string fault;  // empty where the result is right, or was not checked
  double seconds = 0;
};

// By one task. Throws std::invalid_argument for a source that the graph does not have.
told run_kernel(const arcas::cluster_graph::distributed_graph& g, const request& asked);

}  // namespace cli::ranks
