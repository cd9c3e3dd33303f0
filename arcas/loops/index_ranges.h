// SPDX-License-Identifier: Apache-2.0
// Loops over indices that are not consecutive: with a step, and in two or three dimensions.
//
//   parallel_for(steps(0, n, 3), [&](int i) { … });            0, 3, 6, … below n
//   parallel_for(steps(n - 1, -1, -1), [&](int i) { … });      n - 1, …, 1, 0
//   parallel_for(grid(rows, columns), [&](int i, int j) { … });
//   parallel_for(grid(planes, rows, columns), [&](int k, int j, int i) { … });
//   parallel_for(grid(rows, columns), [&](const box<int, 2>& part) { … });
//
// Threads, visibility, exceptions and options are those of parallel_for. A grid is divided into
// boxes that are long in the last dimension. In a box, the body is called row by row, with the last
// index innermost, and no index is computed by division. Cost: that of a loop over the boxes.
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/loops/parallel_for.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <type_traits>

namespace arcas::inline v0 {

template <loop_index I>
struct step_range {
  I first;
  std::uint64_t count;
  std::uint64_t step;  // modulo 2^64

  I operator[](std::uint64_t k) const { return index_of(first, k * step); }
};

namespace detail {
[[noreturn]] void refuse_step_of_zero();
}  // namespace detail

// first, first + step, … up to but not including last: upwards for a positive step, downwards for a
// negative one; empty if last lies in the other direction. Throws std::invalid_argument for a step
// of 0.
template <loop_index A, loop_index B, loop_index S>
auto steps(A first, B last, S step) {
  using I = index_between<A, B>;
  if (step == 0) detail::refuse_step_of_zero();
  const I from = detail::checked_bound<I>(first), to = detail::checked_bound<I>(last);
  const auto by = static_cast<std::uint64_t>(step);
  const std::uint64_t length = step > 0 ? iterations(from, to) : iterations(to, from);
  const std::uint64_t size = step > 0 ? by : std::uint64_t{0} - by;
  return step_range<I>{from, length / size + (length % size != 0), by};
}

// A wrong call.
template <class = void>
detail::anything steps(detail::anything, detail::anything, detail::anything = 0)
    ARCAS_WRONG("steps(first, last, step) takes integers");

template <loop_index I, class Body>
void parallel_for(const step_range<I>& range, Body&& body, const loop_options& options = no_options,
                  const std::source_location& where = std::source_location::current()) {
  static_assert(
      index_body<Body, I>,
      "arcas: the body of a loop over steps takes an index, [&](int i) { ... }, and can be "
      "called as it is given: a const object with a mutable operator() cannot");
  static_assert(!detail::takes_narrower_index<std::remove_cvref_t<Body>, I>,
                "arcas: the body's index type is narrower than that of the steps");
  const auto run = [&](std::uint64_t begin, std::uint64_t end) {
    if constexpr (index_body<Body, I>) {
      for (std::uint64_t k = begin; k != end; ++k) body(range[k]);
    }
  };
  parallel_for(std::uint64_t{0}, range.count, run, options, where);
}

// [first[d], last[d]) in each dimension d.
template <loop_index I, std::size_t D>
struct box {
  std::array<I, D> first;
  std::array<I, D> last;
};

// [0, size[d]) in each dimension d, in boxes of at most part[d] indices in that dimension.
template <loop_index I, std::size_t D>
struct grid_range {
  std::array<I, D> size;
  std::array<I, D> part;
};

namespace detail {

// The sides of a box of at most 4,096 indices, long in the last dimension.
template <std::size_t D>
std::array<std::uint64_t, D> sides_of_box(const std::array<std::uint64_t, D>& size) {
  constexpr std::uint64_t places = 4096, longest = 1024, thickest = 16;
  std::array<std::uint64_t, D> side;
  std::uint64_t left = places;
  for (std::size_t d = D; d-- > 0;) {
    const std::uint64_t most = d == D - 1 ? longest : thickest;
    const std::uint64_t wanted = left < most ? left : most;
    side[d] = size[d] < wanted ? size[d] : wanted;
    if (side[d] == 0) side[d] = 1;
    left = left / side[d] == 0 ? 1 : left / side[d];
  }
  return side;
}

// Called as body(box), body(j, i) or body(k, j, i).
template <class F, class I, std::size_t D>
concept grid_body =
    std::is_invocable_v<F&, const box<I, D>&> || (D == 2 && std::is_invocable_v<F&, I, I>) ||
    (D == 3 && std::is_invocable_v<F&, I, I, I>);

// A separate function, so that the innermost loop can use all registers. Inlined into the caller,
// which also computes with the numbers of boxes, a seven-point update took 1.08 times as long: gcc
// -O2 kept the addresses of the update on the stack.
template <class Body, loop_index I, std::size_t D>
[[gnu::noinline]] void run_box(Body& body, const box<I, D>& b) {
  if constexpr (std::is_invocable_v<Body&, const box<I, D>&>) {
    body(b);
  } else if constexpr (!grid_body<Body, I, D>) {
    // Refused by parallel_for.
  } else if constexpr (D == 2) {
    for (I j = b.first[0]; j != b.last[0]; ++j) {
      for (I i = b.first[1]; i != b.last[1]; ++i) body(j, i);
    }
  } else {
    for (I k = b.first[0]; k != b.last[0]; ++k) {
      for (I j = b.first[1]; j != b.last[1]; ++j) {
        for (I i = b.first[2]; i != b.last[2]; ++i) body(k, j, i);
      }
    }
  }
}

}  // namespace detail

// Two or three dimensions, the last one innermost. A negative size is an empty dimension.
template <loop_index... N>
  requires(sizeof...(N) == 2 || sizeof...(N) == 3)
auto grid(N... sizes) {
  using I = std::common_type_t<N...>;
  constexpr std::size_t D = sizeof...(N);
  const std::array<std::uint64_t, D> size{iterations(I{0}, detail::checked_bound<I>(sizes))...};
  const std::array<std::uint64_t, D> side = detail::sides_of_box(size);
  grid_range<I, D> all;
  for (std::size_t d = 0; d < D; ++d) {
    all.size[d] = static_cast<I>(size[d]);
    all.part[d] = static_cast<I>(side[d]);
  }
  return all;
}

// A wrong call.
template <class = void>
detail::anything grid(detail::anything, detail::anything = 0, detail::anything = 0,
                      detail::anything = 0)
    ARCAS_WRONG(
        "a grid has two or three dimensions of integers: grid(rows, columns) or grid(planes, rows, "
        "columns)");

// Calls body(i, j) or body(i, j, k) for each index; or body(box) for boxes that cover the grid.
template <loop_index I, std::size_t D, class Body>
void parallel_for(const grid_range<I, D>& grid, Body&& body,
                  const loop_options& options = no_options,
                  const std::source_location& where = std::source_location::current()) {
  static_assert(
      detail::grid_body<Body, I, D>,
      "arcas: the body of a loop over a grid takes an index of each dimension, [&](int j, "
      "int i) { ... }, or a box, [&](const arcas::box<int, 2>& part) { ... }");
  std::array<std::uint64_t, D> boxes;  // number of boxes along each dimension
  std::uint64_t all = 1;
  for (std::size_t d = 0; d < D; ++d) {
    const auto size = static_cast<std::uint64_t>(grid.size[d]);
    const auto part = static_cast<std::uint64_t>(grid.part[d]);
    boxes[d] = size / part + (size % part != 0);
    all *= boxes[d];
  }
  const auto run = [&](std::uint64_t number) {
    box<I, D> b;
    for (std::size_t d = D; d-- > 0; number /= boxes[d]) {
      b.first[d] = static_cast<I>(number % boxes[d] * static_cast<std::uint64_t>(grid.part[d]));
      b.last[d] = grid.size[d] - b.first[d] < grid.part[d]
                      ? grid.size[d]
                      : static_cast<I>(b.first[d] + grid.part[d]);
    }
    detail::run_box(body, b);
  };
  if (all != 0) parallel_for(std::uint64_t{0}, all, run, options, where);
}

}  // namespace arcas::inline v0
