// SPDX-License-Identifier: Apache-2.0
// Calls a function that Arcas's libomp.so.5 does not serve.
#include <stdio.h>

void __kmpc_atomic_fixed4_add(void *place, int thread, int *into, int value);

int main(void) {
  int sum = 1;
#pragma omp barrier
  __kmpc_atomic_fixed4_add(0, 0, &sum, 2);
  printf("sum %d\n", sum);
  return 0;
}
