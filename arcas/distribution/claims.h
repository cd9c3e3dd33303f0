// SPDX-License-Identifier: Apache-2.0
// The claims that are compiled into a user's loop: from a stripe, and from a range that one worker
// owns. Apart from the rest of stripes.h and biased.h for that reason.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/base/machine.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// A stripe that its claimers have opened: one fetch-and-add claims.
template <template <class> class Atom = std::atomic>
struct open_stripe {
  Atom<std::uint64_t>* word = nullptr;
  std::uint64_t opened = 0;  // what the word held at position 0
  std::uint64_t base = 0;    // the stripe's first iteration
  std::uint64_t length = 0;  // its iterations
  // The first unclaimed one, when last seen; length: drained, or none yet.
  std::uint64_t position = 0;
  chunk taken{};  // what the claim added to the word that came to length or beyond it

  // Up to `grain` iterations; empty: drained.
  chunk claim(std::uint64_t grain) noexcept {
    // relaxed: a claim needs atomicity alone; what the loop reads was published with the loop, and
    // what it writes is published by its completion.
    const std::uint64_t at = word->fetch_add(grain, std::memory_order_relaxed) - opened;
    if (at + grain < length) {
      position = at + grain;
      return {base + at, base + position};
    }
    position = length;
    taken = {at, at + grain};
    return at < length ? chunk{base + at, base + length} : chunk{};
  }
};

// What a word of a slot says: for which use of the slots and which content of this one it was
// written, and a position, or a steal request, or a position that was settled without the owner.
// Words of one content compare as their positions do; the other two are less than any of them.
class biased_word {
 public:
  static constexpr std::uint64_t last_tag = 0xffff;
  static constexpr std::uint64_t last_version = 0xffff;
  static constexpr std::uint64_t last_position = (std::uint64_t{1} << 30) - 1;
  static constexpr std::uint64_t last_steal_request = (std::uint64_t{1} << 30) - 1;

  constexpr biased_word() = default;
  constexpr explicit biased_word(std::uint64_t bits) : bits_(bits) {}
  // The word of position 0.
  constexpr biased_word(std::uint64_t tag, std::uint64_t version)
      : bits_(tag << 48 | version << 32 | is_position) {}

  constexpr biased_word at(std::uint64_t position) const { return biased_word(bits_ + position); }
  constexpr biased_word steal_request(std::uint64_t number) const {
    return biased_word((bits_ & content) | number);
  }
  // Of a position.
  constexpr biased_word settled() const { return biased_word(bits_ - is_position + settled_mark); }
  // The position, settled or not; a steal request is what it is.
  constexpr biased_word plain() const {
    return is_settled() ? biased_word(bits_ - settled_mark + is_position) : *this;
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr std::uint64_t tag() const { return bits_ >> 48; }
  constexpr std::uint64_t version() const { return bits_ >> 32 & last_version; }
  constexpr std::uint64_t position() const { return bits_ & last_position; }
  constexpr bool is_steal_request() const { return !(bits_ & (is_position | settled_mark)); }
  constexpr bool is_settled() const { return !(bits_ & is_position) && (bits_ & settled_mark); }
  constexpr bool same_content(biased_word other) const {
    return (bits_ & content) == (other.bits_ & content);
  }
  friend constexpr auto operator<=>(biased_word, biased_word) = default;

 private:
  static constexpr std::uint64_t is_position = std::uint64_t{1} << 31;
  static constexpr std::uint64_t settled_mark = std::uint64_t{1} << 30;
  static constexpr std::uint64_t content = ~std::uint64_t{0} << 32;

  std::uint64_t bits_ = 0;
};

// One worker's slot: [position, limit) is its own, [limit, end) is for a worker that takes it.
template <template <class> class Atom = std::atomic>
struct alignas(no_sharing) biased_slot {
  Atom<std::uint64_t> position{0};  // written by the owner, at every claim; read by helpers
  Atom<std::uint64_t> limit{0};   // a steal request in its place: written by helpers and the owner
  Atom<std::uint64_t> end{0};     // lowered by a worker that takes; raised by the owner alone
  Atom<std::uint64_t> fenced{0};  // the content of which each claim passes a full fence
};

// The owner's side of its slot: a range from which it claims with plain loads and stores, while
// other workers may take the end of it. PROTOCOL.md, «Plain claims».
template <template <class> class Atom = std::atomic>
struct owned_range {
  biased_slot<Atom>* slot = nullptr;
  std::uint64_t zero = 0;       // the word of iteration 0
  std::uint64_t at = 1;         // the word of the first iteration that is not claimed
  std::uint64_t batch_end = 0;  // claims beyond this word go another way; 0: all of them do

  // `grain` iterations, or none: ask the rest of biased.h why. Two accesses to a line of one's own.
  chunk claim(std::uint64_t grain) noexcept {
    const std::uint64_t to = at + grain;
    if (to > batch_end) return {};
    // relaxed: ordered before the load below by a fence that costs nothing here; pairs with the
    // helpers' compare-and-swap of limit, heavy fence and load of position: either we see their
    // request, or they see our claim. batch_end is 0 where there is no such fence.
    slot->position.store(to, std::memory_order_relaxed);
    machine<Atom>::free_light_fence();
    // relaxed: as above; a steal request is less than any position, and so is a settled limit.
    if (to > slot->limit.load(std::memory_order_relaxed)) return {};
    const chunk c{at - zero, to - zero};
    at = to;
    return c;
  }
};

}  // namespace arcas::inline v0::detail
