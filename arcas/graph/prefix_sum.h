// SPDX-License-Identifier: Apache-2.0
// From sizes to positions, in parallel.
#pragma once

#include <arcas/loops/options.h>

#include <cstdint>
#include <span>

namespace arcas::graph {

// Replaces each value by the sum of the values up to it and itself.
// Throws interrupted.
void add_up(std::span<std::uint64_t> values, const loop_options& loops = {});

}  // namespace arcas::graph
