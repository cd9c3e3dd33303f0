// SPDX-License-Identifier: Apache-2.0
// Iterations are counted: a range of floating-point numbers has no number of them.
// expected: loop_index
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_for(0, 10, [](int) {});
#else
  arcas::parallel_for(0.0, 10.0, [](double) {});
#endif
}
