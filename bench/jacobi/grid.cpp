// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

#include <algorithm>

namespace bench::jacobi {
namespace {

std::size_t blocks_along(std::size_t size) {
  return (size + block_rows - 1) / block_rows;
}

double first_value(std::size_t i, std::size_t j, std::size_t k) {
  return static_cast<double>((i * 7 + j * 13 + k * 31) % 101) / 101;
}

void initialise_row(const cube& a, std::size_t j, std::size_t k) {
  double* const row = a.sites() + k * a.plane() + j * a.row();
  for (std::size_t i = 0; i < a.row(); ++i) row[i] = first_value(i, j, k);
}

}  // namespace

cube::cube(std::size_t size)
    : size_(size), sites_(arcas::allocate((size + 2) * (size + 2) * (size + 2), sizeof(double))) {}

std::size_t blocks_of(std::size_t size) {
  return blocks_along(size) * blocks_along(size);
}

block block_number(std::size_t size, std::size_t number) {
  const std::size_t j = number % blocks_along(size) * block_rows + 1;
  const std::size_t k = number / blocks_along(size) * block_rows + 1;
  return {j, std::min(j + block_rows, size + 1), k, std::min(k + block_rows, size + 1)};
}

void sweep_block(const cube& from, const cube& to, const block& b) {
  const std::size_t row = from.row();
  const std::size_t plane = from.plane();
  constexpr double sixth = 1.0 / 6;
  for (std::size_t k = b.first_k; k < b.last_k; ++k) {
    for (std::size_t j = b.first_j; j < b.last_j; ++j) {
      const double* const here = from.sites() + k * plane + j * row + 1;
      double* __restrict__ const out = to.sites() + k * plane + j * row + 1;
      for (std::size_t i = 0; i < from.size(); ++i) {
        out[i] = sixth * (here[i - 1] + here[i + 1] + here[i - row] + here[i + row] +
                          here[i - plane] + here[i + plane]);
      }
    }
  }
}

void initialise_block(const cube& a, const block& b) {
  for (std::size_t k = b.first_k; k < b.last_k; ++k) {
    for (std::size_t j = b.first_j; j < b.last_j; ++j) initialise_row(a, j, k);
  }
}

void initialise_border(const cube& a) {
  for (const std::size_t k : {std::size_t{0}, a.size() + 1}) {
    for (std::size_t j = 0; j < a.row(); ++j) initialise_row(a, j, k);
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
      const double* const row = a.sites() + k * a.plane() + j * a.row() + 1;
      double of_row = 0;
      for (std::size_t i = 0; i < a.size(); ++i) of_row += row[i];
      sum += of_row;
    }
  }
  return sum;
}

void copy_sites(const cube& from, const cube& to, std::size_t first, std::size_t last) {
  const double* const in = from.sites();
  double* __restrict__ const out = to.sites();
  for (std::size_t i = first; i < last; ++i) out[i] = in[i];
}

}  // namespace bench::jacobi
