// SPDX-License-Identifier: Apache-2.0
// Calls every omp_get_… in a signal handler while its thread is inside malloc: on threads without
// OpenMP state, on threads of a region, and while a thread creates its state.
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static atomic_long hits, wrong;

static void ask(int signal) {
  (void)signal;
  omp_sched_t kind;
  int chunk, processors[1024], places[64];
  char text[64];
  long sum = 0;
  sum += omp_get_num_threads() + omp_get_max_threads() + omp_get_num_procs() + omp_in_parallel();
  sum += omp_get_dynamic() + omp_get_nested() + omp_get_thread_limit() + omp_get_level();
  sum += omp_get_max_active_levels() + omp_get_supported_active_levels() + omp_get_active_level();
  sum += omp_get_ancestor_thread_num(0) + omp_get_team_size(0) + omp_in_final();
  sum += omp_get_cancellation() + omp_get_num_places() + omp_get_place_num_procs(0);
  sum += omp_get_place_num() + omp_get_partition_num_places() + omp_get_default_device();
  sum += omp_get_num_teams() + omp_get_team_num() + omp_get_max_teams();
  sum += omp_get_teams_thread_limit() + omp_get_max_task_priority();
  sum += (long)omp_get_default_allocator() + (long)omp_get_affinity_format(text, sizeof text);
  omp_get_place_proc_ids(0, processors);
  omp_get_partition_place_nums(places);
  omp_get_schedule(&kind, &chunk);
  if (omp_get_wtime() < 0 || omp_get_wtick() < 0 || sum == 0) ++wrong;
  if (omp_get_thread_num() >= omp_get_num_threads()) ++wrong;
  ++hits;
}

static void allocate(int times) {
  for (int i = 0; i < times; ++i) {
    void* blocks[20];
    for (int k = 0; k < 20; ++k) blocks[k] = malloc((size_t)(100 + i % 3000 + k * 64));
    for (int k = 0; k < 20; ++k) free(blocks[k]);
  }
}

// A thread that is interrupted often: first while it allocates without OpenMP state, then while it
// creates its state.
static void* run(void* unused) {
  allocate(1000);
  omp_set_num_threads(2);
  allocate(200);
  return unused;
}

int main(void) {
  struct sigaction action = {0};
  action.sa_handler = ask;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, 0);
  const struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_PROF, &often, 0);
  for (int round = 0; round < 50; ++round) {
    pthread_t threads[4];
    for (int t = 0; t < 4; ++t) pthread_create(&threads[t], 0, run, 0);
#pragma omp parallel num_threads(3)
    allocate(100);
    omp_set_affinity_format(round % 2 ? "%n" : "%N of a longer text than the other one");
    for (int t = 0; t < 4; ++t) pthread_join(threads[t], 0);
  }
  setitimer(ITIMER_PROF, &never, 0);
  printf("%s, wrong %ld\n", hits > 0 ? "asked" : "never asked", (long)wrong);
}
