// SPDX-License-Identifier: Apache-2.0
// Regions, barriers, loops, tasks and locks keep errno, even if threads sleep in them.
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int changed;

static void check(const char* where) {
  if (errno == EDOM) return;
  if (changed++ == 0) fprintf(stderr, "errno %d after %s\n", errno, where);
  errno = EDOM;
}

static void* fulfil(void* event) {
  usleep(3000);
  omp_fulfill_event((omp_event_handle_t)(size_t)event);
  return 0;
}

int main(void) {
  errno = EDOM;
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  omp_set_dynamic(1);
#pragma omp parallel num_threads(2)
  {}
  check("a region with OMP_DYNAMIC");
  omp_set_dynamic(0);
  for (int round = 0; round < 20; ++round) {
#pragma omp parallel num_threads(2 + round % 3)
    if (omp_get_thread_num() == 1) usleep(2000);
    check("a region");
#pragma omp parallel num_threads(2)
    {
      errno = EDOM;
      const int slow = omp_get_thread_num() == round % 2;
      if (slow) usleep(2000);
#pragma omp barrier
      omp_set_lock(&lock);
      if (slow) usleep(1000);
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      if (slow) usleep(1000);
      omp_unset_nest_lock(&nest);
#pragma omp critical
      if (slow) usleep(1000);
#pragma omp for ordered schedule(static, 1)
      for (int i = 0; i < 2; ++i) {
#pragma omp ordered
        usleep(1000);
      }
#pragma omp single
      {
#pragma omp task
        {
          usleep(1000);
          errno = ERANGE;  // in another task than the one that waits
        }
#pragma omp task
        usleep(1000);
#pragma omp taskwait
      }
#pragma omp critical
      check("barriers, locks, loops and tasks");
    }
    check("the region");
    pthread_t other;
    omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task detach(event)
      pthread_create(&other, 0, fulfil, (void*)(size_t)event);
    }
    check("a detached task");
    pthread_join(other, 0);
  }
  printf("changed %d\n", changed);
}
