// SPDX-License-Identifier: Apache-2.0
// Which vertices are certainly connected with a given one, found with as few looks as possible?
// Neither all of them nor the way to them: components.h finds the rest.
//
// A breadth-first search without levels, edges walked in both directions: as long as the frontier
// is small, it claims its neighbours; then all vertices outside look for any neighbour inside, over
// and over, and take each other's answers into account while they look. It ends when a sweep brings
// little.
#pragma once

#include <arcas/graph/kernels/links.h>
#include <arcas/graph/kernels/vertex_bits.h>
#include <arcas/loops/options.h>

namespace arcas::graph::detail {

// Throws interrupted where loops.stop asked for an end.
vertex_bits flooded(const links& g, vertex from, const loop_options& loops);

}  // namespace arcas::graph::detail
