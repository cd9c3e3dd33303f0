// SPDX-License-Identifier: Apache-2.0
// A virtual cluster for tests of graphs.
#pragma once

#include "../cluster/virtual_runs.h"

namespace arcas::inline v0::cluster_graph {

// Under a sanitizer, a reader of graphs needs a larger stack than a task has by default.
inline cluster::virtual_options virtual_ranks(cluster::rank_id ranks, std::uint64_t seed) {
  cluster::virtual_options o = cluster::test::usual(ranks, seed);
  o.cluster.tasks.stack_bytes = std::size_t{1} << 20;
  return o;
}

}  // namespace arcas::inline v0::cluster_graph
