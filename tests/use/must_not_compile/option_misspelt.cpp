// SPDX-License-Identifier: Apache-2.0
// Options are named; an unknown name is an error.
// expected: grains
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_for(0, 10, [](int) {}, {.grain = 4});
#else
  arcas::parallel_for(0, 10, [](int) {}, {.grains = 4});
#endif
}
