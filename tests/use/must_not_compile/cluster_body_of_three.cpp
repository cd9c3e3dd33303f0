// SPDX-License-Identifier: Apache-2.0
// first: the body of a loop over a range takes the index, f(i), or the two ends of a chunk
#include <arcas/cluster/memory/forall.h>

void count() {
#ifdef WRONG
  arcas::cluster::forall(0, 10, [](int, int, int) {});
#else
  arcas::cluster::forall(0, 10, [](int, int) {});
#endif
  arcas::cluster::forall_anywhere(0, 10, [](int) {});
}
