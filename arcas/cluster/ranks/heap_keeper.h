// SPDX-License-Identifier: Apache-2.0
// Where is there room for an allocation that takes more than its rank has? The first rank keeps
// account of all ranges of the global heap, and moves them to where they are needed:
// heap/PROTOCOL.md.
#pragma once

#include <arcas/cluster/heap/global_address.h>

#include <cstdint>

namespace arcas::inline v0::cluster::detail {

// Blocks of 2^block_log2 bytes on all ranks. Sends no message where this rank has room. Throws
// std::runtime_error with a sentence where all ranks together have none, and where this rank has
// none and no task runs that could wait for more.
global_address allocate_globally(std::uint64_t bytes, unsigned block_log2);

// The rank that has given this address out, and alone may take it back. Of what no rank has given
// out, one that will say so. By a task.
rank_id allocator_of(global_address a);

}  // namespace arcas::inline v0::cluster::detail
