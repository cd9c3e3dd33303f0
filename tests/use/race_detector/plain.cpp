// SPDX-License-Identifier: Apache-2.0
// A part of the program that is compiled without -fsanitize=thread and linked first. The linker
// must not use the loops that are compiled here in the sorts and scans of ordered.cpp.
#include <arcas/algorithms/sort.h>

#include <span>

void sort_plainly(std::span<double> x) {
  arcas::sort(x);
}
