// SPDX-License-Identifier: Apache-2.0
// Request combining (Callisto-RTS §3.2 and §3.3): the workers of a place post requests, and one of
// them claims upstream for all: from a wider combiner or, in the last layer, from striped counters.
//
// Differences from the paper. Start and end of a grant are in one word together with the request
// bit, so that no second word must be ordered with it, and relaxed accesses suffice outside TSO
// too. A worker takes its asynchronous grant by an exchange, not by a load and a store: when
// upstream is dry, a neighbour can revoke a grant that its worker has not started. A worker that
// waits too long for a combiner withdraws its request and claims from the counters itself.
// PROTOCOL.md has the argument for each of these.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>
#include <arcas/distribution/layouts.h>
#include <arcas/distribution/stripes.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace arcas::inline v0::detail {

// A longer combined loop runs in pieces, so that a grant fits into a word; at one iteration a
// cycle, a piece takes one worker over a second.
inline constexpr std::uint64_t longest_combined_piece = std::uint64_t{1} << 32;

// The value of a slot: idle, a request for a number of iterations, a granted chunk, or dry
// (upstream has nothing left). The tag names the use of the slots; a word with another tag counts
// as idle.
class slot_word {
 public:
  static constexpr std::uint64_t largest_length = (std::uint64_t{1} << 18) - 1;
  static constexpr std::uint64_t last_tag = (std::uint64_t{1} << 12) - 1;

  constexpr explicit slot_word(std::uint64_t bits) : bits_(bits) {}
  static constexpr slot_word idle() { return slot_word(0); }
  static constexpr slot_word request(std::uint64_t tag, std::uint64_t amount) {
    return slot_word(1 | tag << 2 | std::min(amount, largest_length) << 14);
  }
  static constexpr slot_word grant(std::uint64_t tag, chunk c) {
    return slot_word(2 | tag << 2 | c.size() << 14 | c.first << 32);
  }
  static constexpr slot_word dry(std::uint64_t tag) { return slot_word(3 | tag << 2); }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool is_request(std::uint64_t tag) const { return (bits_ & 0x3fff) == (1 | tag << 2); }
  constexpr bool is_grant(std::uint64_t tag) const { return (bits_ & 0x3fff) == (2 | tag << 2); }
  constexpr bool is_dry(std::uint64_t tag) const { return bits_ == (3 | tag << 2); }
  constexpr std::uint64_t amount() const { return bits_ >> 14 & largest_length; }
  constexpr chunk granted() const { return {bits_ >> 32, (bits_ >> 32) + amount()}; }

 private:
  std::uint64_t bits_;
};

// The shared words of one layer: a slot for each child (layouts.h), and a lock for each combiner.
template <template <class> class Atom = std::atomic>
class combiner_layer {
 public:
  explicit combiner_layer(const combiner_layer_layout& layout)
      : layout_(&layout), lines_(new line[layout.lines]{}) {}

  const combiner_layer_layout& layout() const { return *layout_; }
  // The addresses of words; tests check which words share a cache line.
  const void* address_of_slot(unsigned child) const noexcept { return &slot(child); }
  const void* address_of_lock(unsigned combiner) const noexcept {
    return &word(layout_->lock_at[combiner]);
  }

  // Called by the child, at any time: stores a new word and returns the old one.
  slot_word exchange(unsigned child, slot_word w) noexcept {
    // relaxed: the word carries all information; the order between slots does not matter.
    return slot_word(slot(child).exchange(w.bits(), std::memory_order_relaxed));
  }
  slot_word look(unsigned child) const noexcept {
    // relaxed: the word carries all information
    return slot_word(slot(child).load(std::memory_order_relaxed));
  }
  // Called by any thread: replaces the word only if it is still `from`.
  bool replace(unsigned child, slot_word from, slot_word to) noexcept {
    std::uint64_t expected = from.bits();
    // relaxed: the word carries all information.
    return slot(child).compare_exchange_strong(expected, to.bits(), std::memory_order_relaxed,
                                               std::memory_order_relaxed);
  }

  // Called by the leader while no thread uses the words: clears all slots.
  void clear() noexcept {
    // relaxed: no thread uses the words, and publishing the loop releases these stores.
    for (unsigned i = 0; i < layout_->combiner_of.size(); ++i)
      slot(i).store(0, std::memory_order_relaxed);
  }

