// SPDX-License-Identifier: Apache-2.0
// Data of each worker, in the form of loops of Callisto-RTS: fork() runs once in each worker that
// takes part, work() for each iteration, and join() once for each worker, one after the other.
#include <arcas/arcas.h>

#include <array>
#include <cstdio>

struct counts {
  std::array<int, 8> of{};
};

struct histogram {
  counts total;
  void fork(counts& own) { own = {}; }
  void work(counts& own, int i) { ++own.of[static_cast<std::size_t>(i) * 2654435761u % 8]; }
  void join(counts& own) {
    for (std::size_t b = 0; b < 8; ++b) total.of[b] += own.of[b];
  }
};

int main() {
  histogram h;
  arcas::parallel_for<histogram, counts, int>(h, 0, 1'000'000);
  int sum = 0;
  for (const int n : h.total.of) sum += n;
  std::printf("%d iterations in 8 bins\n", sum);
  return sum == 1'000'000 ? 0 : 1;
}
