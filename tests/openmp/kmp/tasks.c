// SPDX-License-Identifier: Apache-2.0
// Tasks: prints results that do not depend on the order in which threads run.
#include <omp.h>
#include <stdio.h>

static long fibonacci(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a) firstprivate(n) final(n < 8)
  a = fibonacci(n - 1);
#pragma omp task shared(b) firstprivate(n) if (n > 4)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

static void dependences(void) {
  static long chain, left, right, joined[10];
  for (int i = 0; i < 100; ++i) {
#pragma omp task depend(inout : chain)
    chain = chain * 3 % 1009 + i;
  }
  for (int i = 0; i < 10; ++i) {
#pragma omp task depend(out : left)
    left = i;
#pragma omp task depend(out : right)
    right = 10 * i;
#pragma omp task depend(in : left, right) firstprivate(i)
    joined[i] = left + right;
  }
#pragma omp task depend(inout : left) if (0)
  left += 100;
#pragma omp taskwait depend(in : right)
#pragma omp taskwait
  long sum = 0;
  for (int i = 0; i < 10; ++i) sum += joined[i];
  printf("chain %ld, joined %ld, left %ld\n", chain, sum, left);
}

static void taskloops(void) {
  static int runs[1000];
  int last = -1, base = 5;
  long sum = 0;
#pragma omp taskloop lastprivate(last) firstprivate(base) grainsize(7)
  for (int i = 0; i < 1000; ++i) {
    runs[i] += base;
    last = i;
  }
#pragma omp taskloop num_tasks(13)
  for (long i = 999; i >= 0; --i) runs[i] += 1;
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < 1000; ++i) sum += i;
#pragma omp taskloop if (0) nogroup
  for (int i = 0; i < 1000; i += 3) runs[i] += 10;
#pragma omp taskwait
  long all = 0;
  for (int i = 0; i < 1000; ++i) all += (long)runs[i] * (i + 1);
  printf("taskloop %ld, last %d, sum %ld\n", all, last, sum);
}

static void groups(void) {
  long sum = 0, inner = 0;
  int done = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  {
    for (int i = 1; i <= 50; ++i) {
#pragma omp task in_reduction(+ : sum) firstprivate(i) shared(done)
      {
        sum += i;
#pragma omp task shared(done)
        {
#pragma omp atomic
          ++done;
        }
      }
    }
  }
#pragma omp taskgroup
  {
#pragma omp task untied shared(inner)
    for (int i = 0; i < 2000; ++i) {
#pragma omp task shared(inner)
      {
#pragma omp atomic
        ++inner;
      }
#pragma omp taskyield
    }
  }
  printf("sum %ld, done %d, inner %ld\n", sum, done, inner);
}

static void region_reduction(void) {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(task, + : sum)
  {
    sum += 1;
#pragma omp task in_reduction(+ : sum)
    sum += 10;
  }
  int in_loop = 0;
#pragma omp parallel num_threads(4)
#pragma omp for reduction(task, + : in_loop)
  for (int i = 0; i < 40; ++i) {
#pragma omp task in_reduction(+ : in_loop) firstprivate(i)
    in_loop += i;
  }
  printf("reduction(task): %d %d\n", sum, in_loop);
}

static void detached(void) {
  int order = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : order)
    {
    }
#pragma omp task depend(in : order)
    order = order == 1 ? 2 : -1;
    order = 1;
    omp_fulfill_event(event);
  }
  printf("detached %d\n", order);
}

static void cancelled(void) {
  int runs = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 100; ++i) {
#pragma omp task if (i != 3)
    {
      if (i == 3) {
#pragma omp cancel taskgroup
      }
#pragma omp atomic
      ++runs;
    }
  }
  printf("cancelled %d\n", omp_get_cancellation() ? runs < 100 : runs == 100);
}

int main(void) {
  long serial = fibonacci(12), parallel = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  parallel = fibonacci(20);
  printf("fibonacci %ld %ld\n", serial, parallel);
  for (int threads = 1; threads <= 4; threads += 3) {
#pragma omp parallel num_threads(threads)
#pragma omp single
    {
      dependences();
      taskloops();
      groups();
    }
  }
  taskloops();
  region_reduction();
  detached();
  cancelled();
  return 0;
}
