// SPDX-License-Identifier: Apache-2.0
// What may be the body of a loop? A function of one index, a function of a half-open range of
// indices, or an object in the style of the Callisto-RTS paper.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/base/wrong_use.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// Called as body(i).
template <class F, class I>
concept index_body = requires(F& body, I i) { body(i); };

// Called as body(begin, end), for a whole chunk.
template <class F, class I>
concept chunk_body = requires(F& body, I i) { body(i, i); };

template <class F, class I>
concept loop_body = index_body<F, I> || chunk_body<F, I>;

// One object shared by all workers, called as body.work(i).
template <class Object, class I>
concept shared_object = requires(Object& body, I i) { body.work(i); };

// An object with one PerThread value for each worker that takes part. fork(own) is called once
// before the worker's first iteration, work(own, i) for each iteration, and join(own) once after
// its last; never two joins at a time. An optional begin_range(own) is called before each fixed
// range that the worker runs in place of a late worker. A long loop runs in pieces, and forks and
// joins once for each worker and piece. The longest piece has 2^30 iterations by default, 2^32 with
// combiners, 2^40 with stripes.
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

// Size in bytes of the index parameter of a function object; 0 if the parameter is generic or not
// of an integer type.
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

// Refuses a negative bound if the other bound is unsigned: the conversion would make it huge. No
// code remains if the bound is a constant or both are signed.
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

// Checks the bounds and body of a loop over [first, last); `index` is its index type.
template <class A, class B, class F>
struct checked_loop {
  using index = index_between<A, B>;
  static_assert(
      !takes_narrower_index<std::remove_cvref_t<F>, index>,
      "arcas: the body's index type is narrower than the loop's, and may not hold its indices: let "
      "the body take the bounds' type (std::size_t, or auto), or give bounds of its type");
};

// Refuses functions that return coroutines.
template <class F, class... A>
struct checked_call {
  static_assert(
      !returns_coroutine<F, A...>,
      "arcas: the body returns a coroutine, which would not run: let the body call sync_wait(...), "
      "of <arcas/tasks/coroutine.h>");
};

// checked_loop for a loop that returns nothing.
template <class A, class B, class F>
struct checked_for : checked_loop<A, B, F>,
                     checked_call<F, index_between<A, B>>,
                     checked_call<F, index_between<A, B>, index_between<A, B>> {
  static_assert(
      !returns_bool<F, index_between<A, B>>,
      "arcas: the body returns bool, which does not end a loop: let it return nothing, and end "
      "the loop early by a stop token, {.stop = source.get_token()}");
};

}  // namespace arcas::inline v0::detail
