// SPDX-License-Identifier: Apache-2.0
// Gives consecutive numbers to ids that are far apart. All workers fill one hash table, by linear
// probing; then the distinct ids are sorted. Each occurrence of an id costs two accesses to the
// table, insert() and rank(), which ahead() prefetches, but no binary search.
#pragma once

#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/sort.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace arcas::inline v0::graph::detail {

class sparse_ids {
 public:
  // Has room for about `distinct` ids; the table has two entries of 16 bytes for each.
  sparse_ids(std::uint64_t distinct, const loop_options& loops)
      : entries_(std::bit_ceil(static_cast<std::size_t>(distinct) * 2 + 64)),
        shift_(64 - std::countr_zero(entries_.size())) {
    whole_for(entries_.size(), loops, [&](std::size_t i) { entries_[i].id = empty; });
  }

  // Prefetches the entry of an id that is needed soon.
  void ahead(std::uint64_t id) const { __builtin_prefetch(&entries_[place_of(id)]); }

  // Callable from any thread. If the table is too full, drops the id; overflowed() is then true.
  void insert(std::uint64_t id) {
    // relaxed, both flags: they are only ever set, and read after the loop has been joined.
    if (id == empty) return has_greatest_.store(true, std::memory_order_relaxed);
    std::size_t at = place_of(id);
    for (std::size_t tries = 0; tries < most_tries; ++tries, at = next(at)) {
      const std::atomic_ref<std::uint64_t> kept(entries_[at].id);
      // relaxed, both: an entry is written once, and nothing is read through it before the loop has
      // been joined.
      std::uint64_t seen = kept.load(std::memory_order_relaxed);
      if (seen == empty) {
        // relaxed: as the load. If another thread wrote first, `seen` becomes its id.
        if (kept.compare_exchange_strong(seen, id, std::memory_order_relaxed)) return;
      }
      if (seen == id) return;
    }
    overflowed_.store(true, std::memory_order_relaxed);  // relaxed: as has_greatest_
  }

  // Whether the ids were too many, or too many collided: rank() then cannot be used.
  bool overflowed() const {
    // relaxed: read after the join of the loop that inserted.
    return overflowed_.load(std::memory_order_relaxed);
  }

  // Returns all ids, ascending, and prepares rank(). Call once, after the last insert().
  std::vector<std::uint64_t> number(const loop_options& loops) {
    std::vector<std::uint64_t> ids(entries_.size() + 1);
    std::size_t count = pack(
        std::size_t{0}, entries_.size(), [&](std::size_t i) { return entries_[i].id != empty; },
        [&](std::size_t at, std::size_t i) { ids[at] = entries_[i].id; }, loops);
    if (loops.stop.stop_requested()) throw interrupted();
    arcas::sort(std::span(ids).first(count), less_than{}, loops);
    // relaxed: as overflowed().
    if (has_greatest_.load(std::memory_order_relaxed)) ids[count++] = empty;
    ids.resize(count);
    greatest_rank_ = count - 1;
    whole_for(count, loops, [&](std::size_t i) {
      if (ids[i] != empty) entries_[find(ids[i])].rank = i;
    });
    return ids;
  }

  // The number of smaller ids; the id must have been inserted.
  std::uint64_t rank(std::uint64_t id) const {
    return id == empty ? greatest_rank_ : entries_[find(id)].rank;
  }

 private:
  struct entry {
    std::uint64_t id;
    std::uint64_t rank;
  };

  // Marks a free entry; the id of the same value is kept in has_greatest_ instead.
  static constexpr std::uint64_t empty = std::numeric_limits<std::uint64_t>::max();
  // In a half-empty table an id needs more probes than this with a probability below 2^-60.
  static constexpr std::size_t most_tries = 512;

  // Fibonacci hashing, after folding the upper half into the lower one.
  std::size_t place_of(std::uint64_t id) const {
    return static_cast<std::size_t>((id ^ id >> 32) * 0x9E3779B97F4A7C15u >> shift_);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (entries_.size() - 1); }
  std::size_t find(std::uint64_t id) const {
    std::size_t at = place_of(id);
    while (entries_[at].id != id) at = next(at);
    return at;
  }

  plain_array<entry> entries_;
  int shift_;
  std::uint64_t greatest_rank_ = 0;
  std::atomic<bool> has_greatest_ = false;
  std::atomic<bool> overflowed_ = false;
};

}  // namespace arcas::inline v0::graph::detail
