// SPDX-License-Identifier: Apache-2.0
// Loops over the elements of ranges. Who takes part, what is visible after, what is thrown and what
// it costs: as parallel_for.
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/loops/parallel_for.h>

#include <cassert>
#include <cstddef>
#include <source_location>

namespace arcas {

// Elements that several workers can look at, and change if at all each its own.
template <class R>
concept separate_elements = element_places<R> ||(elements<R>&& requires(R& r) {
  requires std::is_same_v<std::remove_cvref_t<decltype(r[std::size_t{}])>,
                          element_of<std::remove_cvref_t<R>>>;
});

// f(r[i]) for each element, which f may change.
template <separate_elements R, class F>
requires index_body<F, decltype(std::declval<R&>()[0])>
void for_each(R&& r, F&& f, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  parallel_for(
      std::size_t{0}, std::size_t{std::size(r)}, [&](std::size_t i) { f(r[i]); }, options, where);
}

// out[i] = f(in[i]); `out` has room for as many and may be `in`.
template <elements In, element_places Out, class F>
requires index_body < F, const element_of<In>
& > void transform(const In& in, Out&& out, F&& f, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  assert(std::size(out) >= std::size(in) && "no room for the results");
  parallel_for(
      std::size_t{0}, std::size_t{std::size(in)}, [&](std::size_t i) { out[i] = f(in[i]); },
      options, where);
}

}  // namespace arcas
