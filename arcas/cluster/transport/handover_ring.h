// SPDX-License-Identifier: Apache-2.0
// How does one worker hand items to another worker of its process, or one process to another of its
// host, in order and without a lock? By a ring with one giver and one taker. PROTOCOL.md, «Handing
// over», argues that no place is read before it is written, or written again before that read.
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

// The places of a ring that lie in memory directly behind the ring object. No pointer refers to
// them, since shared memory has another address in each process.
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
  // The ring has `places` places or more.
  explicit handover_ring(std::size_t places) : places_(std::bit_ceil(places)) {}
  handover_ring(const handover_ring&) = delete;
  handover_ring& operator=(const handover_ring&) = delete;

  // Called by the giver. Returns false, and does not move from the item, if all places are taken.
  bool give(Item&& item) {
    // relaxed: pairs with nothing; only the giver writes it.
    const std::uint64_t at = given_.load(std::memory_order_relaxed);
    if (at - taken_seen_ == places_.size()) {
      // acquire: pairs with the release in take(); the place is empty.
      taken_seen_ = taken_.load(std::memory_order_acquire);
      if (at - taken_seen_ == places_.size()) return false;
    }
    places_[at & (places_.size() - 1)] = std::move(item);
    // release: pairs with the acquire in take(); the item is complete.
    given_.store(at + 1, std::memory_order_release);
    return true;
  }

  // Called by the taker. Returns false if the ring is empty.
  bool take(Item& item) {
    // relaxed: pairs with nothing; only the taker writes it.
    const std::uint64_t at = taken_.load(std::memory_order_relaxed);
    if (at == given_seen_) {
      // acquire: pairs with the release in give(); the item is complete.
      given_seen_ = given_.load(std::memory_order_acquire);
      if (at == given_seen_) return false;
    }
    item = std::move(places_[at & (places_.size() - 1)]);
    // release: pairs with the acquire in give(); the place is empty.
    taken_.store(at + 1, std::memory_order_release);
    return true;
  }

  std::size_t places() const { return places_.size(); }
  // Bytes of a ring and its `places` places, without memory that the items own.
  static constexpr std::size_t bytes_for(std::size_t places) {
    return sizeof(handover_ring) + std::bit_ceil(places) * sizeof(Item);
  }

 private:
  // Both counts only grow. They never wrap: 64 bits last for centuries.
  alignas(no_sharing) Atom<std::uint64_t> given_{0};
  std::uint64_t taken_seen_ = 0;  // the value of taken_ that the giver loaded last
  alignas(no_sharing) Atom<std::uint64_t> taken_{0};
  std::uint64_t given_seen_ = 0;       // the value of given_ that the taker loaded last
  alignas(no_sharing) Places places_;  // last member: the places may lie behind the ring
};

}  // namespace arcas::inline v0::cluster::detail
