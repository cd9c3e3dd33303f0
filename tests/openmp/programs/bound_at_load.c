// SPDX-License-Identifier: Apache-2.0
// Prints the number of processors that main may use, and whether the first region changes a mask
// that main has set.
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  cpu_set_t own, all, now;
  sched_getaffinity(0, sizeof own, &own);
  memset(&all, 0xff, sizeof all);
  sched_setaffinity(0, sizeof all, &all);
  sched_getaffinity(0, sizeof all, &all);
#pragma omp parallel num_threads(2)
  __asm__ volatile("");
  sched_getaffinity(0, sizeof now, &now);
  printf("main %d, then %d\n", CPU_COUNT(&own), !CPU_EQUAL(&now, &all));
}
