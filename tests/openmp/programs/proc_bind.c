// SPDX-License-Identifier: Apache-2.0
// Prints bind-var outside and inside regions with and without a proc_bind clause.
#include <omp.h>
#include <stdio.h>

int main(void) {
  omp_set_max_active_levels(2);
  printf("%d", omp_get_proc_bind());
#pragma omp parallel num_threads(2) proc_bind(close)
#pragma omp single
  printf(" %d", omp_get_proc_bind());
#pragma omp parallel num_threads(2)
#pragma omp single
  printf(" %d", omp_get_proc_bind());
#pragma omp parallel num_threads(2) proc_bind(master)
  if (omp_get_thread_num() == 1) {
#pragma omp parallel num_threads(2)
#pragma omp single
    printf(" %d", omp_get_proc_bind());
  }
  printf(" %d\n", omp_get_proc_bind());
}
