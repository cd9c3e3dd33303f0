// SPDX-License-Identifier: Apache-2.0
// Prints, for each policy and each number of threads, the place and the partition of each thread:
// once from the first place of the partition, and once from a thread in the second place.
#include <omp.h>
#include <stdio.h>

enum { most = 9 };
static int places[most], first[most], count[most];

static void note(void) {
  const int me = omp_get_thread_num();
  int own[64] = {0};
  omp_get_partition_place_nums(own);
  places[me] = omp_get_place_num();
  first[me] = own[0];
  count[me] = omp_get_partition_num_places();
}

static void tell(const char* policy, int from, int threads) {
  printf("%s %d %d %d:", policy, omp_get_num_places(), from, threads);
  for (int t = 0; t < threads; ++t) printf(" %d/%d/%d", places[t], first[t], count[t]);
  putchar('\n');
}

static void regions(int from, int threads) {
#pragma omp parallel num_threads(threads) proc_bind(close)
  note();
  tell("close", from, threads);
#pragma omp parallel num_threads(threads) proc_bind(spread)
  note();
  tell("spread", from, threads);
#pragma omp parallel num_threads(threads) proc_bind(master)
  note();
  tell("master", from, threads);
}

int main(void) {
  omp_set_max_active_levels(2);
  for (int threads = 2; threads <= most; ++threads) regions(0, threads);
  if (omp_get_num_places() < 2) return 0;
#pragma omp parallel num_threads(2) proc_bind(close)
  if (omp_get_thread_num() == 1) {
    for (int threads = 2; threads <= most; ++threads) regions(1, threads);
  }
}
