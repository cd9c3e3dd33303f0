// SPDX-License-Identifier: Apache-2.0
// Measures the cost of OpenMP constructs with the OpenMP library that this program is started with. Prints the nanoseconds
// of one construct, or of one of its iterations or tasks if it has many: the median of 15 rounds. Arguments are the names
// of constructs; without arguments all constructs are measured.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { rounds = 15, regions = 2000, iterations = 1000000 };

static double taken[rounds];
static volatile long sink;

static int order(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double processor_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_median(const char* what) {
  qsort(taken, rounds, sizeof(double), order);
  printf("%s: %.2f ns\n", what, 1e9 * taken[rounds / 2]);
}

static void fork_join(int r) {
  const double begin = omp_get_wtime();
  for (int i = 0; i < regions; i++) {
#pragma omp parallel
    sink;
  }
  taken[r] = (omp_get_wtime() - begin) / regions;
}

static void barriers(int r) {
  double begin = 0;
#pragma omp parallel
  {
#pragma omp barrier
#pragma omp master
    begin = omp_get_wtime();
    for (int i = 0; i < regions; i++) {
#pragma omp barrier
    }
#pragma omp master
    taken[r] = (omp_get_wtime() - begin) / regions;
  }
}

static void static_loop(int r) {
  const double begin = omp_get_wtime();
  for (int k = 0; k < regions; k++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 100; i++) __asm__ volatile("");
  }
  taken[r] = (omp_get_wtime() - begin) / regions;
}

#define TRIVIAL_LOOP(name, clause)                                          \
  static void name(int r) {                                                 \
    const double begin = omp_get_wtime();                                   \
    _Pragma(clause) for (int i = 0; i < iterations; i++) __asm__ volatile(""); \
    taken[r] = (omp_get_wtime() - begin) / iterations;                      \
  }
TRIVIAL_LOOP(dynamic_1, "omp parallel for schedule(dynamic, 1)")
TRIVIAL_LOOP(dynamic_64, "omp parallel for schedule(dynamic, 64)")
TRIVIAL_LOOP(guided, "omp parallel for schedule(guided)")

static void loops_without_barrier(int r) {
  const double begin = omp_get_wtime();
#pragma omp parallel
  for (int k = 0; k < 1000; k++) {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 100; i++) __asm__ volatile("");
#pragma omp for schedule(dynamic, 8) nowait
    for (int i = 0; i < 100; i++) __asm__ volatile("");
#pragma omp single nowait
    sink = k;
  }
  taken[r] = (omp_get_wtime() - begin) / 1000;
}

// One iteration in a hundred takes a thousand times as long as the others.
static void skewed_loop(int r) {
  const double begin = omp_get_wtime();
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < 20000; i++) {
    const int n = i < 200 ? 50000 : 50;
    for (volatile int k = 0; k < n; k++) {
    }
  }
  taken[r] = (omp_get_wtime() - begin) / 20000;
}

static long fib(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static void tasks(int r) {
  const double begin = omp_get_wtime();
#pragma omp parallel
#pragma omp single
  sink = fib(20);
  taken[r] = (omp_get_wtime() - begin) / 21891;
}

// A parallel region after a serial part of 200 us; the time of the serial part is not included.
static void region_after_pause(int r) {
  double sum = 0;
  for (int i = 0; i < 100; i++) {
    const double pause = omp_get_wtime();
    while (omp_get_wtime() - pause < 200e-6) {
    }
    const double begin = omp_get_wtime();
#pragma omp parallel
    sink;
    sum += omp_get_wtime() - begin;
  }
  taken[r] = sum / 100;
}

// Processor time of the process per region; the initial thread sleeps 2 ms between regions.
static void burnt_between_regions(int r) {
  const double begin = processor_seconds();
  for (int i = 0; i < 20; i++) {
#pragma omp parallel
    sink;
    usleep(2000);
  }
  taken[r] = (processor_seconds() - begin) / 20;
}

static const struct {
  const char* name;
  void (*round)(int);
} constructs[] = {{"fork-join", fork_join},
                  {"barrier", barriers},
                  {"static", static_loop},
                  {"dynamic,1", dynamic_1},
                  {"dynamic,64", dynamic_64},
                  {"guided", guided},
                  {"nowait", loops_without_barrier},
                  {"skewed", skewed_loop},
                  {"task", tasks},
                  {"after-200us", region_after_pause},
                  {"burnt", burnt_between_regions}};

int main(int argc, char** argv) {
  int known = argc < 2;
  for (unsigned k = 0; k < sizeof constructs / sizeof *constructs; k++) {
    int asked = argc < 2;
    for (int i = 1; i < argc; i++) asked |= !strcmp(argv[i], constructs[k].name);
    if (!asked) continue;
    known = 1;
    for (int r = 0; r < rounds; r++) constructs[k].round(r);
    print_median(constructs[k].name);
  }
  if (!known) fprintf(stderr, "%s: '%s' is not a construct that this measures\n", argv[0], argv[1]);
  return known ? 0 : 2;
}
