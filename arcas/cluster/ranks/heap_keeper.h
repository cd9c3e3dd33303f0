// SPDX-License-Identifier: Apache-2.0
// How does a rank allocate when its own ranges of the global heap do not suffice? The first rank,
// the keeper, records the owners of all ranges, and moves free ranges to the rank that needs them:
// heap/PROTOCOL.md.
#pragma once

#include <arcas/cluster/heap/global_address.h>

#include <cstdint>

namespace arcas::inline v0::cluster::detail {

// Allocates `bytes` bytes in blocks of 2^block_log2 bytes over all ranks. Sends no message if this
// rank has a free range. Throws std::runtime_error if all ranks together have none, and, outside of
// tasks, if this rank has none, since only a task can wait for other ranks.
global_address allocate_globally(std::uint64_t bytes, unsigned block_log2);

// The rank that allocated this address, which alone can free it. For an address that no rank has
// allocated, a rank whose global_heap refuses it. Called by a task.
rank_id allocator_of(global_address a);

}  // namespace arcas::inline v0::cluster::detail
