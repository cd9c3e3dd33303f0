// SPDX-License-Identifier: Apache-2.0
// expected: an element of the global memory may be on another rank: async_add(a[i], x) or
// fetch_add(a[i], x) in place of a[i] += x
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/memory/operations.h>

void increase_third(arcas::cluster::global_array<long> a) {
#ifdef WRONG
  a[3] += 5;
#else
  arcas::cluster::async_add(a[3], 5);
  arcas::cluster::global_ptr<long> p = a[4];
  p += 5;
#endif
}
