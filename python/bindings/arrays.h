// SPDX-License-Identifier: Apache-2.0
// How do arrays get to Python and back? Results are passed without a copy: the NumPy array owns the
// memory that the kernel has filled. Arrays from Python are read without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace python {

namespace nb = nanobind;

// A contiguous one-dimensional array of any type.
using any_array = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using array_of = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> seen(const array_of<T>& array) {
  return {array.data(), array.size()};
}

template <class T>
bool has_type(const any_array& array) {
  return array.dtype() == nb::dtype<T>();
}

template <class T>
std::span<const T> seen_as(const any_array& array) {
  return {static_cast<const T*>(array.data()), array.size()};
}

// A NumPy array of T that takes over `values`, a plain_array or a std::vector.
template <class T, class Values>
nb::object handed_over_as(Values values) {
  static_assert(sizeof(T) == sizeof(values[0]));
  auto* const kept = new Values(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Values*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(reinterpret_cast<T*>(kept->data()),
                                                         {kept->size()}, owner));
}

template <class T>
struct with_sign {
  using type = T;
};
template <class T>
  requires(std::unsigned_integral<T> && !std::same_as<T, bool>)
struct with_sign<T> {
  using type = std::make_signed_t<T>;
};

// Vertex numbers and counts become signed numbers, so that their differences do not wrap in Python;
// all values fit.
template <class Values>
nb::object handed_over(Values values) {
  using T = std::remove_cvref_t<decltype(values[0])>;
  return handed_over_as<typename with_sign<T>::type>(std::move(values));
}

// A read-only NumPy array over `values`, which `owner` keeps alive.
template <class T>
nb::object shown(std::span<const T> values, nb::handle owner) {
  return nb::cast(
      nb::ndarray<nb::numpy, const T, nb::ndim<1>>(values.data(), {values.size()}, owner));
}

}  // namespace python
