// SPDX-License-Identifier: Apache-2.0
// first: an item of a queue is copied between ranks byte for byte
#include <arcas/cluster/structures/global_queue.h>

#include <string>

void queue() {
#ifdef WRONG
  using item = std::string;
#else
  using item = long;
#endif
  arcas::cluster::global_queue<item>::make().push(item{});
}
