// SPDX-License-Identifier: Apache-2.0
// Half-open ranges of iterations. Every loop counts from 0 in unsigned 64-bit numbers; iterations
// are converted to the loop's own index type when the body is called.
#pragma once

#include <concepts>
#include <cstdint>

namespace arcas::inline v0 {

// The result of a claim: iterations [first, last). An empty chunk means that the claim found none.
struct chunk {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  constexpr bool empty() const noexcept { return first == last; }
  constexpr std::uint64_t size() const noexcept { return last - first; }
  friend constexpr bool operator==(chunk, chunk) = default;
};

template <class T>
concept loop_index = std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= 8;

// Number of iterations of [first, last); 0 for a reversed range. Unsigned subtraction is right for
// signed types too, even if last - first exceeds the signed maximum.
template <loop_index I>
constexpr std::uint64_t iterations(I first, I last) noexcept {
  if (last <= first) return 0;
  return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
}

// The index of iteration k of a loop that starts at first.
template <loop_index I>
constexpr I index_of(I first, std::uint64_t k) noexcept {
  return static_cast<I>(static_cast<std::uint64_t>(first) + k);
}

// Part p of `parts` contiguous parts of [0, n). Sizes differ by at most one; the longer parts come
// first. The product of n and p, which could overflow, is avoided.
constexpr chunk part_of(std::uint64_t n, std::uint64_t parts, std::uint64_t p) noexcept {
  const std::uint64_t size = n / parts;
  const std::uint64_t longer = n % parts;
  const std::uint64_t first = p * size + (p < longer ? p : longer);
  return {first, first + size + (p < longer ? 1 : 0)};
}

}  // namespace arcas::inline v0
