// SPDX-License-Identifier: Apache-2.0
// A part of the program that is compiled without -fsanitize=thread and linked first. The sorts and
// scans of ordered.cpp must not call the loops that are compiled here.
#include <arcas/algorithms/sort.h>

#include <span>

void sort_plainly(std::span<double> x) {
  arcas::sort(x);
}
