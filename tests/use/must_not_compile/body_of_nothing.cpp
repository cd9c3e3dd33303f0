// SPDX-License-Identifier: Apache-2.0
// A body must have a parameter, the index of its iteration.
// first: a loop_body<> takes an index
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_for(0, 10, [](int) {});
#else
  arcas::parallel_for(0, 10, [] {});
#endif
}
