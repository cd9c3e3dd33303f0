// SPDX-License-Identifier: Apache-2.0
// The main() of the Jacobi programs: each variant in turn, round after round, beside a copy of the
// same arrays by the same threads, which is the limit. One runtime a program, since two of them in
// one process would spin against each other.
#pragma once

#include "grid.h"

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
};

struct runtime_under_test {
  std::string name;
  // Copies all sites, each thread a part.
  std::function<void(const std::function<void(std::size_t first, std::size_t last)>& copy,
                     std::size_t sites)>
      stream;
  // For a cube of that size.
  std::function<std::vector<variant>(std::size_t size)> variants;
};

// Orders in which blocks are submitted: kji as they are numbered, jki plane after plane of j.
std::vector<std::size_t> order_kji(std::size_t size);
std::vector<std::size_t> order_jki(std::size_t size);

int main_of(const runtime_under_test& runtime, int argc, char** argv);

}  // namespace bench::jacobi