  bool try_lock(unsigned combiner) noexcept {
    Atom<std::uint64_t>& lock = word(layout_->lock_at[combiner]);
    // relaxed: a check before the exchange. acquire: pairs with unlock()'s release, so that the
    // previous holder no longer uses the slot that the combiner has one layer up.
    return lock.load(std::memory_order_relaxed) == 0 &&
           lock.exchange(1, std::memory_order_acquire) == 0;
  }
  void unlock(unsigned combiner) noexcept {
    // release: pairs with try_lock().
    word(layout_->lock_at[combiner]).store(0, std::memory_order_release);
  }

 private:
  static constexpr unsigned words_in_line = combiner_layer_layout::words_in_line;
  struct alignas(no_sharing) line {
    Atom<std::uint64_t> words[words_in_line];
  };

  Atom<std::uint64_t>& word(unsigned at) const noexcept {
    return lines_[at / words_in_line].words[at % words_in_line];
  }
  Atom<std::uint64_t>& slot(unsigned child) const noexcept { return word(layout_->slot_at[child]); }

  const combiner_layer_layout* layout_;
  std::unique_ptr<line[]> lines_;
};

// All layers, used by one loop at a time.
template <template <class> class Atom = std::atomic>
class combiner_words {
 public:
  explicit combiner_words(const std::vector<combiner_layer_layout>& layouts) {
    for (const combiner_layer_layout& layout : layouts) {
      layers_.push_back(std::make_unique<combiner_layer<Atom>>(layout));
    }
  }

  // Called by the leader before it publishes a loop, when no thread uses the words. Returns the tag
  // of the new use. Writes no shared word, except once in 4,095 loops.
  std::uint64_t open() noexcept {
    if (tag_ == slot_word::last_tag) {
      tag_ = 0;
      for (auto& layer : layers_) layer->clear();
    }
    return ++tag_;
  }
  std::size_t layers() const noexcept { return layers_.size(); }
  combiner_layer<Atom>& layer(std::size_t i) noexcept { return *layers_[i]; }

 private:
  std::vector<std::unique_ptr<combiner_layer<Atom>>> layers_;
  // Written by the leader at every loop, on a cache line that no follower reads.
  alignas(no_sharing) std::uint64_t tag_ = 0;
};

// One member's position in the combiners of one loop. Used by its thread only.
template <template <class> class Atom = std::atomic>
class combiner_cursor {
 public:
  combiner_cursor(combiner_words<Atom>& words, std::uint64_t tag,
                  const stripe_cursor<Atom>& counters, member_id me)
      : words_(&words), counters_(counters), tag_(tag), me_(me) {}

  // About `amount` iterations; empty: all iterations are claimed.
  chunk claim(std::uint64_t amount) noexcept {
    return obtain(0, me_, std::min(amount, slot_word::largest_length));
  }
  // A chunk of any size that a neighbour was granted and has not started.
  chunk claim_elsewhere(std::uint64_t) noexcept { return revoke(); }

  // For a member that leaves before claim() has returned empty: claims all unclaimed iterations,
  // and revokes all grants that it can reach and that have not started. Returns the number of these
  // iterations.
  std::uint64_t abandon() noexcept {
    std::uint64_t taken = counters_.abandon();
    const slot_word last = words_->layer(0).exchange(me_, slot_word::dry(tag_));
    if (last.is_grant(tag_)) taken += last.granted().size();
    // revoke() also finds grants that this member has made to a place whose members have all left.
    const claim_counts before = counts();
    for (chunk c; !(c = revoke()).empty();) taken += c.size();
    counts() = before;
    return taken;
  }

  // The next three functions return what this member's cursor on the striped counters returns.
  std::uint64_t remaining() const noexcept { return counters_.remaining(); }
  unsigned sharers() const noexcept { return counters_.sharers(); }
  claim_counts& counts() noexcept { return counters_.counts(); }
  std::uint64_t fitted(std::uint64_t grain) const noexcept { return grain; }
  // Null: claims of this cursor are not compiled into the loop.
  open_stripe<Atom>* window() noexcept { return nullptr; }
  void count(std::uint64_t) noexcept {}

 private:
  // How often a worker looks at its unanswered request before it withdraws it and claims from the
  // counters itself: a few microseconds, longer than a running combiner takes.
  static constexpr unsigned most_looks = 1024;

  chunk obtain(std::size_t i, unsigned child, std::uint64_t amount) noexcept;
  chunk serve(std::size_t i, unsigned child, std::uint64_t amount) noexcept;
  chunk from_counters(std::uint64_t amount) noexcept {
    return claim_anywhere(counters_, amount, amount);
  }
  chunk revoke() noexcept;

