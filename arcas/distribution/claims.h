// SPDX-License-Identifier: Apache-2.0
// The claims that are compiled into a user's loop: from a stripe, and from a range that one worker
// owns. That is why they are separate from stripes.h and biased.h.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/base/machine.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// A stripe that a claimer has opened; one fetch-and-add claims a chunk.
template <template <class> class Atom = std::atomic>
struct open_stripe {
  Atom<std::uint64_t>* word = nullptr;
  std::uint64_t opened = 0;  // value of the word at position 0
  std::uint64_t base = 0;    // first iteration of the stripe
  std::uint64_t length = 0;  // number of iterations of the stripe
  // The first unclaimed position, when last seen; `length` if the stripe is drained or not opened.
  std::uint64_t position = 0;
  chunk taken{};  // the positions of the claim that reached `length` or passed it

  // Up to `grain` iterations; empty: the stripe is drained.
  chunk claim(std::uint64_t grain) noexcept {
    // relaxed: a claim needs only atomicity; the data that the loop reads was published with the
    // loop, and the data that it writes is published by its completion.
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

// The value of a slot's word. Its tag names the loop that uses the slots. Tag and version together
// name the content: the slot's range from one publication to the next. The rest is a position, a
// steal request, or a position that was settled without the owner. Words of one content compare
// like their positions; steal requests and settled positions are less than any position.
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
  // Requires a position.
  constexpr biased_word settled() const { return biased_word(bits_ - is_position + settled_mark); }
  // The word of the position, settled or not; a steal request is returned unchanged.
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

// One worker's slot: [position, limit) belongs to the owner, [limit, end) to the worker that takes
// it.
template <template <class> class Atom = std::atomic>
struct alignas(no_sharing) biased_slot {
  Atom<std::uint64_t> position{0};  // written by the owner, at every claim; read by helpers
  Atom<std::uint64_t> limit{0};     // may hold a steal request: written by helpers and the owner
  Atom<std::uint64_t> end{0};       // lowered by a worker that takes; raised only by the owner
  Atom<std::uint64_t> fenced{0};    // the content whose claims pass a full fence
};

// The owner's side of its slot: a range from which it claims with plain loads and stores, while
// other workers may take the upper end. PROTOCOL.md, «Plain claims».
template <template <class> class Atom = std::atomic>
struct owned_range {
  biased_slot<Atom>* slot = nullptr;
  std::uint64_t zero = 0;       // word of iteration 0
  std::uint64_t at = 1;         // word of the first unclaimed iteration
  std::uint64_t batch_end = 0;  // a claim beyond this word takes the slow path; 0: every claim does

  // Claims `grain` iterations, or none; after none the caller calls biased_cursor::claim().
  // Accesses only one cache line, the owner's own, twice.
  chunk claim(std::uint64_t grain) noexcept {
    const std::uint64_t to = at + grain;
    if (to > batch_end) return {};
    // relaxed: the free light fence orders the store before the load below; pairs with the helpers'
    // compare-and-swap of limit, heavy fence and load of position: either this owner sees their
    // request, or they see its claim. batch_end is 0 where no free light fence is available.
    slot->position.store(to, std::memory_order_relaxed);
    machine<Atom>::free_light_fence();
    // relaxed: ordered by the light fence; a steal request is less than any position, and so is a
    // settled limit.
    if (to > slot->limit.load(std::memory_order_relaxed)) return {};
    const chunk c{at - zero, to - zero};
    at = to;
    return c;
  }
};

}  // namespace arcas::inline v0::detail
