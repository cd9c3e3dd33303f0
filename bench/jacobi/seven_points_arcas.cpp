// SPDX-License-Identifier: Apache-2.0
// The seven-point sweep by loops of Arcas: over blocks of chosen sides, and over the grid.
#include "seven_points.h"

#include <arcas/loops/index_ranges.h>
#include <arcas/loops/parallel_for.h>

namespace {

using namespace bench::jacobi;

void sequential(const sweep_sites& s, const block_shape& shape) {
  for (int b = 0; b < blocks_in(s, shape); ++b) update_block(s, shape, b);
}

void blocks(const sweep_sites& s, const block_shape& shape) {
  arcas::parallel_for(0, blocks_in(s, shape), [&](int b) { update_block(s, shape, b); });
}

void planes(const sweep_sites& s, const block_shape&) {
  arcas::parallel_for(0, s.size, [&](int k) {
    for (int j = 0; j < s.size; ++j) {
      for (int i = 0; i < s.size; ++i) s.update(k, j, i);
    }
  });
}

void grid(const sweep_sites& s, const block_shape&) {
  arcas::parallel_for(arcas::grid(s.size, s.size, s.size),
                      [&](int k, int j, int i) { s.update(k, j, i); });
}

void boxes(const sweep_sites& s, const block_shape&) {
  arcas::parallel_for(arcas::grid(s.size, s.size, s.size), [&](const arcas::box<int, 3>& b) {
    for (int k = b.first[0]; k < b.last[0]; ++k) {
      for (int j = b.first[1]; j < b.last[1]; ++j) {
        for (int i = b.first[2]; i < b.last[2]; ++i) s.update(k, j, i);
      }
    }
  });
}

volatile double sink;

void multiply(unsigned threads) {
  arcas::parallel_for(0U, threads, [](unsigned) { sink = multiplied(1); },
                      {.grain = 1, .distributor = "static"});
}

}  // namespace

int main(int argc, char** argv) {
  return measure_grids("Arcas",
                       {{"sequential, blocks by hand", sequential, true},
                        {"parallel_for over blocks by hand", blocks, true},
                        {"parallel_for over planes", planes},
                        {"grid, body(k, j, i)", grid},
                        {"grid, body(box)", boxes}},
                       multiply, argc, argv);
}
