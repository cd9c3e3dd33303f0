// SPDX-License-Identifier: Apache-2.0
// A first value is not a monoid.
// first: a value where the monoid should be
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_reduce(0, 10, arcas::plus<double>{}, [](int i) { return i * 0.5; });
#else
  arcas::parallel_reduce(0, 10, 0.0, [](int i) { return i * 0.5; });
#endif
}
