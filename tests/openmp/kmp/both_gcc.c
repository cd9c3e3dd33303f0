// SPDX-License-Identifier: Apache-2.0
// A library of GCC for both.c.
#include <omp.h>
#include <pthread.h>

void threads_of_gcc(pthread_t *threads) {
#pragma omp parallel num_threads(4)
  threads[omp_get_thread_num()] = pthread_self();
}
int inside(int *level) {
  int threads = 0;
#pragma omp parallel num_threads(4) reduction(+ : threads)
  {
#pragma omp critical
    *level = omp_get_level();
    threads += 1;
  }
  return threads;
}
int nested_lock(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  const int depth = omp_test_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
  return depth;
}
