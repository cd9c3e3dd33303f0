// SPDX-License-Identifier: Apache-2.0
// The words that the workers of one biased loop share: a slot for each worker, and the turns in
// which neighbours search. PROTOCOL.md, «Plain claims».
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>
#include <arcas/distribution/claims.h>
#include <arcas/distribution/layouts.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace arcas::inline v0::detail {

// Of several idle neighbours only one searches the ranges of other workers. The others do not touch
// the cache lines from which owners claim: they take from the range that the searcher brings, or
// learn that it found nothing. So the requests of a place become one request, as with a combiner
// (Callisto-RTS §3.2). PROTOCOL.md, «One of a place searches».
template <template <class> class Atom = std::atomic>
class alignas(no_sharing) search_turn {
 public:
  enum class answer : std::uint8_t { search, search_beside, nothing_found };

  // Waits for a neighbour's search, and looks at most `looks` times whether it is over. Returns
  //   search         the caller shall search now, then call end();
  //   search_beside  the caller shall search without a turn, since the neighbour is delayed;
  //   nothing_found  the neighbour has found nothing.
  answer begin(unsigned looks) noexcept {
    // relaxed, all accesses: the word guards no data; a range that was found is in the slots' own
    // words.
    const std::uint64_t first = word_.load(std::memory_order_relaxed);
    std::uint64_t now = first;
    for (;;) {
      if ((now | taken) != (first | taken)) return answer::nothing_found;
      // relaxed, both: the word guards no data. A compare-and-swap, so that only one waiting worker
      // begins.
      if (!(now & taken) &&
          word_.compare_exchange_strong(now, now | taken, std::memory_order_relaxed,
                                        std::memory_order_relaxed))
        return answer::search;
      if (looks-- == 0) return answer::search_beside;
      machine<Atom>::pause();
      now = word_.load(std::memory_order_relaxed);  // relaxed: the word guards no data
    }
  }
  // found: the search found a range, or may have missed one.
  void end(bool found) noexcept {
    // relaxed, both: the word guards no data.
    const std::uint64_t now = word_.load(std::memory_order_relaxed) & ~taken;
    word_.store(found ? now : now + in_vain, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t taken = 1;    // a worker is searching
  static constexpr std::uint64_t in_vain = 2;  // counts the searches that found nothing

  Atom<std::uint64_t> word_{0};
};

// A longer biased loop runs in pieces, so that a position fits into a word; at one iteration a
// cycle, a piece takes one worker about 0.3 s.
inline constexpr std::uint64_t longest_biased_piece = biased_word::last_position;

// The shared words, used by one loop at a time.
template <template <class> class Atom = std::atomic>
class biased_words {
 public:
  explicit biased_words(const biased_layout& layout)
      : count_(layout.slots()),
        owners_pay_(layout.owners_pay()),
        slots_(new biased_slot<Atom>[count_] {}),
        turns_(new search_turn<Atom>[layout.turns()] {}),
        requests_(new request_count[count_]{}) {}

  // Called by the leader before it publishes a loop, when no thread uses the words. Returns the tag
  // of the new use. Writes no shared word, except once in 65,535 loops.
  std::uint64_t open() noexcept {
    if (tag_ == biased_word::last_tag) {
      tag_ = 0;
      for (unsigned s = 0; s < count_; ++s) {
        // relaxed, all stores: no thread uses the words, and publishing the loop releases these
        // stores.
        slots_[s].position.store(0, std::memory_order_relaxed);
        slots_[s].limit.store(0, std::memory_order_relaxed);
        slots_[s].end.store(0, std::memory_order_relaxed);
        slots_[s].fenced.store(0, std::memory_order_relaxed);  // relaxed: as the other stores
        requests_[s] = {};
      }
    }
    return ++tag_;
  }
  // Called by the leader after open(). Its own slot is open before another worker can see it, so
  // that no locked operation is needed.
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
  // Number of steal requests that the slot's worker has made in the loop with this tag; kept while
  // the worker leaves the loop and comes back. Used by this worker only.
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
  // Written by the leader at every loop, on a cache line that no follower reads.
  alignas(no_sharing) std::uint64_t tag_ = 0;
};

}  // namespace arcas::inline v0::detail
