// SPDX-License-Identifier: Apache-2.0
// Several workers must not change elements that share words, such as those of std::vector<bool>.
// first: arcas: write for_each(r, f)
#include <arcas/algorithms/for_each.h>

#include <vector>

void loop() {
#ifndef WRONG
  std::vector<char> flags(10);
  const std::vector<bool> bits(10);
  arcas::for_each(bits, [](bool) {});
#else
  std::vector<bool> flags(10);
#endif
  arcas::for_each(flags, [](auto&& flag) { flag = true; });
}
