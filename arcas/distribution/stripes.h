// SPDX-License-Identifier: Apache-2.0
// Iteration counters striped over places (Callisto-RTS §3.1): every place has a counter over its
// own contiguous part of the loop; a worker claims at home and, when that is drained, helps the
// others, nearest first. One stripe for the whole machine is the shared counter.
//
// Differences from the paper: a stripe is opened by its first claimer, so that starting a loop
// writes none of them; and places known to be drained are marked up the tree, so that leaving a
// loop does not read them all. PROTOCOL.md argues both. The order of the search: the paper's thread
// goes through all stripes in number order and wraps round to its home, so that the last thread of
// a package goes to another package first. Here a worker completes the ring of its own core, then
// of its L2 group, cache group and so on outwards, and wraps round within each ring. So a claim
// leaves a package only when the package is drained. Within a ring the order is the paper's: members
// that start from different homes begin with different stripes.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/base/machine.h>
#include <arcas/distribution/claims.h>
#include <arcas/distribution/layouts.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace arcas::inline v0::detail {

// A loop longer than this is run in pieces of it, one after the other: five minutes or more apiece.
// It leaves room in a word for a tag, and for counters to run past their end without wrapping.
inline constexpr std::uint64_t longest_piece = std::uint64_t{1} << 40;
// The largest claim. Members are fewer than 2^16, so that counters stay below 2^48 whatever
// happens.
inline constexpr std::uint64_t largest_grain = std::uint64_t{1} << 31;

// A loop that does not lie evenly on its stripes: neighbouring stripes form groups, each of which
// shares a stretch of the loop evenly among its own.
struct stripe_extents {
  std::vector<unsigned> group_of;        // by stripe
  std::vector<member_range> stripes_of;  // by group
  std::vector<std::uint64_t> begins;     // by group, where its stretch begins; and the loop's end

  chunk part(unsigned stripe) const noexcept {
    const unsigned g = group_of[stripe];
    const member_range all = stripes_of[g];
    const chunk mine = part_of(begins[g + 1] - begins[g], all.last - all.first, stripe - all.first);
    return {begins[g] + mine.first, begins[g] + mine.last};
  }
};

// The shared words of one loop at a time. A word holds a tag, which says for which use of these
// words it was written, and the position that the next claimer gets.
template <template <class> class Atom = std::atomic>
class stripe_words {
 public:
  static constexpr unsigned tag_shift = 48;
  static constexpr std::uint64_t last_tag = 0xffff;

  explicit stripe_words(const stripe_layout& layout)
      : stripes_(layout.stripes()),
        rings_(layout.ring_count()),
        words_(new padded<Atom<std::uint64_t>>[stripes_] {}),
        drained_(new padded<Atom<std::uint64_t>>[rings_] {}) {}

  // Leader only, before it publishes a loop, while no thread is inside: the tag of the new use. No
  // word is written, but for once in 65,535 loops.
  std::uint64_t open() noexcept {
    if (tag_ == last_tag) {
      tag_ = 0;
      // relaxed: no thread is inside, and publishing the loop releases these stores.
      for (unsigned s = 0; s < stripes_; ++s) words_[s].value.store(0, std::memory_order_relaxed);
      for (unsigned r = 0; r < rings_; ++r) drained_[r].value.store(0, std::memory_order_relaxed);
    }
    return ++tag_;
  }

  Atom<std::uint64_t>& word(unsigned stripe) noexcept { return words_[stripe].value; }
  bool drained(unsigned ring, std::uint64_t tag) const noexcept {
    // relaxed: a stripe once drained stays so; the mark carries nothing else.
    return drained_[ring].value.load(std::memory_order_relaxed) == tag;
  }
  void mark_drained(unsigned ring, std::uint64_t tag) noexcept {
    drained_[ring].value.store(tag, std::memory_order_relaxed);  // relaxed: as in drained()
  }

 private:
  unsigned stripes_;
  unsigned rings_;
  std::unique_ptr<padded<Atom<std::uint64_t>>[]> words_;
  std::unique_ptr<padded<Atom<std::uint64_t>>[]> drained_;
  // Written by the leader at every loop, on a line that no follower reads.
  alignas(no_sharing) std::uint64_t tag_ = 0;
};

// What a member counts of its claims.
struct claim_counts {
  std::uint64_t own = 0;       // from the home stripe
  std::uint64_t helped = 0;    // from another stripe, or a grant that a neighbour had not started
  std::uint64_t combined = 0;  // granted by the holder of the combiner
  std::uint64_t ahead = 0;     // asynchronous: granted before the next request
  // Of loops whose iterations have homes: chunks whose home is the member's place, and others.
  std::uint64_t local = 0;
  std::uint64_t remote = 0;
};

// A chunk from where a cursor stands, else from elsewhere: then `fresh_grain` iterations at most.
// Empty: nothing is left for this member.
template <class Cursor>
chunk claim_anywhere(Cursor& cursor, std::uint64_t grain, std::uint64_t fresh_grain) noexcept {
  const chunk c = cursor.claim(grain);
  return c.empty() ? cursor.claim_elsewhere(fresh_grain) : c;
}

// One member's way through the stripes of one loop. Local to its thread.
template <template <class> class Atom = std::atomic>
class stripe_cursor {
 public:
  // n <= longest_piece iterations; tag as open() gave it to the leader.
  stripe_cursor(const stripe_layout& layout, stripe_words<Atom>& words, std::uint64_t n,
                std::uint64_t tag, member_id me)
      : layout_(&layout),
        words_(&words),
        n_(n),
        tag_(tag),
        home_(layout.home_of(me)),
        current_(home_),
        reach_(layout.depths()) {}
  // Spread as extents say, which outlive the loop; only stripes within so many rings are claimed
  // from.
  stripe_cursor(const stripe_layout& layout, stripe_words<Atom>& words,
                const stripe_extents& extents, std::uint64_t tag, member_id me, unsigned reach)
      : stripe_cursor(layout, words, extents.begins.back(), tag, me) {
    extents_ = &extents;
    reach_ = reach;
  }

