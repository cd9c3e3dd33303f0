// SPDX-License-Identifier: Apache-2.0
// Cubes of sites, and their blocks: as long as a row, and some rows by some planes thick.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/memory/memory_block.h>

#include <cstddef>
#include <cstdint>

namespace bench::jacobi {

struct block_shape {
  std::size_t rows, planes;
};
// As in Wittmann & Hager.
inline constexpr block_shape blocks_of_paper{.rows = 10, .planes = 10};
// Of memory. Where a page is touched first decides where all of it lies, so that huge pages place
// layers only as far as these are multiples of them.
enum class page_size : std::uint8_t { small, huge };

// Of one cache line.
inline constexpr std::size_t line_sites = arcas::cache_line / sizeof(double);

// size^3 sites within a border that stays as it is. The first site of each row, its border left
// out, is the first of a cache line, so that of the lines that a sweep reads for one that it writes
// four are whole.
class cube {
 public:
  // So many cache lines beyond the beginning of its memory, which is that of a page where it fills
  // a huge one.
  cube(std::size_t size, page_size pages, std::size_t lines_into_page = 0);

  std::size_t size() const { return size_; }
  // From one row to the next, and from one plane to the next.
  std::size_t row() const {
    return line_sites + (size_ + 1 + line_sites - 1) / line_sites * line_sites;
  }
  std::size_t plane() const { return row() * (size_ + 2); }
  std::size_t lines() const { return plane() * (size_ + 2) / line_sites; }
  double* sites() const { return static_cast<double*>(memory_.get()) + into_page_; }
  // The first site of a row; its border is at -1.
  double* row_at(std::size_t j, std::size_t k) const {
    return sites() + k * plane() + j * row() + line_sites;
  }

 private:
  std::size_t size_;
  std::size_t into_page_;  // in sites
  arcas::detail::memory_block memory_;
};

// Of the second of two cubes. A processor takes a load for one of a store under way if both have
// the same place in their pages, and waits; where both cubes begin pages, the sweep has two thirds
// of its speed.
inline constexpr std::size_t lines_apart = 50;

struct block {
  std::size_t first_j, last_j;  // rows
  std::size_t first_k, last_k;  // planes
};

// Numbered with j running fastest.
std::size_t blocks_of(std::size_t size, const block_shape& shape = blocks_of_paper);
// Of blocks: those of one layer are neighbours in j, and in number.
std::size_t layers_of(std::size_t size, const block_shape& shape = blocks_of_paper);
block block_number(std::size_t size, std::size_t number,
                   const block_shape& shape = blocks_of_paper);

void initialise_block(const cube& a, const block& b);
void initialise_border(const cube& a);

// In one order, whoever computed it: the same sites, the same sum.
double sum_of(const cube& a);

}  // namespace bench::jacobi
