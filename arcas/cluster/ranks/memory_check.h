// SPDX-License-Identifier: Apache-2.0
// With cluster_options::check_memory, is what a program accesses in the global memory there? Asked where a task begins an
// operation, so that nothing is sent and the sentence has the operation and the task; and again on the home of the
// element, which may have been freed meanwhile. A program without checks pays a branch.
#pragma once

#include <arcas/cluster/heap/global_heap.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::cluster::detail {

// What an access on its home is called, of which nothing else is known.
inline constexpr const char* access_at_home = "access at home";

// Throws std::out_of_range, with a sentence that names the operation and the task, where a rank checks and not all of
// these elements are in one allocation that is there. Of exported objects nothing is known but their rank.
void refuse_if_not_there(const char* operation, const accessed& what);
// The same for an index of an array, which may be one behind the last: that is where it ends.
void refuse_index_beyond(std::uint64_t index, std::uint64_t size);
// And for one of the elements that a rank has of an array.
void refuse_local_index_beyond(std::uint64_t index, std::uint64_t size);

inline void check_access(const global_heap& heap, const char* operation, global_address first,
                         std::size_t element_bytes, std::uint64_t elements = 1) {
  if (heap.book()) [[unlikely]]
    refuse_if_not_there(operation, {first, element_bytes, elements});
}

// This rank has allocated that by a task: all others learn of it before anybody has its address.
void tell_of_allocation(global_address first, std::uint64_t bytes);

}  // namespace arcas::inline v0::cluster::detail
