// SPDX-License-Identifier: Apache-2.0
// Which arguments do kernels refuse? Each function throws std::invalid_argument with a sentence.
#pragma once

#include <arcas/graph/kernels/pagerank.h>

#include <cstddef>
#include <span>

namespace arcas::graph::detail {

// A source that is no vertex.
void require_sources(std::size_t vertex_count, std::span<const vertex> sources);

// Options of PageRank out of range. Returns the weight of all jumps: the number of vertices, where
// they are not personalised.
double require_sense(const pagerank_options& options, std::size_t vertices);

}  // namespace arcas::graph::detail
