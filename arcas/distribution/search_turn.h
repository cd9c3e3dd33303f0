// SPDX-License-Identifier: Apache-2.0
// Whose turn is it to search? Of neighbours that have nothing left one looks through the others'
// ranges; the rest keep off the lines that the owners claim from, and take from what it brought, or
// believe that there is nothing. So the requests of a place are one, as those of a combiner are
// (Callisto-RTS §3.2). PROTOCOL.md, «One of a place searches».
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>

#include <atomic>
#include <cstdint>

namespace arcas::detail {

template <template <class> class Atom = std::atomic>
class alignas(no_sharing) search_turn {
 public:
  enum class answer : std::uint8_t { search, search_beside, nothing_found };

  // After at most so many looks at a neighbour's search: to search, which end() follows; to search
  // without a turn, since the neighbour is held up; or that it has found nothing.
  answer begin(unsigned looks) noexcept {
    // relaxed, all accesses: the word guards nothing; what was brought is in the slots' own words.
    const std::uint64_t first = word_.load(std::memory_order_relaxed);
    std::uint64_t now = first;
    for (;;) {
      if ((now | taken) != (first | taken)) return answer::nothing_found;
      // relaxed, both: as above. A compare-and-swap, lest all who wait begin at once.
      if (!(now & taken) &&
          word_.compare_exchange_strong(now, now | taken, std::memory_order_relaxed,
                                        std::memory_order_relaxed))
        return answer::search;
      if (looks-- == 0) return answer::search_beside;
      machine<Atom>::pause();
      now = word_.load(std::memory_order_relaxed);  // relaxed: as above
    }
  }
  // found: or may have missed something.
  void end(bool found) noexcept {
    // relaxed, both: as above.
    const std::uint64_t now = word_.load(std::memory_order_relaxed) & ~taken;
    word_.store(found ? now : now + in_vain, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t taken = 1;    // somebody searches
  static constexpr std::uint64_t in_vain = 2;  // counts the searches that found nothing

  Atom<std::uint64_t> word_{0};
};

}  // namespace arcas::detail
