// SPDX-License-Identifier: Apache-2.0
// The standard library's plus has no identity.
// first: the third argument is not a monoid, which has value_type
#include <arcas/arcas.h>

#include <functional>

void loop() {
#ifndef WRONG
  arcas::parallel_reduce(0, 10, arcas::plus<int>{}, [](int i) { return i; });
#else
  arcas::parallel_reduce(0, 10, std::plus<>{}, [](int i) { return i; });
#endif
}