  // Up to `grain` iterations from the current stripe, the first time from home. Empty: it is
  // drained.
  chunk claim(std::uint64_t grain) noexcept {
    if (here_.position < here_.length) return counted(here_.claim(grain));
    if (started_) return {};
    started_ = true;
    return counted(enter(home_, grain));
  }
  // Up to `grain` iterations from the next stripe that has any, which is the current one then.
  // Empty: every stripe is drained.
  chunk claim_elsewhere(std::uint64_t grain) noexcept { return counted(search(grain)); }
  // Claims all there is for good, uncounted; how many iterations that were.
  std::uint64_t abandon() noexcept {
    const claim_counts before = counts_;
    std::uint64_t taken = 0;
    for (chunk c; !(c = claim_anywhere(*this, largest_grain, largest_grain)).empty();)
      taken += c.size();
    counts_ = before;
    return taken;
  }

  // All stripes are claimed from, from here on.
  void reach_all() noexcept { reach_ = layout_->depths(); }

  unsigned stripe() const noexcept { return current_; }
  bool at_home() const noexcept { return current_ == home_; }
  // The current stripe, for claims that are compiled into the loop; count() then tells of them.
  open_stripe<Atom>& here() noexcept { return here_; }
  open_stripe<Atom>* window() noexcept { return &here_; }
  // So many claims were made where the cursor stands.
  void count(std::uint64_t claims) noexcept {
    (at_home() ? counts_.own : counts_.helped) += claims;
  }
  claim_counts& counts() noexcept { return counts_; }
  // The grain for the next claim.
  std::uint64_t fitted(std::uint64_t grain) const noexcept { return grain; }
  // Iterations left in the current stripe when it was last looked at.
  std::uint64_t remaining() const noexcept { return here_.length - here_.position; }
  // Members that have the current stripe as their home.
  unsigned sharers() const noexcept { return layout_->sharers(current_); }

 private:
  chunk part(unsigned stripe) const noexcept {
    return extents_ ? extents_->part(stripe) : part_of(n_, layout_->stripes(), stripe);
  }
  chunk counted(chunk c) noexcept {
    if (!c.empty()) count(1);
    return c;
  }
  chunk enter(unsigned stripe, std::uint64_t grain) noexcept;
  chunk search(std::uint64_t grain) noexcept;

  const stripe_layout* layout_;
  stripe_words<Atom>* words_;
  std::uint64_t n_;
  std::uint64_t tag_;
  const stripe_extents* extents_ = nullptr;  // null: the loop is spread evenly
  unsigned home_;
  unsigned current_;
  unsigned reach_;      // rings that are claimed from
  unsigned depth_ = 0;  // rings around home below this depth are drained
  unsigned step_ = 1;   // stripes of the ring at depth_ that are passed, counted from home
  bool started_ = false;
  claim_counts counts_;
  open_stripe<Atom> here_;
};

// Makes `stripe` the current one and claims in it; the first claimer of this loop opens it.
template <template <class> class Atom>
chunk stripe_cursor<Atom>::enter(unsigned stripe, std::uint64_t grain) noexcept {
  const chunk all = part(stripe);
  current_ = stripe;
  here_ = {&words_->word(stripe), tag_ << stripe_words<Atom>::tag_shift, all.first, all.size(),
           all.size()};
  if (all.empty()) return {};
  // relaxed, here and below: as in open_stripe::claim(); a stale word is recognised by its tag.
  std::uint64_t now = here_.word->load(std::memory_order_relaxed);
  while (now >> stripe_words<Atom>::tag_shift != tag_) {
    const std::uint64_t first = std::min(grain, here_.length);
    // relaxed: as above, for success and failure.
    if (here_.word->compare_exchange_weak(now, here_.opened + first, std::memory_order_relaxed)) {
      here_.position = first;
      return {here_.base, here_.base + first};
    }
  }
  return now - here_.opened >= here_.length ? chunk{} : here_.claim(grain);
}

// Home first; then the stripes around it, ring by ring outwards, each ring once round from home.
// What is drained stays drained, so no stripe is looked at again once the walk has passed it.
template <template <class> class Atom>
chunk stripe_cursor<Atom>::search(std::uint64_t grain) noexcept {
  // A late worker need not walk through the places around it to learn that the loop is over.
  const unsigned depths = reach_;
  if (depth_ + 1 < depths && words_->drained(layout_->around(depths - 1, home_).index, tag_))
    depth_ = depths;
  for (; depth_ < depths; ++depth_, step_ = 1) {
    const stripe_layout::ring& ring = layout_->around(depth_, home_);
    if (words_->drained(ring.index, tag_)) continue;
    const unsigned size = ring.last - ring.first;
    while (step_ < size) {
      const unsigned stripe = ring.first + (home_ - ring.first + step_) % size;
      if (depth_ > 0) {
        const stripe_layout::ring& inner = layout_->around(depth_ - 1, stripe);
        if (words_->drained(inner.index, tag_)) {
          step_ += inner.last - stripe;
          continue;
        }
      }
      if (const chunk c = enter(stripe, grain); !c.empty()) return c;
      ++step_;
    }
    words_->mark_drained(ring.index, tag_);
  }
  return {};
}

}  // namespace arcas::inline v0::detail
