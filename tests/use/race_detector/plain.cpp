// SPDX-License-Identifier: Apache-2.0
// A part of the program that is compiled without -fsanitize=thread and linked first. The linker
// must not take its loop for the sorts and scans of ordered.cpp.
#include <arcas/algorithms/sort.h>

#include <span>

void sort_plainly(std::span<double> x) {
  arcas::sort(x);
}
