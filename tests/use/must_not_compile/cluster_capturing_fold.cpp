// SPDX-License-Identifier: Apache-2.0
// first: the operation of a collective runs on all ranks and must not capture anything
#include <arcas/cluster/structures/collectives.h>

#include <vector>

long greatest_above(long least) {
#ifdef WRONG
  const auto op = [least](long a, long b) { return a < least || a < b ? b : a; };
#else
  const auto op = [](long a, long b) { return a < b ? b : a; };
#endif
  return arcas::cluster::allreduce(std::vector<long>{least}, op)[0];
}
