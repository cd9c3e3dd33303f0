// SPDX-License-Identifier: Apache-2.0
// first: an element of a global_vector is copied between ranks byte for byte
#include <arcas/cluster/structures/global_vector.h>

#include <string>

void collect() {
#ifdef WRONG
  using element = std::string;
#else
  using element = long;
#endif
  arcas::cluster::global_vector<element>::make().push_back(element{});
}
