// SPDX-License-Identifier: Apache-2.0
// Prints how often regions call the functions that change an affinity mask. The program replaces
// these functions.
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

static int calls;

int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t* mask) {
  (void)thread, (void)size, (void)mask;
  return __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED), 0;
}
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t* mask) {
  (void)thread, (void)size, (void)mask;
  return __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED), 0;
}
int pthread_attr_setaffinity_np(pthread_attr_t* attributes, size_t size, const cpu_set_t* mask) {
  (void)attributes, (void)size, (void)mask;
  return __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED), 0;
}

int main(void) {
  for (int threads = 2; threads < 6; ++threads) {
#pragma omp parallel num_threads(threads)
    {
      if (omp_get_thread_num() == 0) usleep(2000);
#pragma omp barrier
    }
    usleep(2000);
  }
  printf("calls %d\n", calls);
}
