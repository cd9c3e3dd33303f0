// SPDX-License-Identifier: Apache-2.0
// What the algorithms take as a range: a std::vector, std::span, std::array, a plain array …
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace arcas {

// r[i] for i from 0 to std::size(r).
template <class R>
concept elements = requires(R& r, std::size_t i) {
  r[i];
  std::size(r);
};

// Elements that several workers can write at once, each its own; std::vector<bool>, whose elements
// share words, has none.
template <class R>
concept element_places = elements<R> && requires(R& r, std::size_t i) {
  requires std::is_lvalue_reference_v<decltype(r[i])>;
};

// The type of the elements of R.
template <elements R>
using element_of = std::remove_cvref_t<decltype(std::declval<const R&>()[std::size_t{}])>;

}  // namespace arcas
