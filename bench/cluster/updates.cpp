// SPDX-License-Identifier: Apache-2.0
// Random updates of a table that is spread over all ranks, by async_update, and by a loop written
// by hand with MPI alone. As in HPCC RandomAccess, an update is an XOR with the random number that
// chooses the element, and there are four updates for each element. HPCC draws its random numbers
// in another way. The check repeats all updates, which must restore the first values of the table.
//   mpirun -n RANKS cluster_updates [LOG2_OF_ELEMENTS [REPETITIONS [LOOK_AHEAD]]]
// LOOK_AHEAD is the maximum number of updates of a rank that are under way at a time (1 allows 2,
// and 0 any number). HPCC allows 1,024. The loop by hand runs only if LOOK_AHEAD is 0. An update is
// under way from the drawing of its number until the element's home has executed it.
#include "updates_by_hand.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/reducer.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace cluster = arcas::cluster;

namespace {

using table = cluster::global_array<std::uint64_t>;

struct work {
  std::uint64_t updates = 0;  // of all ranks
  std::uint64_t look_ahead = 0;
};

void update(table t, std::uint64_t i) {
  const std::uint64_t random = bench::random_number(i);
  cluster::async_update(t[random & (t.size() - 1)], [random](std::uint64_t& x) { x ^= random; });
}

// The operations that one task sends to one rank run there in order. So when a call is answered,
// all updates sent to the same rank before it have been executed. The updates of one half of the
// window are drawn while the calls that follow the other half are under way.
void update_in_a_window(table t, std::uint64_t first, std::uint64_t last, std::uint64_t window) {
  const std::uint64_t half = std::max<std::uint64_t>(1, window / 2);
  std::vector<cluster::future<void>> marks;
  while (first != last) {
    for (std::uint64_t n = std::min(half, last - first); n != 0; --n) update(t, first++);
    for (cluster::future<void>& mark : marks) mark.get();
    marks.clear();
    for (cluster::rank_id r = 0; r < cluster::ranks(); ++r) {
      if (r != cluster::self()) marks.push_back(cluster::future_call(r, [] {}));
    }
  }
}

void update_all(table t, work w) {
  cluster::on_all_ranks([t, w] {
    const std::uint64_t own = w.updates / cluster::ranks();
    const std::uint64_t first = cluster::self() * own;
    if (w.look_ahead != 0) {
      update_in_a_window(t, first, first + own, w.look_ahead);
    } else {
      cluster::async_local_forall(0, own, [t, first](std::uint64_t i) { update(t, first + i); });
    }
  });
}

double seconds_of(table t, work w) {
  const auto start = std::chrono::steady_clock::now();
  update_all(t, w);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void check(table t, work w) {
  update_all(t, w);
  const auto wrong = cluster::counter::make();
  cluster::forall(t, [wrong](std::uint64_t i, std::uint64_t& x) { wrong.add(x != i); });
  if (wrong.value() != 0) throw std::runtime_error("updates are wrong in the table");
  wrong.end();
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned log2 = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 20;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 5;
  const work w{std::uint64_t{4} << log2,
               argc > 3 ? static_cast<std::uint64_t>(std::atoll(argv[3])) : 0};
  const int status = cluster::run(argc, argv, [log2, repetitions, w] {
    const auto t = table::make(std::uint64_t{1} << log2);
    cluster::forall(t, [](std::uint64_t i, std::uint64_t& x) { x = i; });
    for (int r = 0; r < repetitions; ++r) {
      const double seconds = seconds_of(t, w);
      check(t, w);
      std::printf("async_update,%u,%u,%.2f\n", cluster::ranks(), log2,
                  static_cast<double>(w.updates) / seconds / 1e6);
    }
    // The loop by hand needs one rank a process: the ranks of MPI are processes.
    if (cluster::detail::here().options().workers != 1 || w.look_ahead != 0) return;
    cluster::on_all_ranks([log2, repetitions, w] {
      for (int r = 0; r < repetitions; ++r) {
        const double rate = bench::updates_by_hand(log2, w.updates);
        if (cluster::self() == 0) std::printf("by_hand,%u,%u,%.2f\n", cluster::ranks(), log2, rate);
      }
    });
  });
  return status;
}
