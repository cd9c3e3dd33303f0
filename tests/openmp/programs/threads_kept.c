// SPDX-License-Identifier: Apache-2.0
// Prints the number of threads left after a large region with nested regions and then a small
// region. argv[1]: the size of the large region.
#include <dirent.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  const int many = argc > 1 ? atoi(argv[1]) : 20;
  omp_set_max_active_levels(2);
  for (int size = many; size > 1; size = size == many ? 2 : 1) {
#pragma omp parallel num_threads(size)
#pragma omp parallel num_threads(2)
    __asm__ volatile("");
  }
  int threads = -2;
  DIR* const tasks = opendir("/proc/self/task");
  while (readdir(tasks)) ++threads;
  printf("%d\n", threads);
}
