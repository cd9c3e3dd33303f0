// SPDX-License-Identifier: Apache-2.0
// Calls marked() in a loop of a task, in a loop of a coroutine, and in a task that a worker runs. A
// debugger and a profiler must find the way from there to the start of each thread. An argument is
// the number of steps that marked() works, for the profiler.
#include <arcas/arcas.h>
#include <arcas/tasks/coroutine.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

std::atomic<long> calls{0};
long steps = 0;

[[gnu::noinline]] void marked() {
  volatile long done = 0;
  while (done < steps) done = done + 1;
  ++calls;
}

[[gnu::noinline]] void body_of_loop(int i) {
  if (i == 50) marked();
}

arcas::task<> coroutine() {
  co_await arcas::schedule();
  arcas::parallel_for(0, 100, [](int i) { body_of_loop(i); }, {.grain = 1});
}

[[gnu::noinline]] void task_elsewhere(std::atomic<bool>& ran) {
  marked();
  ran = true;
}

int main(int count, char** words) {
  if (count > 1) steps = std::atol(words[1]);
  arcas::invoke([] { arcas::parallel_for(0, 100, [](int i) { body_of_loop(i); }, {.grain = 1}); },
                [] {});
  arcas::sync_wait(coroutine());
  std::atomic<bool> ran{false};
  arcas::task_group group;
  group.run([&] { task_elsewhere(ran); });
  while (!ran) std::this_thread::yield();  // so that a worker takes the task
  group.wait();
  std::printf("marked %ld times\n", calls.load());
  return calls == 3 ? 0 : 1;
}
