// SPDX-License-Identifier: Apache-2.0
// first: the operation of a collective takes two values, or two elements if the value is a vector
#include <arcas/cluster/structures/collectives.h>

#include <functional>
#include <string>
#include <vector>

void fold(const std::vector<std::string>& names) {
#ifdef WRONG
  arcas::cluster::allreduce(names, [](const std::vector<std::string>& a, int) { return a; });
#else
  arcas::cluster::allreduce(names, std::plus<>{});
#endif
}
