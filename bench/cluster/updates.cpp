// SPDX-License-Identifier: Apache-2.0
// Random updates of a table that is spread over all ranks (HPCC RandomAccess: its random numbers,
// XOR, four updates an element), by async_update, and by a loop written by hand on MPI alone; each
// is checked by doing it again, which must leave the table as it was.
//   mpirun -n RANKS cluster_updates [LOG2_OF_ELEMENTS [REPETITIONS]]
// There is no limit to what is under way here; HPCC allows 1,024 updates a rank.
#include "updates_by_hand.h"

#include <arcas/cluster/delegates/memory.h>
#include <arcas/cluster/forall.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/reducer.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace cluster = arcas::cluster;

namespace {

using table = cluster::global_array<std::uint64_t>;

void update_all(table t, std::uint64_t updates) {
  cluster::on_all_ranks([t, updates] {
    const std::uint64_t own = updates / cluster::ranks();
    cluster::async_local_forall(0, own, [t, own](std::uint64_t i) {
      const std::uint64_t random = bench::random_number(cluster::self() * own + i);
      cluster::async_update(t[random & (t.size() - 1)],
                            [random](std::uint64_t& x) { x ^= random; });
    });
  });
}

double seconds_of(table t, std::uint64_t updates) {
  const auto start = std::chrono::steady_clock::now();
  update_all(t, updates);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void check(table t, std::uint64_t updates) {
  update_all(t, updates);
  const auto wrong = cluster::counter::make();
  cluster::forall(t, [wrong](std::uint64_t i, std::uint64_t& x) { wrong.add(x != i); });
  if (wrong.value() != 0) throw std::runtime_error("updates are wrong in the table");
  wrong.end();
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned log2 = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 20;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 5;
  const std::uint64_t updates = std::uint64_t{4} << log2;
  const int status = cluster::run(argc, argv, [log2, repetitions, updates] {
    const auto t = table::make(std::uint64_t{1} << log2);
    cluster::forall(t, [](std::uint64_t i, std::uint64_t& x) { x = i; });
    for (int r = 0; r < repetitions; ++r) {
      const double seconds = seconds_of(t, updates);
      check(t, updates);
      std::printf("async_update,%u,%u,%.2f\n", cluster::ranks(), log2,
                  static_cast<double>(updates) / seconds / 1e6);
    }
    // The other loop is one of processes: MPI knows no workers.
    if (cluster::here().options().workers != 1) return;
    cluster::on_all_ranks([log2, repetitions, updates] {
      for (int r = 0; r < repetitions; ++r) {
        const double rate = bench::updates_by_hand(log2, updates);
        if (cluster::self() == 0) std::printf("by_hand,%u,%u,%.2f\n", cluster::ranks(), log2, rate);
      }
    });
  });
  return status;
}
