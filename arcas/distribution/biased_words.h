// SPDX-License-Identifier: Apache-2.0
// What the workers of one biased loop share: a slot each, and the turns in which neighbours search.
// PROTOCOL.md, «Plain claims».
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>
#include <arcas/distribution/claims.h>
#include <arcas/distribution/layouts.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace arcas::inline v0::detail {

// Of neighbours that have nothing left one looks through the ranges of others; the rest keep off the
// lines that the owners claim from, and take from what it brought, or believe that there is nothing.
// So the requests of a place are one, as those of a combiner are (Callisto-RTS §3.2). PROTOCOL.md,
// «One of a place searches».
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
      // relaxed, both: as above. A compare-and-swap, lest all that wait begin at once.
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
  static constexpr std::uint64_t taken = 1;    // a worker searches
  static constexpr std::uint64_t in_vain = 2;  // counts the searches that found nothing

  Atom<std::uint64_t> word_{0};
};

// A biased loop longer than this is run in pieces, so that a position fits a word: a tenth of a
// second apiece at the least.
inline constexpr std::uint64_t longest_biased_piece = biased_word::last_position;

// The shared words of one loop at a time.
template <template <class> class Atom = std::atomic>
class biased_words {
 public:
  explicit biased_words(const biased_layout& layout)
      : count_(layout.slots()),
        owners_pay_(layout.owners_pay()),
        slots_(new biased_slot<Atom>[count_] {}),
        turns_(new search_turn<Atom>[layout.turns()] {}),
        requests_(new request_count[count_]{}) {}

  // Leader only, before it publishes a loop, while no thread is inside: the tag of the new use. No
  // word is written, but for once in 65,535 loops.
  std::uint64_t open() noexcept {
    if (tag_ == biased_word::last_tag) {
      tag_ = 0;
      for (unsigned s = 0; s < count_; ++s) {
        // relaxed, all three: no thread is inside, and publishing the loop releases these stores.
        slots_[s].position.store(0, std::memory_order_relaxed);
        slots_[s].limit.store(0, std::memory_order_relaxed);
        slots_[s].end.store(0, std::memory_order_relaxed);
        slots_[s].fenced.store(0, std::memory_order_relaxed);  // relaxed: as above
        requests_[s] = {};
      }
    }
    return ++tag_;
  }
  // Leader only, likewise: its own slot is open before any worker can see it, without a locked
  // operation.
  void open_slot(unsigned index, chunk home) noexcept {
    const biased_word zero(tag_, 1);
    // relaxed, all: publishing the loop releases these stores.
    if (owners_pay_) slots_[index].fenced.store(zero.bits(), std::memory_order_relaxed);
    slots_[index].position.store(zero.at(home.first).bits(), std::memory_order_relaxed);
    slots_[index].limit.store(zero.at(home.last).bits(), std::memory_order_relaxed);
    slots_[index].end.store(zero.at(home.last).bits(), std::memory_order_relaxed);
  }
  biased_slot<Atom>& slot(unsigned index) noexcept { return slots_[index]; }
  search_turn<Atom>& turn(unsigned index) noexcept { return turns_[index]; }
  // Asks that the slot's worker has numbered in the loop with that tag, which it may leave and come
  // back to; its own.
  unsigned& steal_requests(unsigned index, std::uint64_t tag) noexcept {
    request_count& mine = requests_[index];
    if (mine.tag != tag) mine = {tag, 0};
    return mine.count;
  }

 private:
  struct alignas(no_sharing) request_count {
    std::uint64_t tag = 0;
    unsigned count = 0;
  };

  unsigned count_;
  bool owners_pay_;
  std::unique_ptr<biased_slot<Atom>[]> slots_;
  std::unique_ptr<search_turn<Atom>[]> turns_;
  std::unique_ptr<request_count[]> requests_;
  // Written by the leader at every loop, on a line that no follower reads.
  alignas(no_sharing) std::uint64_t tag_ = 0;
};

}  // namespace arcas::inline v0::detail
