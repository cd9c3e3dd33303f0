// SPDX-License-Identifier: Apache-2.0
// Two cubes of sites and how a sweep takes one to the other: each site becomes the mean of its six
// neighbours. Blocks are as long as a row and ten by ten rows thick, as in Wittmann & Hager.
#pragma once

#include <arcas/memory/memory_block.h>

#include <cstddef>
#include <cstdint>

namespace bench::jacobi {

inline constexpr std::size_t block_rows = 10;

// size^3 sites within a border that stays as it is.
class cube {
 public:
  explicit cube(std::size_t size);

  std::size_t size() const { return size_; }
  std::size_t row() const { return size_ + 2; }
  std::size_t plane() const { return row() * row(); }
  double* sites() const { return static_cast<double*>(sites_.get()); }

 private:
  std::size_t size_;
  arcas::memory_block sites_;
};

struct block {
  std::size_t first_j, last_j;  // rows
  std::size_t first_k, last_k;  // planes
};

// Numbered with j running fastest.
std::size_t blocks_of(std::size_t size);
block block_number(std::size_t size, std::size_t number);

// Sites of one block; compiled once, for all variants.
[[gnu::noinline]] void sweep_block(const cube& from, const cube& to, const block& b);
[[gnu::noinline]] void initialise_block(const cube& a, const block& b);
void initialise_border(const cube& a);

// In one order, whoever computed it: the same sites, the same sum.
double sum_of(const cube& a);

// to[i] = from[i] for i in [first, last): two streams, as a sweep has them.
[[gnu::noinline]] void copy_sites(const cube& from, const cube& to, std::size_t first,
                                  std::size_t last);

}  // namespace bench::jacobi
