// SPDX-License-Identifier: Apache-2.0
// The workers' arrays are combined in any order, so the operation must be commutative.
// first: the operation must be commutative
#include <arcas/algorithms/elementwise.h>

#include <span>
#include <string>

void loop() {
#ifndef WRONG
  int sums[3] = {};
  arcas::parallel_for(0, 10, arcas::elementwise(sums),
                      [](int i, std::span<int> own) { own[0] += i; });
#else
  std::string texts[3];
  arcas::parallel_for(0, 10, arcas::elementwise(texts), [](int, std::span<std::string>) {});
#endif
}
