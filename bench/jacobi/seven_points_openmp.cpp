// SPDX-License-Identifier: Apache-2.0
// The seven-point sweep by OpenMP's collapse.
#include "seven_points.h"

namespace {

using namespace bench::jacobi;

void sequential(const sweep_sites& s, const block_shape& shape) {
  for (int b = 0; b < blocks_in(s, shape); ++b) update_block(s, shape, b);
}

void blocks(const sweep_sites& s, const block_shape& shape) {
  const int all = blocks_in(s, shape);
#pragma omp parallel for schedule(static)
  for (int b = 0; b < all; ++b) update_block(s, shape, b);
}

void collapsed(const sweep_sites& s, const block_shape&) {
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 0; k < s.size; ++k) {
    for (int j = 0; j < s.size; ++j) {
      for (int i = 0; i < s.size; ++i) s.update(k, j, i);
    }
  }
}

volatile double sink;

void multiply(unsigned threads) {
#pragma omp parallel for schedule(static, 1)
  for (unsigned t = 0; t < threads; ++t) sink = multiplied(1);
}

}  // namespace

int main(int argc, char** argv) {
  return measure_grids("OpenMP",
                       {{"sequential, blocks by hand", sequential, true},
                        {"blocks by hand, static", blocks, true},
                        {"collapse(2), static", collapsed}},
                       multiply, argc, argv);
}
