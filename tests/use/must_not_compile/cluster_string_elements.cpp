// SPDX-License-Identifier: Apache-2.0
// expected: an element of the global memory is copied between ranks byte for byte
// expected: keep these in a hash_map, a bag or a distributed object
#include <arcas/cluster/memory/global_array.h>

#include <string>

struct name {
  char letters[32];
};

int main() {
#ifdef WRONG
  using element = std::string;
#else
  using element = name;
#endif
  arcas::cluster::global_array<element>::make(10);
}
