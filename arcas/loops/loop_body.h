// SPDX-License-Identifier: Apache-2.0
// What may stand in a loop: a function of one index, a function of a half-open range of them, or an
// object in the style of the Callisto-RTS paper.
#pragma once

#include <arcas/base/index_range.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// body(i).
template <class F, class I>
concept index_body = requires(F& body, I i) { body(i); };

// body(begin, end), a whole chunk at a time.
template <class F, class I>
concept chunk_body = requires(F& body, I i) { body(i, i); };

template <class F, class I>
concept loop_body = index_body<F, I> || chunk_body<F, I>;

// One object shared by all workers: body.work(i).
template <class Object, class I>
concept shared_object = requires(Object& body, I i) { body.work(i); };

// An object with something of each worker's own, made and given to fork(own) once in each worker
// that takes part, before its first iteration; work(own, i); join(own) once, after its last, never two at a time; if
// there is one, begin_range(own) before each fixed range that it runs in a late worker's place. A
// loop that is longer than a piece of its distributor (2^30 iterations by default, 2^32 with
// combiners, 2^40 with other counters) forks and joins once in each worker and piece.
template <class Object, class PerThread, class I>
concept forking_object = requires(Object& body, PerThread& own, I i) {
  body.fork(own);
  body.work(own, i);
  body.join(own);
};

// The index type of a loop from a to b: 0 and a size_t make size_t.
template <loop_index A, loop_index B>
using index_between = std::remove_cvref_t<decltype(false ? std::declval<A>() : std::declval<B>())>;

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

// Bytes of the index that a function object takes by name: 0 where it takes no integer, or anything.
template <class>
inline constexpr std::size_t index_bytes_of = 0;
template <class R, class C, class I, class... J>
  requires std::is_integral_v<std::remove_cvref_t<I>>
inline constexpr std::size_t index_bytes_of<R (C::*)(I, J...)> = sizeof(std::remove_cvref_t<I>);
template <class R, class C, class I, class... J>
inline constexpr std::size_t index_bytes_of<R (C::*)(I, J...) const> =
    index_bytes_of<R (C::*)(I, J...)>;
template <class R, class C, class I, class... J>
inline constexpr std::size_t index_bytes_of<R (C::*)(I, J...) noexcept> =
    index_bytes_of<R (C::*)(I, J...)>;
template <class R, class C, class I, class... J>
inline constexpr std::size_t index_bytes_of<R (C::*)(I, J...) const noexcept> =
    index_bytes_of<R (C::*)(I, J...)>;

template <class F, class I>
inline constexpr bool takes_narrower_index = false;
template <class F, class I>
  requires requires { &F::operator(); }
inline constexpr bool takes_narrower_index<F, I> =
    index_bytes_of<decltype(&F::operator())> != 0 &&
    index_bytes_of<decltype(&F::operator())> < sizeof(I);

[[noreturn]] void refuse_negative_bound(long long bound);

// A negative bound beside one without sign would be a huge one. Compiled away where the bound is a
// constant or both have signs.
template <class I, class Bound>
constexpr I checked_bound(Bound b) {
  if constexpr (std::is_unsigned_v<I> && std::is_signed_v<Bound>) {
    if (b < 0) refuse_negative_bound(b);
  }
  return static_cast<I>(b);
}

template <class F, class I>
inline constexpr bool returns_bool = false;
template <class F, class I>
  requires index_body<F, I>
inline constexpr bool returns_bool<F, I> =
    std::is_same_v<decltype(std::declval<F&>()(std::declval<I>())), bool>;

// A program that is wrong in a way of its own, so that the compiler's first words say in which.
template <class>
inline constexpr bool never = false;

// What all loops over [first, last) ask of their bounds and bodies: the index type.
template <class A, class B, class F>
struct checked_loop {
  using index = index_between<A, B>;
  static_assert(
      !takes_narrower_index<std::remove_cvref_t<F>, index>,
      "arcas: the body's index type is narrower than the loop's, whose indices it may not "
      "hold: let the body take the type of the bounds (std::size_t, or auto), or give "
      "bounds of the body's type");
};

}  // namespace arcas::inline v0::detail
