// SPDX-License-Identifier: Apache-2.0
// At which of the guests' boards is somebody leading? What idle workers ask, so that they need not
// look at every board. PROTOCOL.md, «Guests who come and go». Private to workers/.
#pragma once

#include <arcas/base/cache_line.h>

#include <atomic>
#include <bit>
#include <cstdint>

namespace arcas::detail {

// A bit for each board, from 0 on.
template <template <class> class Atom = std::atomic>
class alignas(no_sharing) guests_present {
 public:
  static constexpr unsigned most = 32;

  // By the board's holder, before it publishes there. relaxed: ordered before its look for sleepers
  // by the fence that orders the notice; who has missed the bit looks again before it sleeps.
  void come(unsigned board) noexcept { here_.fetch_or(bit(board), std::memory_order_relaxed); }
  // By the holder, before it gives the board back. relaxed: the next holder's come() is later in
  // the word's order, since the board goes by release and acquire.
  void go(unsigned board) noexcept { here_.fetch_and(~bit(board), std::memory_order_relaxed); }
  // By an idle worker: visit(board) of all there are, until it says true.
  template <class Visit>
  bool any(Visit visit) const {
    // relaxed: the notice that is found there is whole by its own orders, and an old one no news.
    std::uint32_t here = here_.load(std::memory_order_relaxed);
    for (; here != 0; here &= here - 1) {
      if (visit(static_cast<unsigned>(std::countr_zero(here)))) return true;
    }
    return false;
  }

 private:
  static constexpr std::uint32_t bit(unsigned board) { return std::uint32_t{1} << board; }

  Atom<std::uint32_t> here_{0};
};

}  // namespace arcas::detail
