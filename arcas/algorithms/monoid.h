// SPDX-License-Identifier: Apache-2.0
// An operation and its identity: what a reduction needs.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

namespace arcas {

// m(a, b) combines two values, m.identity() changes none. The operation is associative.
template <class M>
concept monoid = requires(const M& m, typename M::value_type a, typename M::value_type b) {
  { m.identity() } -> std::convertible_to<typename M::value_type>;
  { m(a, b) } -> std::convertible_to<typename M::value_type>;
};

// Monoids that say so, `static constexpr bool commutative = true;`: m(a, b) is m(b, a). All others
// are combined in the order of the indices, which costs a little more.
template <monoid M>
inline constexpr bool is_commutative = requires { requires bool(M::commutative); };

template <class T>
struct plus {
  using value_type = T;
  static constexpr bool commutative = std::is_arithmetic_v<T>;
  constexpr T identity() const { return T(0); }
  constexpr T operator()(const T& a, const T& b) const { return a + b; }
};

template <class T>
struct multiplies {
  using value_type = T;
  static constexpr bool commutative = std::is_arithmetic_v<T>;
  constexpr T identity() const { return T(1); }
  constexpr T operator()(const T& a, const T& b) const { return a * b; }
};

template <class T>
struct minimum {
  using value_type = T;
  static constexpr bool commutative = std::is_arithmetic_v<T>;
  constexpr T identity() const {
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::max();
  }
  constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};

template <class T>
struct maximum {
  using value_type = T;
  static constexpr bool commutative = std::is_arithmetic_v<T>;
  constexpr T identity() const {
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
  }
  constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

struct logical_or {
  using value_type = bool;
  static constexpr bool commutative = true;
  constexpr bool identity() const { return false; }
  constexpr bool operator()(bool a, bool b) const { return a || b; }
};

struct logical_and {
  using value_type = bool;
  static constexpr bool commutative = true;
  constexpr bool identity() const { return true; }
  constexpr bool operator()(bool a, bool b) const { return a && b; }
};

}  // namespace arcas
