// SPDX-License-Identifier: Apache-2.0
// Threads bind themselves before their first region; the library decides the number of threads when
// it is loaded.
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static cpu_set_t allowed;

static void bind_to_first(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int c = 0; c < CPU_SETSIZE; ++c) {
    if (!CPU_ISSET(c, &allowed)) continue;
    CPU_SET(c, &one);
    break;
  }
  sched_setaffinity(0, sizeof one, &one);
}

static void* region_is_whole(void* answer) {
  bind_to_first();
  int threads = 0;
#pragma omp parallel
#pragma omp single
  threads = omp_get_num_threads();
  *(int*)answer = threads == CPU_COUNT(&allowed) && omp_get_max_threads() == threads &&
                  omp_get_num_procs() == 1;
  return 0;
}

int main(void) {
  sched_getaffinity(0, sizeof allowed, &allowed);
  int in_main = 0, in_thread = 0;
  region_is_whole(&in_main);
  pthread_t other;
  pthread_create(&other, 0, region_is_whole, &in_thread);
  pthread_join(other, 0);
  printf("main %d, thread %d\n", in_main, in_thread);
}
