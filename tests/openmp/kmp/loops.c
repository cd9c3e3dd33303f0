// SPDX-License-Identifier: Apache-2.0
// Loops with each schedule, width and direction: prints a checksum of the iterations that ran, the
// number of iterations that did not run exactly once, and the lastprivate variable.
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { n = 1003 };
static int runs[n];

static void report(const char *name, long last) {
  long sum = 0, wrong = 0;
  for (int i = 0; i < n; ++i) {
    wrong += runs[i] != 1;
    sum += (long)(i + 1) * runs[i];
    runs[i] = 0;
  }
  printf("%s: sum %ld, wrong %ld, last %ld\n", name, sum, wrong, last);
}
static void ran(long i) {
#pragma omp atomic
  ++runs[i];
}

#define LOOP(type, ...)                                                                            \
  {                                                                                                \
    type last = 0;                                                                                 \
    _Pragma("omp parallel") {                                                                      \
      for (int again = 0; again < 3; ++again) {                                                    \
        PRAGMA(omp for schedule(__VA_ARGS__) lastprivate(last))                                         \
        for (type i = 0; i < n; ++i) {                                                             \
          if (again == 0) ran((long)i);                                                            \
          last = i;                                                                                \
        }                                                                                          \
      }                                                                                            \
    }                                                                                              \
    report(#type " " #__VA_ARGS__, (long)last);                                                         \
  }
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ALL(type)                                                                                  \
  LOOP(type, static)                                                                               \
  LOOP(type, static, 7) LOOP(type, static, 2000) LOOP(type, simd : static, 8)                      \
  LOOP(type, dynamic) LOOP(type, dynamic, 10) LOOP(type, monotonic : dynamic, 3)                   \
  LOOP(type, guided) LOOP(type, guided, 5) LOOP(type, auto) LOOP(type, runtime)

static void schedules(void) {
  ALL(int)
  ALL(unsigned)
  ALL(long)
  ALL(unsigned long)
}

static void runtime_schedules(void) {
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (int k = 0; k < 4; ++k) {
    omp_set_schedule(kinds[k], 4);
    LOOP(int, runtime)
  }
}

static void downwards(void) {
  long last = 0;
#pragma omp parallel for lastprivate(last) schedule(static, 3)
  for (int i = n - 1; i >= 0; i -= 1) ran(last = i);
  report("down static", last);
#pragma omp parallel for lastprivate(last) schedule(dynamic, 3)
  for (long i = n - 1; i > -1; --i) ran(last = i);
  report("down dynamic", last);
#pragma omp parallel for collapse(2) schedule(guided)
  for (int i = 0; i < 17; ++i)
    for (int j = 58; j >= 0; --j) ran(i * 59 + j);
  report("collapse", 0);
}

// Loops at the ends of their types, and loops with less work than threads.
static void edges(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 100)
  for (int i = INT_MAX - 250; i < INT_MAX; ++i) sum += INT_MAX - i;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 100)
  for (unsigned i = UINT_MAX - 250; i < UINT_MAX; ++i) sum += UINT_MAX - i;
#pragma omp parallel for reduction(+ : sum)
  for (long i = LONG_MIN; i < LONG_MIN + 3; ++i) sum += i - LONG_MIN;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (long i = LONG_MAX - 2; i < LONG_MAX; ++i) sum += LONG_MAX - i;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 5; i < 5; ++i) sum += 1000000;
#pragma omp parallel for reduction(+ : sum) schedule(guided)
  for (int i = 5; i < 4; ++i) sum += 1000000;
  printf("edges: %ld\n", sum);
}

static void distributed(void) {
#pragma omp teams distribute parallel for num_teams(3) thread_limit(4)
  for (int i = 0; i < n; ++i) ran(i);
  report("distribute parallel for", 0);
#pragma omp teams distribute num_teams(2) dist_schedule(static, 7)
  for (int i = 0; i < n; ++i) ran(i);
  report("distribute", 0);
  int teams = 0;
#pragma omp teams num_teams(3) reduction(+ : teams)
  teams += omp_get_num_teams() * 10 + omp_get_team_num();
  printf("teams %d\n", teams);
}

static void ordered(void) {
  static int order[n];
  int place = 0;
  for (int s = 0; s < 4; ++s) {
    omp_set_schedule((omp_sched_t)(s % 3 + 1), s < 3 ? 5 : 0);
    place = 0;
#pragma omp parallel for ordered schedule(runtime)
    for (int i = 0; i < n; ++i) {
      if (i % 3 == 0) {
#pragma omp ordered
        order[place++] = i;
      }
    }
    int wrong = 0;
    for (int i = 0; i < place; ++i) wrong += order[i] != 3 * i;
    printf("ordered: %d, wrong %d\n", place, wrong);
  }
}

static void doacross(void) {
  enum { rows = 60, columns = 50 };
  static long a[rows + 1][columns + 1];
  for (int kind = 0; kind < 2; ++kind) {
    for (int i = 0; i <= rows; ++i)
      for (int j = 0; j <= columns; ++j) a[i][j] = i == 0 || j == 0;
    omp_set_schedule(kind == 0 ? omp_sched_static : omp_sched_dynamic, kind);
#pragma omp parallel for ordered(2) schedule(runtime)
    for (int i = 1; i <= rows; ++i) {
      for (int j = 1; j <= columns; ++j) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        a[i][j] = (a[i - 1][j] + a[i][j - 1]) % 1000003;
#pragma omp ordered depend(source)
      }
    }
    printf("doacross: %ld\n", a[rows][columns]);
  }
}

int main(void) {
  schedules();
  runtime_schedules();
  downwards();
  edges();
  distributed();
  ordered();
  doacross();
  return 0;
}
