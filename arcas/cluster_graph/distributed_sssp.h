// SPDX-License-Identifier: Apache-2.0
// Single-source shortest paths over all ranks: the distances of arcas/graph/kernels/sssp.h, along
// weights that are whole numbers, 0 or more. Method: delta-stepping (Meyer, Sanders 2003). Vertices
// wait, at home, in bins by tentative distance; all ranks settle the lowest bin together, in as
// many finish()es as its shortest ways have steps inside of it. A bin is wide here, since each
// costs a round over all ranks: as wide as the mean weight, where nothing else is said.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <cstdint>
#include <vector>

namespace arcas::cluster_graph {

struct distributed_sssp_options {
  std::int64_t delta = 0;  // width of a bin; 0: chosen
};

struct distributed_sssp_result {
  // Of all vertices, on the rank that asked; graph::infinitely_far<std::int64_t> if not reached.
  std::vector<std::int64_t> distances;
  std::uint64_t reached = 0;
  std::int64_t delta = 0;  // as it was used
  unsigned rounds = 0;
};

// By one task. Throws std::invalid_argument with a sentence for a graph without weights, a source
// that is no vertex, a negative weight, and a delta below 0.
distributed_sssp_result sssp(const distributed_graph& g, vertex source,
                             const distributed_sssp_options& options = {});

}  // namespace arcas::cluster_graph
