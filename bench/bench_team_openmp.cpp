// SPDX-License-Identifier: Apache-2.0
// The loops of bench_team in OpenMP: one parallel region for each loop, and one for ten loops.
//   bench_team_openmp [ROUNDS]
#include "team_loops.h"

#include <omp.h>

using bench::short_loops;

int main(int argc, char** argv) {
  constexpr int loops = short_loops::regions * short_loops::loops_in_region;
  short_loops work;
  omp_set_dynamic(0);
  const auto share = [&] {
    const int middle = short_loops::length / 2;
    omp_get_thread_num() == 0 ? work.work(0, middle) : work.work(middle, short_loops::length);
  };
  for (int round = 0; round < bench::rounds_of(argc, argv); ++round) {
    work.measure("parallel for", [&] {
      for (int l = 0; l < loops; ++l) {
#pragma omp parallel num_threads(2)
        share();
      }
    });
    work.measure("ten for in a region", [&] {
      for (int r = 0; r < short_loops::regions; ++r) {
#pragma omp parallel num_threads(2)
        for (int l = 0; l < short_loops::loops_in_region; ++l) {
          share();
#pragma omp barrier
        }
      }
    });
  }
  work.print();
}
