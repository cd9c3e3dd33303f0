// SPDX-License-Identifier: Apache-2.0
// How does one worker of a process hand things to another, or a process to another of its host, in order and without
// a lock? Through a ring with one giver and one taker. PROTOCOL.md, «Handing over», argues that nothing is read
// before it is written, or written before it has been read.
#pragma once

#include <arcas/base/cache_line.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Places in the bytes behind a ring, of which bytes_for() tells how many: memory that processes share lies at another
// address in each of them.
template <class Item>
class alignas(no_sharing) places_behind {
  static_assert(std::is_trivially_destructible_v<Item> && alignof(Item) <= no_sharing);

 public:
  explicit places_behind(std::size_t n) : size_(n) {
    for (std::size_t i = 0; i < n; ++i) ::new (begin() + i) Item;
  }
  places_behind(const places_behind&) = delete;
  places_behind& operator=(const places_behind&) = delete;

  std::size_t size() const { return size_; }
  Item& operator[](std::size_t i) { return begin()[i]; }

 private:
  Item* begin() { return reinterpret_cast<Item*>(this + 1); }
  std::size_t size_;
};

template <class Item, template <class> class Atom = std::atomic, class Places = std::vector<Item>>
class handover_ring {
 public:
  // With places for so many at least.
  explicit handover_ring(std::size_t places) : places_(std::bit_ceil(places)) {}
  handover_ring(const handover_ring&) = delete;
  handover_ring& operator=(const handover_ring&) = delete;

  // By the giver. False where all places are taken; then the item is as it was.
  bool give(Item&& item) {
    // relaxed: pairs with nothing; only the giver writes it.
    const std::uint64_t at = given_.load(std::memory_order_relaxed);
    if (at - taken_seen_ == places_.size()) {
      // acquire: pairs with the release in take(); the place is empty.
      taken_seen_ = taken_.load(std::memory_order_acquire);
      if (at - taken_seen_ == places_.size()) return false;
    }
    places_[at & (places_.size() - 1)] = std::move(item);
    // release: pairs with the acquire in take(); the item is whole.
    given_.store(at + 1, std::memory_order_release);
    return true;
  }

  // By the taker. False where there is nothing.
  bool take(Item& item) {
    // relaxed: pairs with nothing; only the taker writes it.
    const std::uint64_t at = taken_.load(std::memory_order_relaxed);
    if (at == given_seen_) {
      // acquire: pairs with the release in give(); the item is whole.
      given_seen_ = given_.load(std::memory_order_acquire);
      if (at == given_seen_) return false;
    }
    item = std::move(places_[at & (places_.size() - 1)]);
    // release: pairs with the acquire in give(); the place is empty.
    taken_.store(at + 1, std::memory_order_release);
    return true;
  }

  std::size_t places() const { return places_.size(); }
  // What a ring with places for so many takes, but for what the items own.
  static constexpr std::size_t bytes_for(std::size_t places) {
    return sizeof(handover_ring) + std::bit_ceil(places) * sizeof(Item);
  }

 private:
  // Both count without end, and never wrap: 64 bits last for centuries.
  alignas(no_sharing) Atom<std::uint64_t> given_{0};
  std::uint64_t taken_seen_ = 0;  // by the giver, when it looked last
  alignas(no_sharing) Atom<std::uint64_t> taken_{0};
  std::uint64_t given_seen_ = 0;       // by the taker, when it looked last
  alignas(no_sharing) Places places_;  // the last: nothing else may lie behind the ring
};

}  // namespace arcas::inline v0::cluster::detail
