// SPDX-License-Identifier: Apache-2.0
// expected: it may not own memory or refer to it
#include <arcas/cluster/memory/global_array.h>

int main() {
#ifdef WRONG
  using element = int*;
#else
  using element = arcas::cluster::global_ptr<int>;
#endif
  arcas::cluster::global_malloc<element>(10);
}
