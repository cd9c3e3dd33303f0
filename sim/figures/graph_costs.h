// SPDX-License-Identifier: Apache-2.0
// The costs of the iterations of a pass of PageRank and of triangle counting over a real graph. Its
// degrees give the costs, which are repeated up to the number of vertices of LiveJournal.
#pragma once

#include <sim/figures/figures.h>

namespace figures {

struct graph_loop {
  std::string kernel;
  arcas::sim::iteration_costs costs;
};

graph_loop pagerank_of(const request& ask);
graph_loop triangles_of(const request& ask);

}  // namespace figures
