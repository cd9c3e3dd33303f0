// SPDX-License-Identifier: Apache-2.0
// Two steps of a block at once, plane after plane: what the first makes stays in the second-level
// cache until the second has used it, so that memory gives and takes each site once for both. The
// rows and planes beside a block are computed by either neighbour: blocks need nothing of each
// other, and go to workers like those of one step.
#pragma once

#include "sweep.h"

namespace bench::jacobi {

// As thick as four planes of it, twice, fit a second-level cache of a MiB with rows of 600 sites;
// as long as the planes before its first do not count.
inline constexpr block_shape blocks_of_two_steps{.rows = 18, .planes = 200};

// From two steps before to the same block of `to`; bit for bit what sweep_block() makes in two.
void sweep_block_twice(const cube& from, const cube& to, const block& b, stores kind);

}  // namespace bench::jacobi
