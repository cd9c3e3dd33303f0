// SPDX-License-Identifier: Apache-2.0
// Threads wait for the event of a detached task. Prints the number of their voluntary context
// switches.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void* fulfil(void* event) {
  usleep(500000);
  omp_fulfill_event((omp_event_handle_t)(size_t)event);
  return 0;
}

int main(int argc, char** argv) {
  const char* const where = argc > 1 ? argv[1] : "end";
  pthread_t thread;
  omp_event_handle_t event;
  int x = 0;
#pragma omp parallel num_threads(16)
  {
#pragma omp single nowait
    {
#pragma omp task detach(event) depend(out : x)
      pthread_create(&thread, 0, fulfil, (void*)(size_t)event);
      if (!strcmp(where, "taskwait")) {
#pragma omp taskwait
      } else if (!strcmp(where, "undeferred")) {
#pragma omp task if (0) depend(in : x)
        x = 1;
      }
    }
#pragma omp barrier
  }
  pthread_join(thread, 0);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("switches %ld\n", usage.ru_nvcsw);
}
