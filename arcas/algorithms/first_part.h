// SPDX-License-Identifier: Apache-2.0
// Is a range worth a parallel loop? Nobody knows what its elements cost, so the caller does the
// first few alone and looks at the clock. Private to algorithms/.
#pragma once

#include <arcas/base/processor.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace arcas::detail {

// With the grain and the distributor that the environment names (ARCAS_GRAIN, ARCAS_DISTRIBUTOR)
// where the caller names none. Without locality, of an algorithm whose loops go over blocks: the
// homes are those of its elements.
loop_options as_configured(loop_options options);
// Workers that may take part in a loop with those options.
unsigned workers_of(const loop_options& options);

class first_part {
 public:
  // Of n elements: none where the caller wants blocks of his own size, or may want to stop; all
  // where there is nobody to share them with.
  first_part(std::size_t n, unsigned workers, const loop_options& options)
      : n_(n),
        size_(workers == 1 && !options.stop ? n
              : options.grain != 0 || options.stop
                  ? 0
                  : std::min(n, std::clamp(n / looks, smallest, largest))) {}

  std::size_t size() const { return size_; }

  // run(), which does these elements, and returns what it returns.
  template <class Run>
  auto timed(const Run& run) {
    const std::uint64_t start = cycles();
    auto result = run();
    cycles_ = cycles() - start;
    return result;
  }
  // To do the rest alone takes no longer than to begin and end a loop.
  bool rest_is_short() const {
    return size_ == n_ || (size_ != 0 && cycles_ * (n_ - size_) < short_rest * size_);
  }

 private:
  // Two looks at the clock cost some 50 cycles, as much as so many of the cheapest elements.
  static constexpr std::size_t smallest = 16;
  static constexpr std::size_t largest = 256;
  static constexpr std::size_t looks = 8;
  // Cycles: some burdens of a loop of two workers, of 650 to 3,000 cycles each, as they are near to
  // each other or far. It takes twice the burden to gain anything.
  static constexpr std::uint64_t short_rest = 6'000;

  std::size_t n_;
  std::size_t size_;
  std::uint64_t cycles_ = 0;
};

}  // namespace arcas::detail
