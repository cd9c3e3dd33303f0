// SPDX-License-Identifier: Apache-2.0
// How a sweep takes one cube to the other: each site becomes the mean of its six neighbours. And
// the copy that is its limit, with the same kind of stores: a sweep, too, reads each site of one
// cube from memory and writes each of the other.
#pragma once

#include "grid.h"

#include <cstddef>

namespace bench::jacobi {

enum class stores { ordinary, past_caches };
// Else both kinds are ordinary.
bool has_stores_past_caches();

// Sites of one block; compiled once, for all variants and runtimes.
void sweep_block(const cube& from, const cube& to, const block& b, stores kind);
// The same from the definition, a site at a time.
void sweep_block_plainly(const cube& from, const cube& to, const block& b);

// Cache lines [first, last).
void copy_lines(const cube& from, const cube& to, std::size_t first, std::size_t last, stores kind);

}  // namespace bench::jacobi
