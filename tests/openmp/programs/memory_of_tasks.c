// SPDX-License-Identifier: Apache-2.0
// Prints by how many MB the peak of memory grows while many tasks are created.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static long many;

static long peak(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

static void step(long i) {
  if (i == many) return;
#pragma omp task
  step(i + 1);
}

int main(int argc, char** argv) {
  const char* const kind = argc > 1 ? argv[1] : "";
  many = argc > 2 ? atol(argv[2]) : 200000;
  long sum = 0, x = 0;
  const long before = peak();
  if (!strcmp(kind, "serial_taskloop")) {
#pragma omp taskloop grainsize(1) shared(sum)
    for (long i = 0; i < many; ++i) sum += 1;
  } else {
#pragma omp parallel num_threads(2)
#pragma omp single
    if (!strcmp(kind, "undeferred_taskloop")) {
#pragma omp taskloop grainsize(1) if (0) shared(sum)
      for (long i = 0; i < many; ++i) sum += 1;
    } else if (!strcmp(kind, "taskloop")) {
#pragma omp taskloop grainsize(1) shared(sum)
      for (long i = 0; i < many; ++i) {
#pragma omp atomic
        sum += 1;
      }
    } else if (!strcmp(kind, "chain")) {
      step(0);
    } else if (!strcmp(kind, "depend")) {
      for (long i = 0; i < many; ++i) {
#pragma omp task depend(inout : x)
        x += 1;
      }
    } else if (!strcmp(kind, "priority")) {
      for (long i = 0; i < many; ++i) {
#pragma omp task priority(1) shared(sum)
        {
#pragma omp atomic
          sum += 1;
        }
      }
    }
  }
  printf("sum %ld, MB %ld\n", sum + x, peak() - before);
}
