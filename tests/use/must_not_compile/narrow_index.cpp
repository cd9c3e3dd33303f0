// SPDX-License-Identifier: Apache-2.0
// The index type of a body must hold all indices of the loop.
// first: the body's index type is narrower than the loop's
#include <arcas/arcas.h>

#include <cstddef>

void loop(std::size_t n) {
#ifndef WRONG
  arcas::parallel_for(0, n, [](std::size_t) {});
  arcas::parallel_for(0, n, [](auto) {});
#else
  arcas::parallel_for(0, n, [](int) {});
#endif
}
