// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: draw k of stream s is a function of the seed, s and k. So each
// worker can compute the draws of any stream, in any order of the streams.
#pragma once

#include <cstdint>

namespace arcas::inline v0::graph::detail {

// The finaliser of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators,
// OOPSLA 2014), with the constants of Stafford's mix 13. It is a bijection; a change of one bit of
// the argument changes half of the bits of the result on average.
constexpr std::uint64_t scrambled(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

class random_stream {
 public:
  constexpr random_stream(std::uint64_t seed, std::uint64_t stream) noexcept
      : state_(scrambled(scrambled(seed + golden) + stream * golden)) {}

  constexpr std::uint64_t next() noexcept { return scrambled(state_ += golden); }

 private:
  // 2^64 divided by the golden ratio, as an odd number: its multiples are evenly distributed.
  static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
  std::uint64_t state_;
};

// Uniform in [0, 1).
inline double unit(random_stream& draws) {
  return static_cast<double>(draws.next() >> 11) * 0x1p-53;
}

}  // namespace arcas::inline v0::graph::detail
