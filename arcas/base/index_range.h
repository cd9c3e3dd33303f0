// SPDX-License-Identifier: Apache-2.0
// Half-open ranges of iterations. Every loop is counted from 0 in 64 bits without sign; the loop's
// own index type comes back only when the body is called.
#pragma once

#include <concepts>
#include <cstdint>

namespace arcas::inline v0 {

// What one claim returns: iterations [first, last); empty when there was nothing to take.
struct chunk {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  constexpr bool empty() const noexcept { return first == last; }
  constexpr std::uint64_t size() const noexcept { return last - first; }
  friend constexpr bool operator==(chunk, chunk) = default;
};

template <class T>
concept loop_index = std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= 8;

// Number of iterations of [first, last); a reversed range has none. Modular subtraction is right
// for signed types too, also when last - first exceeds the signed maximum.
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

// Part p of `parts` contiguous and almost equal parts of [0, n): sizes differ by one at most, the
// longer parts come first. No product is formed, so n may be anything that 64 bits hold.
constexpr chunk part_of(std::uint64_t n, std::uint64_t parts, std::uint64_t p) noexcept {
  const std::uint64_t size = n / parts;
  const std::uint64_t longer = n % parts;
  const std::uint64_t first = p * size + (p < longer ? p : longer);
  return {first, first + size + (p < longer ? 1 : 0)};
}

}  // namespace arcas::inline v0
