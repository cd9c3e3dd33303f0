// SPDX-License-Identifier: Apache-2.0
// Iteration counters striped over places (Callisto-RTS §3.1): every place has a counter over its
// own contiguous part of the loop. A worker claims at home and, when its home is drained, helps
// other stripes, nearest first. With one stripe, all workers share one counter.
//
// There are three differences from the paper; PROTOCOL.md has the argument for the first two.
//   - A stripe is opened by its first claimer, so that starting a loop writes no stripe.
//   - A place whose stripes are all drained is marked, so that a worker that leaves a loop need not
//     read all stripes.
//   - In the paper a thread searches all stripes in the order of their numbers, so that the last
//     thread of a package goes on in another package. Here a worker searches ring by ring: all
//     stripes of its own core, then of its L2 group, its cache group and so on outwards. It claims
//     from another package only when its own package is drained. Within a ring the order is that of
//     the paper: from home upwards, then round to the first. So members with different homes begin
//     with different stripes.
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

// In iterations. A longer loop runs in pieces, one after the other; at one iteration a cycle, a
// piece takes one worker about five minutes. The limit leaves room for a tag in a word, and
// counters can run past their end without overflow.
inline constexpr std::uint64_t longest_piece = std::uint64_t{1} << 40;
// The largest claim. Fewer than 2^16 members each run past a counter's end by at most one claim, so
// that counters stay below 2^48.
inline constexpr std::uint64_t largest_grain = std::uint64_t{1} << 31;

// For a loop that is not spread evenly over all stripes. Neighbouring stripes form groups; each
// group has a contiguous part of the loop, spread evenly over the group's stripes.
struct stripe_extents {
  std::vector<unsigned> group_of;        // of each stripe
  std::vector<member_range> stripes_of;  // of each group
  std::vector<std::uint64_t> begins;     // of each group's part; then the loop's end

  chunk part(unsigned stripe) const noexcept {
    const unsigned g = group_of[stripe];
    const member_range all = stripes_of[g];
    const chunk mine = part_of(begins[g + 1] - begins[g], all.last - all.first, stripe - all.first);
    return {begins[g] + mine.first, begins[g] + mine.last};
  }
};

// The shared words of the stripes, used by one loop (or piece) at a time. A word holds the position
// of the next claim, and a tag: the number of the loop that wrote it.
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

  // Called by the leader before it publishes a loop, when no thread uses the words. Returns the
  // loop's tag. Writes no shared word, except once in 65,535 loops, when tags start again from 1.
  std::uint64_t open() noexcept {
    if (tag_ == last_tag) {
      tag_ = 0;
      // relaxed: no thread uses the words, and publishing the loop releases these stores.
      for (unsigned s = 0; s < stripes_; ++s) words_[s].value.store(0, std::memory_order_relaxed);
      for (unsigned r = 0; r < rings_; ++r) drained_[r].value.store(0, std::memory_order_relaxed);
    }
    return ++tag_;
  }

  Atom<std::uint64_t>& word(unsigned stripe) noexcept { return words_[stripe].value; }
  bool drained(unsigned ring, std::uint64_t tag) const noexcept {
    // relaxed: a drained stripe stays drained; the mark carries no other information.
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
  // Written by the leader at every loop, on a cache line that no follower reads.
  alignas(no_sharing) std::uint64_t tag_ = 0;
};

// A member's numbers of claims.
struct claim_counts {
  std::uint64_t own = 0;       // from the home stripe
  std::uint64_t helped = 0;    // from another stripe, or a grant taken over from a neighbour
  std::uint64_t combined = 0;  // granted by the member that held the combiner
  std::uint64_t ahead = 0;     // granted in advance, by an asynchronous request
  // Only in loops whose iterations have homes. local: claims of chunks whose home is the member's
  // place; remote: claims of other chunks.
  std::uint64_t local = 0;
  std::uint64_t remote = 0;
};

// A chunk from the cursor's current stripe, or else at most `fresh_grain` iterations from another
// stripe. Empty: nothing is left for this member.
template <class Cursor>
chunk claim_anywhere(Cursor& cursor, std::uint64_t grain, std::uint64_t fresh_grain) noexcept {
  const chunk c = cursor.claim(grain);
  return c.empty() ? cursor.claim_elsewhere(fresh_grain) : c;
}

