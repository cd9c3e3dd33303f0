// SPDX-License-Identifier: Apache-2.0
// A body that returns false does not end the loop.
// first: the body returns bool, which ends no loop
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_for(0, 10, [](int) {});
#else
  arcas::parallel_for(0, 10, [](int i) { return i != 5; });
#endif
}
