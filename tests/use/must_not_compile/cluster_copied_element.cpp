// SPDX-License-Identifier: Apache-2.0
// expected: an element of the global memory may be on another rank: write(a[i], x) in place of a[i]
// = x
#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/memory/operations.h>

void copy_fourth(arcas::cluster::global_array<long> a) {
#ifdef WRONG
  a[3] = a[4];
#else
  arcas::cluster::write(a[3], arcas::cluster::read(a[4]));
#endif
}
