// SPDX-License-Identifier: Apache-2.0
// A body takes what an index converts to.
// expected: loop_body<
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_for(0, 10, [](long) {});
#else
  arcas::parallel_for(0, 10, [](const char*) {});
#endif
}
