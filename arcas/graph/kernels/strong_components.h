// SPDX-License-Identifier: Apache-2.0
// Strongly connected components: which vertices can be reached from each other along the direction
// of the edges?
//
// Result: a label for each vertex, the same for two vertices exactly if each can be reached from
// the other. A label is the least vertex of its component, so the result does not depend on chance.
// In an undirected graph these are the connected components.
//
// Method: three ways of finding components, from the one that suits most vertices to the one that
// finds them all (Slota, Rajamanickam, Madduri: BFS and Coloring-Based Parallel Algorithms for
// Strongly Connected Components and Related Problems, IPDPS 2014, called Multistep).
//   trim      a vertex that nobody left leads to, or that leads to nobody left, is a component;
//   sweep     what can be reached from a vertex of many edges and from where it can be reached is
//             its component, and most often the largest;
//   colour    each vertex takes the least vertex that leads to it as its colour; a vertex that has
//             its own colour, with all that lead to it within that colour, is a component. Over and
//             over, until all vertices have a component.
// Colouring takes a loop for each step of the longest way; graphs that are mostly long chains of
// small components are slow.
#pragma once

#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/links.h>

namespace arcas::graph {

// Labels as those of components(). Throws interrupted where options.loops.stop asked for an end.
components_result strong_components(const links& g, const components_options& options = {});

}  // namespace arcas::graph
