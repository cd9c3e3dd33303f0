// SPDX-License-Identifier: Apache-2.0
// The main() of the Jacobi programs: each variant in turn, round after round, and before each sweep
// a copy by the same threads, which is its limit: this machine's memory may be half as fast again
// ten seconds later. One runtime a program, since two of them in one process would spin against
// each other.
#pragma once

#include "grid.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bench::jacobi {

// How one sweep, or the first touch, goes over all blocks.
using over_blocks = std::function<void(const std::function<void(std::size_t block)>& run)>;

struct variant {
  std::string name;
  over_blocks initialise;
  over_blocks sweep;
  // Two, where sweep() is over blocks_of_two_steps.
  unsigned steps = 1;

  block_shape blocks() const;
};

struct runtime_under_test {
  std::string name;
  // Copies all cache lines, each thread a part.
  std::function<void(const std::function<void(std::size_t first, std::size_t last)>& copy,
                     std::size_t lines)>
      stream;
  // For a cube of that size.
  std::function<std::vector<variant>(std::size_t size)> variants;
};

// An order in which blocks are worked on.
struct block_order {
  std::string name;
  std::vector<std::size_t> blocks;
};
// kji as they are numbered; jki, plane after plane of j; and tiles, kji in tenths of j, of which
// two layers stay in a large cache, so that the planes between them come from memory once.
std::vector<block_order> orders(std::size_t size);
// Where the pages of each block are: by layers, which are what the paper's loops share out. static:
// contiguous layers in each node; static,1: layer k in node k modulo nodes; LD0: all in node 0.
struct initialisation {
  std::string name;
  std::function<unsigned(std::size_t block)> node;
};
std::vector<initialisation> initialisations(std::size_t size, unsigned nodes,
                                            const block_shape& shape = blocks_of_paper);
// As they are numbered.
std::vector<std::size_t> numbered_blocks(std::size_t size, const block_shape& shape);

int main_of(const runtime_under_test& runtime, int argc, char** argv);

}  // namespace bench::jacobi
