// SPDX-License-Identifier: Apache-2.0
// The iterations of a pass of PageRank and of one of triangle counting over a real graph, as costs:
// its degrees, repeated until they are as many as the vertices of LiveJournal.
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
