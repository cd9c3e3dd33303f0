// SPDX-License-Identifier: Apache-2.0
// How does a rank allocate when its own ranges of the global heap do not suffice? The first rank,
// the keeper, records the owners of all ranges, and moves free ranges to the rank that needs them:
// heap/PROTOCOL.md.
#pragma once

#include <arcas/cluster/heap/global_heap.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::cluster::detail {

// Allocates `bytes` bytes in blocks of 2^block_log2 bytes over all ranks. If a free range of this
// rank suffices, asks no other rank. Throws std::runtime_error if the free ranges of all ranks
// together do not suffice. Outside of tasks, it also throws if the free ranges of this rank do not
// suffice, since only a task can wait for other ranks.
global_address allocate_globally(std::uint64_t bytes, unsigned block_log2);

// The rank that allocated this address, the only rank that can free it. For an address that no rank
// has allocated: a rank whose global_heap refuses to free it. Called by a task.
rank_id allocator_of(global_address a);

// Is the memory that a program accesses allocated? With cluster_options::check_memory, the task
// that starts an operation checks this before it sends anything. The error names the operation and
// the task. The element's home checks again, since the element may have been freed meanwhile.
// Without check_memory an access costs one branch.

// Name of an access at home whose operation is not known.
inline constexpr const char* access_at_home = "access at home";

// If this rank checks accesses: throws std::out_of_range, which names the operation and the task,
// unless all these elements are in one live allocation. For objects outside the heap
// (global_address::placed) the function checks only that the rank exists.
void refuse_if_not_there(const char* operation, const accessed& what);
// If this rank checks accesses: throws std::out_of_range if the index is greater than `size`, the
// number of elements of the array. The index `size` is allowed, since it is the end.
void refuse_index_beyond(std::uint64_t index, std::uint64_t size);
// If this rank checks accesses: throws std::out_of_range unless the index is below `size`, the
// number of elements of the array on this rank.
void refuse_local_index_beyond(std::uint64_t index, std::uint64_t size);

inline void check_access(const global_heap& heap, const char* operation, global_address first,
                         std::size_t element_bytes, std::uint64_t elements = 1) {
  if (heap.book()) [[unlikely]]
    refuse_if_not_there(operation, {first, element_bytes, elements});
}

// If this rank checks accesses: tells all ranks about an allocation of this rank, before any other
// task can have its address. Does nothing outside of tasks.
void tell_of_allocation(global_address first, std::uint64_t bytes);

}  // namespace arcas::inline v0::cluster::detail
