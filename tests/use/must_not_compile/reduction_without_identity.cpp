// SPDX-License-Identifier: Apache-2.0
// A reduction requires an operation and its identity.
// first: the third argument is not a monoid, which has value_type
#include <arcas/arcas.h>

void loop() {
#ifndef WRONG
  arcas::parallel_reduce(0, 10, arcas::plus<int>{}, [](int i) { return i; });
#else
  arcas::parallel_reduce(0, 10, [](int a, int b) { return a + b; }, [](int i) { return i; });
#endif
}
