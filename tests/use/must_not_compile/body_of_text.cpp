// SPDX-License-Identifier: Apache-2.0
// The parameter of a body must be of a type to which an index converts.
// first: a loop_body<> takes an index
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_for(0, 10, [](long) {});
#else
  arcas::parallel_for(0, 10, [](const char*) {});
#endif
}
