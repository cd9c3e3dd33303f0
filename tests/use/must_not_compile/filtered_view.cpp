// SPDX-License-Identifier: Apache-2.0
// A filtered view has no random access, which a loop over a range requires.
// first: this range has no random access or no size
#include <arcas/algorithms/for_each.h>

#include <ranges>
#include <vector>

void loop() {
#ifndef WRONG
  std::vector<int> v(10);
  arcas::parallel_for(v, [](int& x) { x = 1; });
#else
  std::vector<int> v(10);
  arcas::parallel_for(v | std::views::filter([](int x) { return x > 0; }), [](int&) {});
#endif
}