  combiner_words<Atom>* words_;
  stripe_cursor<Atom> counters_;
  std::uint64_t tag_;
  member_id me_;
};

// A chunk for `child` of layer i: the grant that is in its slot already, or one that this thread or
// another thread then claims for it. Afterwards an asynchronous layer has a request in the slot.
template <template <class> class Atom>
chunk combiner_cursor<Atom>::obtain(std::size_t i, unsigned child, std::uint64_t amount) noexcept {
  combiner_layer<Atom>& here = words_->layer(i);
  const unsigned combiner = here.layout().combiner_of[child];
  const slot_word request = slot_word::request(tag_, amount);
  const slot_word after = here.layout().asynchronous ? request : slot_word::idle();
  if (here.look(child).is_dry(tag_)) return {};
  if (const slot_word before = here.exchange(child, request); before.is_grant(tag_)) {
    ++counts().ahead;
    return before.granted();
  }
  for (unsigned looks = 0;; ++looks) {
    if (here.try_lock(combiner)) {
      // While this thread holds the lock, no other thread answers; but another may have answered
      // before.
      const bool open = here.look(child).is_request(tag_);
      const chunk c = open ? serve(i, child, amount) : chunk{};
      if (open) here.exchange(child, c.empty() ? slot_word::dry(tag_) : after);
      here.unlock(combiner);
      if (open) return c;
    }
    const slot_word now = here.look(child);
    if (now.is_dry(tag_)) return {};
    if (now.is_grant(tag_) && here.replace(child, now, after)) {
      ++counts().combined;
      return now.granted();
    }
    if (!now.is_request(tag_)) {
      // Another worker of this member took the answer or withdrew the request; ask again.
      here.replace(child, now, request);
    } else if (looks >= machine<Atom>::patience(most_looks) &&
               here.replace(child, now, slot_word::idle())) {
      return from_counters(amount);
    }
    machine<Atom>::pause();
  }
}

// Requires the combiner's lock: claims upstream once for `child` and for every request that it
// sees. Other children get the amount of their request, or an even share if there is less; `child`
// gets the rest.
template <template <class> class Atom>
chunk combiner_cursor<Atom>::serve(std::size_t i, unsigned child, std::uint64_t amount) noexcept {
  combiner_layer<Atom>& here = words_->layer(i);
  const unsigned combiner = here.layout().combiner_of[child];
  const member_range children = here.layout().children[combiner];
  std::uint64_t total = amount;
  std::uint64_t requests = 1;
  for (unsigned c = children.first; c < children.last; ++c) {
    const slot_word w = here.look(c);
    if (c == child || !w.is_request(tag_)) continue;
    total += w.amount();
    ++requests;
  }
  total = std::min(total, slot_word::largest_length);
  chunk rest = i + 1 < words_->layers() ? obtain(i + 1, combiner, total) : from_counters(total);
  const std::uint64_t even = (rest.size() + requests - 1) / requests;
  for (unsigned c = children.first; c < children.last && requests > 1; ++c) {
    const slot_word w = here.look(c);
    if (c == child || !w.is_request(tag_)) continue;
    if (rest.empty()) {
      here.replace(c, w, slot_word::dry(tag_));
      continue;
    }
    const std::uint64_t share = std::min({w.amount(), even, rest.size() - 1});
    if (share == 0) break;
    if (here.replace(c, w, slot_word::grant(tag_, {rest.first, rest.first + share})))
      rest.first += share;
  }
  return rest;
}

// Called when upstream is dry. It is then dry for all members. Takes over a grant that a neighbour
// has not started: the neighbour has asked ahead, or is delayed while it waits for the answer.
template <template <class> class Atom>
chunk combiner_cursor<Atom>::revoke() noexcept {
  unsigned child = me_;
  for (std::size_t i = 0; i < words_->layers(); ++i) {
    combiner_layer<Atom>& here = words_->layer(i);
    const unsigned combiner = here.layout().combiner_of[child];
    const member_range children = here.layout().children[combiner];
    for (unsigned c = children.first; c < children.last; ++c) {
      const slot_word w = here.look(c);
      if (w.is_grant(tag_) && here.replace(c, w, slot_word::dry(tag_))) {
        ++counts().helped;
        return w.granted();
      }
    }
    child = combiner;
  }
  return {};
}

}  // namespace arcas::inline v0::detail
