// SPDX-License-Identifier: Apache-2.0
// What does a switch from one task to the next cost, and what does a task cost that does nothing?
//   cluster_switches
#include <arcas/cluster/tasks/scheduler.h>

#include <cstdio>
#include <ctime>

using namespace arcas::cluster;
using namespace arcas::cluster::detail;

namespace {

constexpr long switches = 4'000'000;

// Processor time of this thread, in nanoseconds, since other programs may use the machine.
double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

double nanoseconds_of(scheduler& s) {
  const double start = now();
  while (s.run()) {
  }
  return now() - start;
}

void measure_switches(long tasks) {
  scheduler s({.tasks = 20'000, .most_tasks = 20'000});
  for (long t = 0; t < tasks; ++t) {
    s.spawn(job([&s, rounds = switches / tasks] {
              for (long r = 0; r < rounds; ++r) s.yield();
            }),
            0);
  }
  const double ns = nanoseconds_of(s);
  std::printf("switch,%ld,%.2f\n", tasks, ns / static_cast<double>(s.counts().switches));
}

void measure_tasks() {
  scheduler s({});
  long ended = 0;
  double ns = 0;
  for (int round = 0; round < 1000; ++round) {
    for (int t = 0; t < 1000; ++t) s.spawn(job([&ended] { ++ended; }), 0);
    ns += nanoseconds_of(s);
  }
  std::printf("begin_and_end,1000,%.2f\n", ns / static_cast<double>(ended));
}

}  // namespace

int main() {
  std::printf("what,tasks,processor nanoseconds\n");
  for (const long tasks : {2L, 64L, 1000L, 4000L, 16'000L}) measure_switches(tasks);
  measure_tasks();
}
