// SPDX-License-Identifier: Apache-2.0
// Measures the short loops of team_loops.h in a team of two threads. For comparison, the same loops
// run in such a team with a barrier written by hand (barrier_pair), and as parallel_for loops.
//   bench_team [ROUNDS]
#include "team_loops.h"

#include <arcas/base/cache_line.h>
#include <arcas/base/processor.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/loops/team.h>

#include <atomic>

namespace {

using bench::short_loops;

// A barrier of two threads: rank 1 says that it has come, then rank 0 says that both may go on.
struct barrier_pair {
  arcas::padded<std::atomic<long>> come, go;

  void pass(unsigned rank, long turn) {
    // release: pairs with the load of rank 0, which then sees the loops of rank 1.
    if (rank == 1) come.value.store(turn, std::memory_order_release);
    auto& awaited = rank == 1 ? go.value : come.value;
    // acquire: pairs with the store of the other thread.
    while (awaited.load(std::memory_order_acquire) < turn) arcas::pause();
    // release: pairs with the load of rank 1, which then sees the loops of rank 0.
    if (rank == 0) go.value.store(turn, std::memory_order_release);
  }
};

}  // namespace

int main(int argc, char** argv) {
  constexpr int loops = short_loops::regions * short_loops::loops_in_region;
  short_loops work;
  const auto part = [&](int begin, int end) { work.work(begin, end); };
  for (int round = 0; round < bench::rounds_of(argc, argv); ++round) {
    work.measure("barriers by hand", [&] {
      barrier_pair barrier;
      arcas::team(2, [&](arcas::team_member& t) {
        const int middle = short_loops::length / 2;
        for (long turn = 1; turn <= loops; ++turn) {
          t.rank() == 0 ? part(0, middle) : part(middle, short_loops::length);
          barrier.pass(t.rank(), turn);
        }
      });
    });
    work.measure("loops of one team", [&] {
      arcas::team(2, [&](arcas::team_member& t) {
        for (int l = 0; l < loops; ++l) t.loop(0, short_loops::length, part);
      });
    });
    work.measure("a team for ten loops", [&] {
      for (int r = 0; r < short_loops::regions; ++r) {
        arcas::team(2, [&](arcas::team_member& t) {
          for (int l = 0; l < short_loops::loops_in_region; ++l)
            t.loop(0, short_loops::length, part);
        });
      }
    });
    work.measure("parallel_for, static", [&] {
      for (int l = 0; l < loops; ++l)
        arcas::parallel_for(0, short_loops::length, part, {.distributor = "static"});
    });
  }
  work.print();
}
