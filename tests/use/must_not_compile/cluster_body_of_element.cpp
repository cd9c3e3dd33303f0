// SPDX-License-Identifier: Apache-2.0
// first: the body of a loop over a global array takes the index and the element
// expected: a body of the element alone, f(T& x), must take the index as well
#include <arcas/cluster/memory/forall.h>

void clear(arcas::cluster::global_array<long> a) {
#ifdef WRONG
  arcas::cluster::forall(a, [](long& x) { x = 0; });
#else
  arcas::cluster::forall(a, [](std::uint64_t, long& x) { x = 0; });
  arcas::cluster::forall(a, [](std::uint64_t, std::span<long> xs) { xs[0] = 0; });
#endif
}
