// SPDX-License-Identifier: Apache-2.0
// A sum of integers over numbers with a fraction would be 0.
// first: the body returns a floating-point number
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_reduce(0, 10, arcas::plus<double>{}, [](int) { return 0.5; });
#else
  arcas::parallel_reduce(0, 10, arcas::plus<int>{}, [](int) { return 0.5; });
#endif
}
