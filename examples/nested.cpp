// SPDX-License-Identifier: Apache-2.0
// Nested loops: the outer loop runs on one worker per core. In the inner loops each of these
// workers leads the hardware threads of its core. The program sets no thread counts.
#include <arcas/arcas.h>

#include <cstdio>
#include <vector>

// The innermost loop of the program. Levels are counted from the innermost loop, so the level of
// this loop is 0 wherever the function is called.
double norm(const std::vector<double>& row) {
  return arcas::parallel_reduce(0, row.size(), arcas::plus<double>{},
                                [&](std::size_t i) { return row[i] * row[i]; });
}

int main() {
  std::vector<std::vector<double>> rows(200, std::vector<double>(10'000, 1.0));
  std::vector<double> norms(rows.size());
  arcas::outer_parallel_for(1, 0, rows.size(), [&](std::size_t r) { norms[r] = norm(rows[r]); });
  const double total = arcas::parallel_reduce(0, norms.size(), arcas::plus<double>{},
                                              [&](std::size_t r) { return norms[r]; });
  std::printf("%.0f\n", total);
  return total == 2'000'000 ? 0 : 1;
}
