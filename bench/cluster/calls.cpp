// SPDX-License-Identifier: Apache-2.0
// How many calls per second do ranks answer while they compute and are never idle? Such a call
// takes most of its time in outboxes, where its two messages, the request and the answer, wait for
// other messages of the same packet.
//   mpirun -n RANKS cluster_calls CALLERS SECONDS
// CALLERS: number of tasks on each rank; each task calls all other ranks in turn. One more task
// computes, in stretches.
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace arcas::cluster;

namespace {

// A stretch is the work between two looks at the messages, as in a loop over local elements.
constexpr auto stretch = std::chrono::microseconds(2);

using steady = std::chrono::steady_clock;

void compute() {
  const auto end = steady::now() + stretch;
  while (steady::now() < end) {
  }
}

struct part {
  std::uint64_t calls = 0;
  std::uint64_t stretches = 0;
  bool over = false;
};

void call_all(part& mine, int caller) {
  rank_id to = self() + static_cast<rank_id>(caller);
  while (!mine.over) {
    if (++to % ranks() == self()) ++to;
    call(to % ranks(), [] { return 1; });
    ++mine.calls;
  }
}

void work(int callers, double seconds) {
  const auto end = steady::now() + std::chrono::duration<double>(seconds);
  part mine;
  finish([&] {
    for (int c = 0; c < callers; ++c) spawn([&mine, c] { call_all(mine, c); });
    spawn([&mine, end] {
      while (steady::now() < end) {
        compute();
        ++mine.stretches;
        yield();
      }
      mine.over = true;
    });
  });
  const rank_counts c = counts();
  std::printf(
      "%u,%d,%.0f,%.0f,%.2f\n", self(), callers, static_cast<double>(mine.calls) / seconds,
      static_cast<double>(mine.stretches) / seconds,
      static_cast<double>(c.aggregated.messages) / static_cast<double>(c.sent.packets_sent));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "cluster_calls CALLERS SECONDS: calling tasks of each rank, duration\n");
    return 2;
  }
  const int callers = std::atoi(argv[1]);
  const double seconds = std::atof(argv[2]);
  return run(argc, argv, [callers, seconds] {
    if (ranks() < 2) return;
    std::printf("rank,callers,calls a second,stretches a second,messages a packet\n");
    on_all_ranks([callers, seconds] { work(callers, seconds); });
  });
}
