// SPDX-License-Identifier: Apache-2.0
// How does the compiler answer a wrong call with a sentence that says what to write? The call
// selects an overload that is declared for this purpose only:
//
//   template <class = void>
//   void loop(detail::anything, detail::anything = 0) ARCAS_WRONG("write ...");
//
// gcc and clang report the call of an unavailable function at the line of the call, with the text.
// A conversion to `anything` is made by a constructor: it ranks below a standard conversion, and as
// high as a conversion by the constructor of another class, such as std::string. Among overloads of
// one rank, the function that is not a template wins. So the overload for wrong calls is a
// template, and a program's own `void loop(std::string)` wins beside a using-directive. A list in
// braces, such as {64} for an options struct, is ambiguous if two overloads differ only in the
// class of this parameter. So there the parameter for wrong arguments is a `const Other&`,
// constrained by not_a<options>.
//
// gcc considers an unavailable function valid in a requires-expression. So no member or constructor
// that generic code detects, such as begin() or a default constructor, is declared in this way.
// A text names what to write, not only what is wrong.
#pragma once

#if __cplusplus < 202002L
#error "arcas: Arcas requires C++20: compile with -std=c++20"
#endif

#include <type_traits>

// The attribute of a function for wrong calls. The text says what to write.
#define ARCAS_WRONG(text) __attribute__((unavailable("arcas: " text)))

namespace arcas::inline v0::detail {

// A parameter that takes an argument of any type.
struct anything {
  template <class T>
  constexpr anything(const T&) {}  // NOLINT: arguments convert
};

template <class T, class Right>
concept not_a = !std::is_convertible_v<const T&, Right>;

// A number, an enumeration, or a class without operator(); none of them converts to one of Right. A
// constructor for wrong arguments takes these only. If it took every argument, a call of a function
// with two overloads would be ambiguous where the argument suits the other overload.
template <class T, class... Right>
concept misplaced =
    (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_class_v<T>) &&
    !requires { &T::operator(); } && (!std::is_convertible_v<const T&, Right> && ...);

// A type of coroutines. A loop or group would drop a coroutine that its function returns, and most
// coroutines would not have begun by then.
template <class R>
concept coroutine = requires { typename std::remove_cvref_t<R>::promise_type; };
template <class F, class... A>
concept returns_coroutine = requires(F& f, A... a) {
  { f(a...) } -> coroutine;
};

// False for every argument, for static_asserts that refuse every argument: the compiler then prints
// the text of the static_assert first.
template <class...>
inline constexpr bool never = false;

}  // namespace arcas::inline v0::detail
