// SPDX-License-Identifier: Apache-2.0
// The edges of generators.h for vertex numbers of 32 or 64 bits.
#pragma once

#include <arcas/graph/generators.h>

#include <cstdint>
#include <span>

namespace arcas::inline v0::graph::detail {

// Fills `to`, on the calling thread, with the edges from number `first` on. V is vertex, for scales
// up to 31, or std::uint64_t, for scales up to 63; both give the same edges. Options is
// kronecker_options or uniform_options. Throws std::invalid_argument for options out of range, and
// for 2^64 edges or more.
template <class V, class Options>
void draw_edges(const Options& options, std::uint64_t first,
                std::span<basic_edge<V, unweighted>> to);

}  // namespace arcas::inline v0::graph::detail
