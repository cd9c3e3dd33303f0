// SPDX-License-Identifier: Apache-2.0
// How does a rank wait for its neighbours only? Heat spreads over a plate of which each rank has
// some rows. In each step a rank passes its first and its last row to its neighbours and takes
// their rows. Rows pass through full/empty words: to take a value is to wait until the word is
// full. No rank waits for all others. The result is compared with that of one loop over the whole
// plate.
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/full_empty.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/collectives.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <vector>

namespace cluster = arcas::cluster;

namespace {

constexpr std::size_t width = 32;
constexpr std::size_t rows_of_rank = 8;
constexpr int steps = 100;

using row = std::array<double, width>;
using plate = std::vector<row>;

row spread(const row& above, const row& here, const row& below) {
  row next = here;
  for (std::size_t i = 1; i + 1 < width; ++i) {
    next[i] = (above[i] + below[i] + here[i - 1] + here[i + 1]) / 4;
  }
  return next;
}

// A row of the plate at the beginning: hot at the left end.
row row_at_first() {
  row r{};
  r[0] = 1;
  return r;
}

// One step of all rows except the first and the last, which do not change.
void step(plate& rows) {
  const plate before = rows;
  for (std::size_t r = 1; r + 1 < rows.size(); ++r) {
    rows[r] = spread(before[r - 1], before[r], before[r + 1]);
  }
}

// The two words of each rank: for a row from the rank above, and for a row from the rank below.
constexpr std::uint64_t from_above = 0;
constexpr std::uint64_t from_below = 1;
using inbox = cluster::global_array<cluster::full_empty<row>>;

// Called by one task of each rank. `rows` are the rank's rows, with one row of each neighbour
// around them.
double sum_after_all_steps(const inbox& words) {
  const std::uint64_t self = cluster::self();
  const bool has_above = self != 0;
  const bool has_below = self + 1 != cluster::ranks();
  plate rows(rows_of_rank + 2, row_at_first());
  for (int i = 0; i < steps; ++i) {
    if (has_above) cluster::fill_empty(words[2 * (self - 1) + from_below], rows[1]);
    if (has_below) cluster::fill_empty(words[2 * (self + 1) + from_above], rows[rows_of_rank]);
    if (has_above) rows.front() = cluster::take_full(words[2 * self + from_above]);
    if (has_below) rows.back() = cluster::take_full(words[2 * self + from_below]);
    step(rows);
  }
  double sum = 0;
  for (std::size_t r = 1; r <= rows_of_rank; ++r) {
    for (const double x : rows[r]) sum += x;
  }
  return sum;
}

double expected_sum(std::size_t ranks) {
  plate rows(ranks * rows_of_rank + 2, row_at_first());
  for (int i = 0; i < steps; ++i) step(rows);
  double sum = 0;
  for (std::size_t r = 0; r < ranks; ++r) {
    double of_rank = 0;
    for (std::size_t k = 1; k <= rows_of_rank; ++k) {
      for (const double x : rows[r * rows_of_rank + k]) of_rank += x;
    }
    sum += of_rank;
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  return cluster::run(argc, argv, [] {
    // Two consecutive words for each rank, which are empty at the beginning.
    const auto words = inbox::make(2 * cluster::ranks(), 2);
    cluster::forall(words, [](std::uint64_t, cluster::full_empty<row>& w) { w = {}; });
    cluster::on_all_ranks([words] {
      const double sum = cluster::allreduce(sum_after_all_steps(words), std::plus<>{});
      if (cluster::self() != 0) return;
      if (sum != expected_sum(cluster::ranks()))
        throw std::logic_error("another plate is expected");
      std::printf("the heat of the plate is that of one loop\n");
    });
  });
}
