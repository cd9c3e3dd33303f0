// SPDX-License-Identifier: Apache-2.0
// Which values may be copied to another rank byte for byte? Trivially copyable ones without
// references, which mean the same everywhere. A closure that captures by reference does not have
// standard layout, so the compiler refuses it. A pointer inside a class cannot be detected: it
// arrives as a number, where a global_ptr should have been captured. Spans, string_views,
// reference_wrappers, and arrays and optionals of pointers are detected and refused.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace arcas::inline v0::cluster::detail {

// Types that refer to memory of one rank.
template <class T>
inline constexpr bool names_a_place = std::is_pointer_v<T> || std::is_reference_v<T>;
template <class T>
inline constexpr bool names_a_place<std::reference_wrapper<T>> = true;
template <class C, class Traits>
inline constexpr bool names_a_place<std::basic_string_view<C, Traits>> = true;
template <class T, std::size_t N>
inline constexpr bool names_a_place<std::span<T, N>> = true;
template <class T>
inline constexpr bool names_a_place<std::optional<T>> = names_a_place<T>;
template <class T, std::size_t N>
inline constexpr bool names_a_place<std::array<T, N>> = names_a_place<T>;

template <class T>
concept portable =
    std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T> && !names_a_place<T>;

// The compile-time errors for closures that cannot be sent, for all calls that send one.
template <class F>
constexpr void require_portable() {
  static_assert(std::is_trivially_copyable_v<F>,
                "a function for another rank is copied byte for byte: capture numbers, global_ptr "
                "and plain structures, and give strings and containers as arguments of call()");
  static_assert(std::is_standard_layout_v<F>,
                "a function for another rank must not capture by reference, since the reference is "
                "not valid there: capture by value, or capture a global_ptr");
  static_assert(!std::is_pointer_v<F>,
                "a function's address differs between ranks: wrap the function in a lambda");
}

// Copies a value word by word. Captures have usually just been written as words. A copy by vectors
// cannot forward these stores: it waits until they and all earlier ones have reached the cache.
// Three such copies cost a spawned task 15 ns, and one in async_update() a third of the rate of
// random updates.
template <class T>
inline void copy_by_words(void* to, const void* from) {
  auto* out = static_cast<std::byte*>(to);
  const auto* in = static_cast<const std::byte*>(from);
  std::size_t left = sizeof(T);
  for (; left >= sizeof(std::uint64_t); left -= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, in, sizeof word);
    // An empty statement, so that the compiler cannot combine the words into vectors.
    asm("" : "+r"(word));
    std::memcpy(out, &word, sizeof word);
    in += sizeof word;
    out += sizeof word;
  }
  std::memcpy(out, in, left);
}

// A class without members needs no bytes in a message, although its size is 1 in C++.
template <class T>
inline constexpr std::size_t wire_bytes = std::is_empty_v<T> ? 0 : sizeof(T);

// Short values without padding are copied by words; for padding the compiler warns that it is not
// initialised.
template <class T>
inline constexpr bool goes_by_words =
    sizeof(T) <= 64 && std::has_unique_object_representations_v<T>;

template <class T>
std::byte* put_plain(std::byte* at, const T& value) {
  if constexpr (goes_by_words<T>) {
    copy_by_words<T>(at, &value);
  } else if constexpr (wire_bytes<T> != 0) {
    std::memcpy(at, &value, sizeof(T));
  }
  return at + wire_bytes<T>;
}

// The type need not be default-constructible: closures are not.
template <class T>
T take_plain(const std::byte*& at) {
  union room {
    room() {}
    std::byte bytes[sizeof(T)];
    T value;
  } r;
  if constexpr (wire_bytes<T> != 0) std::memcpy(static_cast<void*>(&r.value), at, sizeof(T));
  at += wire_bytes<T>;
  return r.value;
}

}  // namespace arcas::inline v0::cluster::detail
