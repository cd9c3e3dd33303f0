// SPDX-License-Identifier: Apache-2.0
// Prints bind-var and the number of places.
#include <omp.h>
#include <stdio.h>

int main(void) {
  printf("%d %d\n", omp_get_proc_bind(), omp_get_num_places());
}
