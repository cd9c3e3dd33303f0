// SPDX-License-Identifier: Apache-2.0
// pthread_cancel() of a thread that waits in a region takes effect at the thread's own next
// cancellation point.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile int regions, beyond;
static const char* where;

static void work(void) {
  const double start = omp_get_wtime();
  while (omp_get_wtime() - start < 0.2) {
  }
}

static void* run(void* unused) {
  int came = 0;
#pragma omp parallel num_threads(2) reduction(+ : came)
  {
    if (!strcmp(where, "taskwait")) {
#pragma omp single
      {
#pragma omp task
        work();
#pragma omp task
        work();
#pragma omp taskwait
      }
    } else if (!strcmp(where, "barrier")) {
      if (omp_get_thread_num() == 1) work();
#pragma omp barrier
    } else if (omp_get_thread_num() == 1) {
#pragma omp task
      work();
    }
    came += 1;
  }
  // A larger and a smaller team: threads are created and joined.
#pragma omp parallel num_threads(20) reduction(+ : came)
  came += 1;
#pragma omp parallel num_threads(2) reduction(+ : came)
  came += 1;
  regions = came;
  pthread_testcancel();
  beyond = 1;
  return unused;
}

int main(int argc, char** argv) {
  where = argc > 1 ? argv[1] : "end";
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  usleep(100000);
  pthread_cancel(thread);
  void* result = 0;
  pthread_join(thread, &result);
  printf("regions %d, beyond %d, cancelled %d\n", regions, beyond, result == PTHREAD_CANCELED);
}
