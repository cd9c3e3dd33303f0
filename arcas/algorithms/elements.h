// SPDX-License-Identifier: Apache-2.0
// Which types are ranges for the algorithms? All with r[i] and std::size(r), such as std::vector,
// std::span, std::array and plain arrays.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// R has r[i] for each i less than std::size(r).
template <class R>
concept elements = requires(R& r, std::size_t i) {
  r[i];
  std::size(r);
};

// The type of r[i]: a reference or a value.
template <elements R>
using reference_of = decltype(std::declval<R&>()[std::size_t{}]);

// Ranges in which several workers can write different elements at the same time. A
// std::vector<bool> is not such a range, since its elements share words.
template <class R>
concept element_places = elements<R> && std::is_lvalue_reference_v<reference_of<R>>;

template <elements R>
using element_of = std::remove_cvref_t<reference_of<const std::remove_reference_t<R>>>;

// f can be called with an element of R, and does not change the element.
template <class F, class R>
concept element_function = requires(F& f, const element_of<R>& e) { f(e); };

}  // namespace arcas::inline v0
