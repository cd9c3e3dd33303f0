// SPDX-License-Identifier: Apache-2.0
// The bounds of a loop must be integers, so that the number of iterations is defined.
// expected: loop_index
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_for(0, 10, [](int) {});
#else
  arcas::parallel_for(0.0, 10.0, [](double) {});
#endif
}
