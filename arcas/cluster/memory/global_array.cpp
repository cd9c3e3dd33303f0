// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/heap/allocation_book.h>
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>

namespace arcas::inline v0::cluster::detail {

void free_globally(global_address a) {
  const rank_id allocator = allocator_of(a);
  const extent all = call(allocator, [a] { return here().heap().extent_of(a); });
  on_all_ranks([all, a] {
    global_heap& heap = here().heap();
    heap.drop(all);
    if (heap.book()) heap.book()->forget(a);
  });
  call(allocator, [a] { here().heap().release(a); });
}

}  // namespace arcas::inline v0::cluster::detail