// One member's position in the stripes of one loop. Used by its thread only.
template <template <class> class Atom = std::atomic>
class stripe_cursor {
 public:
  // n <= longest_piece iterations; tag: the result of open().
  stripe_cursor(const stripe_layout& layout, stripe_words<Atom>& words, std::uint64_t n,
                std::uint64_t tag, member_id me)
      : layout_(&layout),
        words_(&words),
        n_(n),
        tag_(tag),
        home_(layout.home_of(me)),
        current_(home_),
        reach_(layout.depths()) {}
  // For a loop that is spread as `extents` describes; `extents` must outlive the loop. Claims only
  // from stripes within `reach` rings.
  stripe_cursor(const stripe_layout& layout, stripe_words<Atom>& words,
                const stripe_extents& extents, std::uint64_t tag, member_id me, unsigned reach)
      : stripe_cursor(layout, words, extents.begins.back(), tag, me) {
    extents_ = &extents;
    reach_ = reach;
  }

  // Up to `grain` iterations from the current stripe, at first the home stripe. Empty: the stripe
  // is drained.
  chunk claim(std::uint64_t grain) noexcept {
    if (here_.position < here_.length) return counted(here_.claim(grain));
    if (started_) return {};
    started_ = true;
    return counted(enter(home_, grain));
  }
  // Up to `grain` iterations from the next stripe that is not drained, which becomes the current
  // one. Empty: every stripe within reach is drained.
  chunk claim_elsewhere(std::uint64_t grain) noexcept { return counted(search(grain)); }
  // Claims all remaining iterations without running or counting them; returns their number.
  std::uint64_t abandon() noexcept {
    const claim_counts before = counts_;
    std::uint64_t taken = 0;
    for (chunk c; !(c = claim_anywhere(*this, largest_grain, largest_grain)).empty();)
      taken += c.size();
    counts_ = before;
    return taken;
  }

  // From now on the cursor claims from all stripes.
  void reach_all() noexcept { reach_ = layout_->depths(); }

  unsigned stripe() const noexcept { return current_; }
  bool at_home() const noexcept { return current_ == home_; }
  // The current stripe, for claims that are compiled into the loop; count() then records them.
  open_stripe<Atom>& here() noexcept { return here_; }
  open_stripe<Atom>* window() noexcept { return &here_; }
  void count(std::uint64_t claims) noexcept {
    (at_home() ? counts_.own : counts_.helped) += claims;
  }
  claim_counts& counts() noexcept { return counts_; }
  // The grain for the next claim.
  std::uint64_t fitted(std::uint64_t grain) const noexcept { return grain; }
  // Number of iterations left in the current stripe when it was last read.
  std::uint64_t remaining() const noexcept { return here_.length - here_.position; }
  // Number of members that have their home at the current stripe.
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
  unsigned reach_;      // number of rings to claim from
  unsigned depth_ = 0;  // all rings around home at smaller depths are drained
  unsigned step_ = 1;   // number of passed stripes of the ring at depth_, home included
  bool started_ = false;
  claim_counts counts_;
  open_stripe<Atom> here_;
};

// Makes `stripe` the current one and claims in it. The stripe's first claimer in this loop opens
// it.
template <template <class> class Atom>
chunk stripe_cursor<Atom>::enter(unsigned stripe, std::uint64_t grain) noexcept {
  const chunk all = part(stripe);
  current_ = stripe;
  here_ = {&words_->word(stripe), tag_ << stripe_words<Atom>::tag_shift, all.first, all.size(),
           all.size()};
  if (all.empty()) return {};
  // relaxed, here and below: as in open_stripe::claim(); an old word is recognised by its tag.
  std::uint64_t now = here_.word->load(std::memory_order_relaxed);
  while (now >> stripe_words<Atom>::tag_shift != tag_) {
    const std::uint64_t first = std::min(grain, here_.length);
    // relaxed: as in open_stripe::claim(), for success and failure.
    if (here_.word->compare_exchange_weak(now, here_.opened + first, std::memory_order_relaxed)) {
      here_.position = first;
      return {here_.base, here_.base + first};
    }
  }
  return now - here_.opened >= here_.length ? chunk{} : here_.claim(grain);
}

// Home is drained. Searches the stripes around it, ring by ring outwards, each ring once round from
// home. A drained stripe stays drained, so that the search passes each stripe only once.
template <template <class> class Atom>
chunk stripe_cursor<Atom>::search(std::uint64_t grain) noexcept {
  // If the outermost ring is drained, the loop is over for this worker, and the inner rings need
  // not be searched.
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
