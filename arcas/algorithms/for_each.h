// SPDX-License-Identifier: Apache-2.0
// Loops over the elements of ranges. The contract (threads, visibility, exceptions, cost) is that
// of parallel_for.
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/loops/parallel_for.h>

#include <cassert>
#include <concepts>
#include <cstddef>
#include <source_location>

namespace arcas::inline v0 {

// Elements that r[i] returns by value.
template <class R>
concept element_values =
    elements<R> && std::same_as<std::remove_cvref_t<reference_of<R>>, element_of<R>>;

// Elements that several workers can read at once, and write, if at all, each its own.
template <class R>
concept separate_elements = element_places<R> || element_values<R>;

// f(r[i]) for each element, which f may change.
template <separate_elements R, index_body<reference_of<R>> F>
void for_each(R&& r, F&& f, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  parallel_for(
      std::size_t{0}, std::size_t{std::size(r)}, [&](std::size_t i) { f(r[i]); }, options, where);
}

// out[i] = f(in[i]); `out` has room for as many and may be `in`.
template <elements In, element_places Out, element_function<In> F>
void transform(const In& in, Out&& out, F&& f, const loop_options& options = {},
               const std::source_location& where = std::source_location::current()) {
  assert(std::size(out) >= std::size(in) && "no room for the results");
  parallel_for(
      std::size_t{0}, std::size_t{std::size(in)}, [&](std::size_t i) { out[i] = f(in[i]); },
      options, where);
}

}  // namespace arcas::inline v0
