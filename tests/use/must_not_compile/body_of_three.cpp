// SPDX-License-Identifier: Apache-2.0
// A body takes an index, or the begin and the end of a chunk, but not three arguments.
// first: a loop_body<> takes an index
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_for(0, 10, [](int, int) {});
#else
  arcas::parallel_for(0, 10, [](int, int, int) {});
#endif
}
