// SPDX-License-Identifier: Apache-2.0
// A step of a few rows in two planes at once, so that most of a site's neighbours are in registers:
// a line of a bundle of four rows costs two loads and a half, where a line by itself costs six.
#pragma once

#include "line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace bench::jacobi {

// The same row of four planes, of which the middle two are computed.
struct rows_read {
  std::array<const double*, 4> at;
  std::size_t stride;  // to the next row

  const double* row(std::size_t plane, std::size_t n) const { return at[plane] + n * stride; }
};
struct rows_written {
  std::array<double*, 2> at;
  std::size_t stride;
};
// Rows that memory is asked for meanwhile, of so many planes; as many rows as are computed.
template <std::size_t planes>
using rows_ahead = std::array<const double*, planes>;

// Calls f(plane, row) for each row of a bundle, both known to the compiler, so that what they
// choose from is in registers.
template <std::size_t rows, class F>
[[gnu::always_inline]] inline void for_rows(const F& f) {
  [&f]<std::size_t... n>(std::index_sequence<n...>) {
    (f(std::integral_constant<std::size_t, n / rows>{},
       std::integral_constant<std::size_t, n % rows>{}),
     ...);
  }(std::make_index_sequence<2 * rows>{});
}

template <std::size_t rows>
struct bundle_lines {
  line at[2][rows];
};

// The sum is taken in the order of sweep_block().
template <std::size_t p, std::size_t r, std::size_t rows>
[[gnu::always_inline]] inline line updated_in_bundle(const rows_read& from, std::size_t i,
                                                     const bundle_lines<rows>& left,
                                                     const bundle_lines<rows>& here,
                                                     const bundle_lines<rows>& right) {
  const auto row = [&](std::size_t plane, std::size_t n) {
    return whole_line_at(from.row(plane, n) + i);
  };
  const line& own = here.at[p][r];
  line sum = __builtin_shufflevector(left.at[p][r], own, 7, 8, 9, 10, 11, 12, 13, 14) +
             __builtin_shufflevector(own, right.at[p][r], 1, 2, 3, 4, 5, 6, 7, 8);
  if constexpr (r == 0) {
    sum += whole_line_at(from.row(p + 1, 0) - from.stride + i);
  } else {
    sum += here.at[p][r - 1];
  }
  if constexpr (r + 1 == rows) {
    sum += row(p + 1, rows);
  } else {
    sum += here.at[p][r + 1];
  }
  if constexpr (p == 0) {
    sum += row(0, r);
    sum += here.at[1][r];
  } else {
    sum += here.at[0][r];
    sum += row(3, r);
  }
  return updated(own, sum);
}

inline double updated_in_row(const rows_read& from, std::size_t plane, std::size_t r,
                             std::size_t i) {
  const double* const here = from.row(plane, r) + i;
  return updated(*here, here[-1] + here[1] + *(here - from.stride) + here[from.stride] +
                            from.row(plane - 1, r)[i] + from.row(plane + 1, r)[i]);
}

// A step of a bundle.
template <class Stores, std::size_t rows, std::size_t planes_ahead>
void step_bundle(const rows_read& from, const rows_written& to,
                 const rows_ahead<planes_ahead>& ahead, std::size_t size) {
  bundle_lines<rows> left, here, right;
  for_rows<rows>([&](auto p, auto r) {
    left.at[p][r] = whole_line_at(from.row(p + 1, r) - line_sites);
    here.at[p][r] = whole_line_at(from.row(p + 1, r));
  });
  std::size_t i = 0;
  for (; i + line_sites <= size; i += line_sites) {
    for_rows<rows>([&](auto p, auto r) {
      right.at[p][r] = whole_line_at(from.row(p + 1, r) + i + line_sites);
    });
    for_rows<rows>([&](auto p, auto r) {
      if constexpr (p < planes_ahead) __builtin_prefetch(ahead[p] + r * from.stride + i, 0, 2);
      Stores::store(to.at[p] + r * to.stride + i,
                    updated_in_bundle<p, r, rows>(from, i, left, here, right));
    });
    left = here;
    here = right;
  }
  for (; i < size; ++i) {
    for_rows<rows>(
        [&](auto p, auto r) { to.at[p][r * to.stride + i] = updated_in_row(from, p + 1, r, i); });
  }
}

constexpr std::size_t rows_at_once = 4;

template <class Stores, std::size_t rows, std::size_t planes_ahead>
void step_some_rows(std::size_t count, const rows_read& from, const rows_written& to,
                    const rows_ahead<planes_ahead>& ahead, std::size_t size) {
  if constexpr (rows > 1) {
    if (count < rows) return step_some_rows<Stores, rows - 1>(count, from, to, ahead, size);
  }
  step_bundle<Stores, rows>(from, to, ahead, size);
}

// A step of so many rows of two planes. Meanwhile asks memory for what ahead(row, rows) says,
// before each bundle: as many rows, from which on.
template <class Stores, class Ahead>
void step_rows(std::size_t count, rows_read from, rows_written to, std::size_t size,
               const Ahead& ahead) {
  for (std::size_t done = 0; done < count;) {
    const std::size_t rows = std::min(count - done, rows_at_once);
    step_some_rows<Stores, rows_at_once>(rows, from, to, ahead(done), size);
    for (const double*& plane : from.at) plane += rows * from.stride;
    for (double*& plane : to.at) plane += rows * to.stride;
    done += rows;
  }
}

}  // namespace bench::jacobi
