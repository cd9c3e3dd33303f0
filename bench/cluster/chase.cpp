// SPDX-License-Identifier: Apache-2.0
// Can the switch to another task hide the latency of a node's own memory? Each task follows a chain
// of pointers through an array that no cache holds: by a plain read, or by asking the cache for the
// element and letting the others run meanwhile. Beside them one loop that follows all chains in turn,
// which is what tasks cannot beat.
//   cluster_chase [LOG2_OF_ELEMENTS [STEPS]]    elements of 8 bytes (26: 512 MiB), steps in all
#include "stopwatch.h"

#include <arcas/cluster/tasks/scheduler.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

using arcas::cluster::job;
using arcas::cluster::detail::scheduler;

namespace {

using elements = std::vector<std::uint64_t>;

enum class way { plain, prefetched, by_hand };
constexpr const char* names[] = {"plain", "prefetched", "by_hand"};
constexpr unsigned rounds = 3;

// One cycle through all elements: a linear congruential generator of full period, so that no
// prefetcher of the processor knows the next line.
elements chain(unsigned log2) {
  elements next(std::size_t{1} << log2);
  for (std::uint64_t i = 0; i < next.size(); ++i) {
    next[i] = (i * 2'862'933'555'777'941'757u + 3'037'000'493u) & (next.size() - 1);
  }
  return next;
}

std::uint64_t follow(scheduler& s, const elements& next, std::uint64_t at, std::uint64_t steps,
                     bool prefetched) {
  for (; steps != 0; --steps) {
    if (prefetched) {
      __builtin_prefetch(&next[at]);
      s.yield();
    }
    at = next[at];
  }
  return at;
}

// Where the chain of that task begins.
std::uint64_t begin_of(const elements& next, std::uint64_t task, std::uint64_t tasks) {
  return next.size() / tasks * task;
}

std::uint64_t in_tasks(const elements& next, std::uint64_t tasks, std::uint64_t steps,
                       bool prefetched) {
  scheduler s({.tasks = tasks});
  std::uint64_t sum = 0;
  for (std::uint64_t t = 0; t < tasks; ++t) {
    s.spawn(job([&, t] {
              sum += follow(s, next, begin_of(next, t, tasks), steps / tasks, prefetched);
            }),
            0);
  }
  while (s.run()) {
  }
  return sum;
}

std::uint64_t by_hand(const elements& next, std::uint64_t tasks, std::uint64_t steps) {
  std::vector<std::uint64_t> at(tasks);
  for (std::uint64_t t = 0; t < tasks; ++t) at[t] = begin_of(next, t, tasks);
  for (std::uint64_t n = steps / tasks; n != 0; --n) {
    for (std::uint64_t& own : at) own = next[own];
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t own : at) sum += own;
  return sum;
}

std::uint64_t run(way how, const elements& next, std::uint64_t tasks, std::uint64_t steps) {
  if (how == way::by_hand) return by_hand(next, tasks, steps);
  return in_tasks(next, tasks, steps, how == way::prefetched);
}

void measure(const elements& next, std::uint64_t tasks, std::uint64_t steps) {
  const std::uint64_t end = run(way::by_hand, next, tasks, steps);
  for (const way how : {way::plain, way::prefetched, way::by_hand}) {
    const bench::stopwatch watch;
    if (run(how, next, tasks, steps) != end) throw std::runtime_error("chains end elsewhere");
    std::printf("%s,%llu,%.1f\n", names[static_cast<int>(how)],
                static_cast<unsigned long long>(tasks),
                watch.processor_seconds() * 1e9 / static_cast<double>(steps / tasks * tasks));
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned log2 = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 26;
  const std::uint64_t steps =
      argc > 2 ? static_cast<std::uint64_t>(std::atoll(argv[2])) : 4'000'000;
  const elements next = chain(log2);
  std::printf("way,tasks,processor nanoseconds a step\n");
  for (unsigned r = 0; r < rounds; ++r) {
    for (const std::uint64_t tasks : {1u, 2u, 4u, 8u, 16u, 64u, 256u, 1024u}) {
      measure(next, tasks, steps);
    }
  }
}
