// SPDX-License-Identifier: Apache-2.0
// A stride is not the third argument.
// first: a loop with a stride is parallel_for(steps(first, last, step), body)
#include <arcas/arcas.h>
#include <arcas/loops/index_ranges.h>

void loop() {
#ifndef WRONG
  arcas::parallel_for(arcas::steps(0, 10, 2), [](int) {});
#else
  arcas::parallel_for(0, 10, 2, [](int) {});
#endif
}
