// SPDX-License-Identifier: Apache-2.0
// Are these the connected components, or the strongly connected ones? Serial, from the definition:
// the components are found here by depth-first searches (Kosaraju's two for the strong ones), and
// labels must tell exactly them apart.
#pragma once

#include <arcas/graph/csr.h>

#include <span>
#include <string>

namespace arcas::graph {

// What is wrong, as a sentence; empty where all is well. G: directed_graph or undirected_graph.
template <class G>
std::string fault_in_components(const G& g, std::span<const vertex> labels);
template <class G>
std::string fault_in_strong_components(const G& g, std::span<const vertex> labels);

}  // namespace arcas::graph
