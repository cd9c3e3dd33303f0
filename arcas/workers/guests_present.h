// SPDX-License-Identifier: Apache-2.0
// At which of the guests' seats is somebody leading? What idle workers ask, so that they need not
// look at every seat. PROTOCOL.md, «Guests who come and go». Private to workers/.
#pragma once

#include <arcas/base/cache_line.h>

#include <atomic>
#include <bit>
#include <cstdint>

namespace arcas {

// A bit for each seat, from 0 on.
template <template <class> class Atom = std::atomic>
class alignas(no_sharing) guests_present {
 public:
  static constexpr unsigned most = 32;

  // By the seat's tenant, before it publishes there. relaxed: ordered before its look for sleepers
  // by the fence that orders the notice; who has missed the bit looks again before it sleeps.
  void come(unsigned seat) noexcept { here_.fetch_or(bit(seat), std::memory_order_relaxed); }
  // By the tenant, before it gives the seat back. relaxed: the next tenant's come() is later in the
  // word's order, since the seat goes by release and acquire.
  void go(unsigned seat) noexcept { here_.fetch_and(~bit(seat), std::memory_order_relaxed); }
  // By an idle worker: visit(seat) of all there are, until it says true.
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
  static constexpr std::uint32_t bit(unsigned seat) { return std::uint32_t{1} << seat; }

  Atom<std::uint32_t> here_{0};
};

}  // namespace arcas
