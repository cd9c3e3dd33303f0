// SPDX-License-Identifier: Apache-2.0
// Runs one region; with an argument, it only calls a query function.
#include <omp.h>
#include <stdio.h>

int main(int argc, char** argv) {
  (void)argv;
  int threads = omp_get_max_threads();
  if (argc == 1) {
#pragma omp parallel
#pragma omp single
    threads = omp_get_num_threads();
  }
  printf("threads %d, levels %d, bind %d\n", threads, omp_get_max_active_levels(),
         omp_get_proc_bind());
}
