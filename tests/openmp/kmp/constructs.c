// SPDX-License-Identifier: Apache-2.0
// Regions, synchronisation, reductions and locks: prints values that do not depend on the order in
// which threads run.
#include <omp.h>
#include <stdio.h>

static int threads_of(int asked) {
  int threads = 0;
#pragma omp parallel num_threads(asked)
  {
#pragma omp single
    threads = omp_get_num_threads();
  }
  return threads;
}

static void regions(void) {
  printf("threads %d %d\n", threads_of(3), threads_of(1));
  int in = 0, level = 0;
#pragma omp parallel if (omp_get_num_procs() < 0)
  {
    in = omp_in_parallel();
    level = omp_get_level();
  }
  printf("if(0): %d %d\n", in, level);
  omp_set_max_active_levels(2);
  int inner = 0, ancestors = 0;
#pragma omp parallel num_threads(2) reduction(+ : inner, ancestors)
#pragma omp parallel num_threads(3) reduction(+ : inner, ancestors)
  {
    inner += omp_get_num_threads();
    ancestors += omp_get_ancestor_thread_num(1) * 10 + omp_get_thread_num();
  }
  printf("nested %d %d\n", inner, ancestors);
}

static void many_captured(void) {
  long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, sum = 0;
  double x = 0.5, y = 0.25;
  char text = 't';
#pragma omp parallel num_threads(4) firstprivate(a, b, c, x, text) reduction(+ : sum)
  {
    a += omp_get_thread_num();
    sum += a + b + c + d + e + f + g + h + i + j + (long)(4 * x + 4 * y) + text;
  }
  printf("captured %ld\n", sum);
}

static void synchronised(void) {
  int singles = 0, masters = 0, masked = 0, criticals = 0, unnamed = 0, copied = 0, late = 0, phase = 0;
#pragma omp parallel num_threads(4) reduction(+ : copied, late)
  {
    for (int round = 0; round < 100; ++round) {
#pragma omp single nowait
      {
#pragma omp atomic
        ++singles;
      }
#pragma omp master
      ++masters;
#pragma omp masked filter(2)
      ++masked;
#pragma omp critical(first)
      ++criticals;
#pragma omp critical
      unnamed += 2;
      int value = -1;
#pragma omp single copyprivate(value)
      value = round * 3;
      copied += value == round * 3;
#pragma omp barrier
#pragma omp single
      phase = round;
      late += phase != round;
#pragma omp barrier
    }
  }
  printf("singles %d, masters %d, masked %d, criticals %d %d, copied %d, late %d\n", singles, masters,
         masked, criticals, unnamed, copied, late);
}

static void reductions(void) {
  long sum = 0, product = 1, array[5] = {0};
  double most = -1;
  int all = 1, any = 0, bits = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(+ : sum) reduction(max : most) reduction(&& : all) reduction(|| : any) \
    reduction(| : bits) reduction(+ : array[ : 5])
    for (int i = 0; i < 1000; ++i) {
      sum += i;
      if (i * 0.5 > most) most = i * 0.5;
      all = all && i >= 0;
      any = any || i == 999;
      bits |= 1 << (i % 11);
      array[i % 5] += i;
    }
#pragma omp for nowait reduction(* : product)
    for (int i = 1; i <= 12; ++i) product *= i;
  }
  printf("sum %ld, product %ld, most %.1f, %d %d %d", sum, product, most, all, any, bits);
  for (int i = 0; i < 5; ++i) printf(" %ld", array[i]);
  printf("\n");
}

static void sections(void) {
  int done[5] = {0}, last = 0;
#pragma omp parallel sections num_threads(3) lastprivate(last)
  {
#pragma omp section
    done[0] += 1;
#pragma omp section
    done[1] += 2;
#pragma omp section
    done[2] += 3;
#pragma omp section
    done[3] += 4;
#pragma omp section
    last = done[4] += 5;
  }
  printf("sections %d %d %d %d %d, last %d\n", done[0], done[1], done[2], done[3], done[4], last);
}

static void locks(void) {
  omp_lock_t plain, hinted;
  omp_nest_lock_t nested[3];
  omp_init_lock(&plain);
  omp_init_lock_with_hint(&hinted, omp_sync_hint_contended);
  for (int i = 0; i < 3; ++i) omp_init_nest_lock(&nested[i]);
  int a = 0, b = 0, c = 0, depth = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 500; ++i) {
    omp_set_lock(&plain);
    ++a;
    omp_unset_lock(&plain);
    while (!omp_test_lock(&hinted)) {
    }
    ++b;
    omp_unset_lock(&hinted);
    omp_set_nest_lock(&nested[1]);
    const int level = omp_test_nest_lock(&nested[1]);
    if (level != 2) ++depth;
    ++c;
    omp_unset_nest_lock(&nested[1]);
    omp_unset_nest_lock(&nested[1]);
  }
  printf("locks %d %d %d, wrong %d\n", a, b, c, depth);
  for (int i = 0; i < 3; ++i) omp_destroy_nest_lock(&nested[i]);
  omp_destroy_lock(&plain);
}

static int counter;
#pragma omp threadprivate(counter)

static void private_to_threads(void) {
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel num_threads(4)
    counter += omp_get_thread_num();
  }
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum += counter;
  printf("threadprivate %d\n", sum);
  counter = 7;
  sum = 0;
#pragma omp parallel num_threads(4) copyin(counter) reduction(+ : sum)
  sum += counter;
  printf("copyin %d\n", sum);
}

static void cancelled(void) {
  int after = 0, beyond = 0;
  for (int round = 0; round < 20; ++round) {
#pragma omp parallel num_threads(4) reduction(+ : after)
    {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 1000; ++i) {
#pragma omp cancel for if (i == 10)
        if (i > 990) ++beyond;
#pragma omp cancellation point for
      }
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 100; ++i) ++after;
    }
#pragma omp parallel num_threads(4)
    {
#pragma omp cancel parallel if (omp_get_thread_num() == 1)
#pragma omp barrier
#pragma omp cancellation point parallel
#pragma omp atomic
      beyond += omp_get_cancellation();
    }
  }
  printf("after %d, cancellation %d, beyond %d\n", after, omp_get_cancellation(),
         omp_get_cancellation() ? beyond : 0);
}

int main(void) {
  regions();
  many_captured();
  synchronised();
  reductions();
  sections();
  locks();
  private_to_threads();
  cancelled();
  return 0;
}
