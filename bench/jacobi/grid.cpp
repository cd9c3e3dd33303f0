// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

#include <sys/mman.h>

#include <algorithm>

namespace bench::jacobi {
namespace {

std::size_t blocks_along(std::size_t size, std::size_t thickness) {
  return (size + thickness - 1) / thickness;
}

double first_value(std::size_t i, std::size_t j, std::size_t k) {
  return static_cast<double>((i * 7 + j * 13 + k * 31) % 101) / 101;
}

void initialise_row(const cube& a, std::size_t j, std::size_t k) {
  double* const border = a.row_at(j, k) - 1;
  for (std::size_t i = 0; i < a.size() + 2; ++i) border[i] = first_value(i, j, k);
}

// What a sweep asks for ahead of time ends two rows beyond the last plane.
constexpr std::size_t rows_beyond = 2;

}  // namespace

cube::cube(std::size_t size, page_size pages, std::size_t lines_into_page)
    : size_(size), into_page_(lines_into_page * line_sites) {
  const std::size_t count = into_page_ + plane() * (size + 2) + rows_beyond * row();
  constexpr bool own_pages = true;
  memory_ = arcas::detail::allocate(count, sizeof(double), own_pages);
  if (pages == page_size::small) madvise(memory_.get(), count * sizeof(double), MADV_NOHUGEPAGE);
}

std::size_t blocks_of(std::size_t size, const block_shape& shape) {
  return blocks_along(size, shape.rows) * layers_of(size, shape);
}

std::size_t layers_of(std::size_t size, const block_shape& shape) {
  return blocks_along(size, shape.planes);
}

block block_number(std::size_t size, std::size_t number, const block_shape& shape) {
  const std::size_t along = blocks_along(size, shape.rows);
  const std::size_t j = number % along * shape.rows + 1;
  const std::size_t k = number / along * shape.planes + 1;
  return {j, std::min(j + shape.rows, size + 1), k, std::min(k + shape.planes, size + 1)};
}

void initialise_block(const cube& a, const block& b) {
  for (std::size_t k = b.first_k; k < b.last_k; ++k) {
    for (std::size_t j = b.first_j; j < b.last_j; ++j) initialise_row(a, j, k);
  }
}

void initialise_border(const cube& a) {
  for (const std::size_t k : {std::size_t{0}, a.size() + 1}) {
    for (std::size_t j = 0; j < a.size() + 2; ++j) initialise_row(a, j, k);
  }
  for (std::size_t k = 1; k <= a.size(); ++k) {
    initialise_row(a, 0, k);
    initialise_row(a, a.size() + 1, k);
  }
}

double sum_of(const cube& a) {
  double sum = 0;
  for (std::size_t k = 1; k <= a.size(); ++k) {
    for (std::size_t j = 1; j <= a.size(); ++j) {
      const double* const row = a.row_at(j, k);
      double of_row = 0;
      for (std::size_t i = 0; i < a.size(); ++i) of_row += row[i];
      sum += of_row;
    }
  }
  return sum;
}

}  // namespace bench::jacobi
