// SPDX-License-Identifier: Apache-2.0
// Is this betweenness centrality right? Serial, and not by Brandes' sum over successors: for each
// source, the share of the ways to t that pass through v is counted for each v and t, from the
// numbers of ways from the source to v and from v to t. n^2 searches: for small graphs. And, for
// larger ones, Brandes' sum with lists of predecessors.
#pragma once

#include <arcas/graph/csr.h>

#include <span>
#include <string>
#include <vector>

namespace arcas::graph {

// Sums over the pairs that begin at the sources, neither normalised nor halved. G: directed_graph
// or undirected_graph.
template <class G>
std::vector<double> betweenness_by_definition(const G& g, std::span<const vertex> sources,
                                              bool endpoints);
template <class G>
std::vector<double> betweenness_by_predecessors(const G& g, std::span<const vertex> sources,
                                                bool endpoints);

// What is wrong with scores / factor, by predecessors, as a sentence; empty where all is well.
template <class G>
std::string fault_in_betweenness(const G& g, std::span<const vertex> sources, bool endpoints,
                                 double factor, std::span<const double> scores);

}  // namespace arcas::graph
