// SPDX-License-Identifier: Apache-2.0
// A task creates a child, fulfils the event of another task, and then awaits its child. The event
// makes a successor of the other task ready.
#include <omp.h>
#include <stdio.h>

int main(void) {
  omp_event_handle_t event;
  int x = 0, children = 0, next = 0, before = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp task detach(event) depend(out : x)
    before = 1;
#pragma omp taskyield
#pragma omp task depend(in : x) shared(next)
    next += before;
#pragma omp task shared(children)
    {
#pragma omp task shared(children)
      ++children;
      omp_fulfill_event(event);
#pragma omp taskwait
      ++children;
    }
  }
  printf("children %d, next %d, before %d\n", children, next, before);
}
