// SPDX-License-Identifier: Apache-2.0
// Locality queues: each place has a queue of the iterations that are at home there. A worker takes
// iterations from the queue of its own place and then, unless it is strict, from other queues,
// nearest first.
//
// After Wittmann & Hager, "A Proof of Concept for Optimizing Task Parallelism by Locality Queues".
// Differences from the paper: a queue is not a list under a lock but a stretch of numbers, which
// the members of its place share in stripes (stripes.h), so that a claim is one addition in a cache
// line of the worker's own. A table (home_map.h) gives the index of each number. Blocks that arrive
// while the loop runs are in queues of another kind (loops/locality_queues.h). The argument is in
// PROTOCOL.md, «A queue for each place».
#pragma once

#include <arcas/distribution/home_map.h>
#include <arcas/distribution/layouts.h>
#include <arcas/distribution/stripes.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::detail {

// The words of the queues, used by one loop at a time, and the bounds of the queues.
template <template <class> class Atom = std::atomic>
class node_queue_words {
 public:
  explicit node_queue_words(const locality_layout& layout)
      : layout_(&layout),
        stripes_(layout.stripes()),
        begins_(layout.places().size() + 1),
        skipped_(layout.places().size()) {
    extents_.group_of.assign(layout.group_of().begin(), layout.group_of().end());
    extents_.stripes_of.assign(layout.stripes_of().begin(), layout.stripes_of().end());
    extents_.begins.resize(layout.groups() + std::size_t{1});
  }

  // Called by the leader before it publishes a loop, when no thread uses the words. The loop's n
  // iterations are the map's iterations from index `first` on; the map must exist until the loop is
  // over. Returns the tag of the new use.
  std::uint64_t open(const home_map& map, std::uint64_t first, std::uint64_t n) {
    map_ = &map;
    first_ = first;
    const auto places = layout_->places();
    for (std::size_t k = 0; k < places.size(); ++k) {
      skipped_[k] = map.before(places[k], first);
      begins_[k + 1] = begins_[k] + (map.before(places[k], first + n) - skipped_[k]);
    }
    for (unsigned g = 0; g <= layout_->groups(); ++g) {
      extents_.begins[g] = begins_[layout_->places_before(g)];
    }
    return stripes_.open();
  }

 private:
  template <template <class> class>
  friend class node_queue_cursor;

  const locality_layout* layout_;
  stripe_words<Atom> stripes_;
  // Plain members: written by open(), published with the loop.
  stripe_extents extents_;
  std::vector<std::uint64_t> begins_;   // in the order of layout.places(): begin of each queue
  std::vector<std::uint64_t> skipped_;  // in the same order: number of the place's iterations that
                                        // come before the loop's first one
  const home_map* map_ = nullptr;
  std::uint64_t first_ = 0;
};

// One member's position in the queues of one loop. Used by its thread only.
template <template <class> class Atom = std::atomic>
class node_queue_cursor {
 public:
  // strict: claims only from the queue of its own place.
  node_queue_cursor(const locality_layout& layout, node_queue_words<Atom>& words, std::uint64_t tag,
                    member_id me, bool strict)
      : words_(&words),
        tag_(tag),
        place_(layout.place_of(me)),
        claims_(layout.stripes(), words.stripes_, words.extents_, tag, me,
                strict ? layout.reach_of_group() : layout.stripes().depths()) {}

  // Up to `grain` consecutive iterations with one home, from the current stripe, which is first the
  // home stripe. Empty: the stripe is drained. The map is read only after a claim that is not
  // empty, since it may be destroyed once the loop is over.
  chunk claim(std::uint64_t grain) {
    settle();
    if (queued_.empty()) queued_ = claims_.claim(grain);
    return next_of_queued();
  }
  // After an empty claim: claims from the next stripe that is not drained, and makes it the current
  // one. Empty: there is nothing left for this member.
  chunk claim_elsewhere(std::uint64_t grain) {
    queued_ = claims_.claim_elsewhere(grain);
    return next_of_queued();
  }
  // For claims that are compiled into the loop. The window is the rest of the last chunk's run:
  // consecutive iterations of one home, within the current stripe. Iterations that are claimed from
  // the window beyond the end of the run are returned by the next claim(). While claimed iterations
  // wait to be returned, the window is drained.
  open_stripe<Atom>* window() noexcept { return &window_; }

  // Whether the home of the last chunk is the place of this member.
  bool local() const noexcept { return at_.place == place_; }
  // Counts `claims` claims from the run of the last chunk.
  void count(std::uint64_t claims) noexcept {
    (claims_.at_home() ? counts_.own : counts_.helped) += claims;
    (local() ? counts_.local : counts_.remote) += claims;
  }
  claim_counts& counts() noexcept { return counts_; }
  // The grain of the next claim, less than `grain` if the claim would otherwise leave only a small
  // part of the current run.
  std::uint64_t fitted(std::uint64_t grain) noexcept {
    settle();
    const std::uint64_t next = claims_.here().base + claims_.here().position;
    if (next < at_.first || next >= at_.last) return grain;
    const std::uint64_t left = at_.last - next;
    if (left <= grain) return left;
    return left < 2 * grain ? (left + 1) / 2 : grain;
  }
  unsigned stripe() const noexcept { return claims_.stripe(); }
  std::uint64_t remaining() const noexcept { return claims_.remaining(); }
  unsigned sharers() const noexcept { return claims_.sharers(); }

  // From now on this member may help other places, even if it is strict.
  void reach_all() noexcept { claims_.reach_all(); }
  // Whether a queue has iterations of which none has been claimed. A hint only.
  bool somebody_is_missing() const noexcept;
  // Claims all remaining iterations without running them; returns their number.
  std::uint64_t abandon() noexcept {
    settle();
    std::uint64_t count = queued_.size();
    queued_ = {};
    window_ = {};
    reach_all();
    return count + claims_.abandon();
  }

 private:
  // Numbers [first, last) of the loop, which are consecutive iterations of one home. `index` is the
  // index of the iteration with number `first`.
  struct known_stretch {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t index = 0;
    unsigned place = 0;
    std::size_t queue = 0;   // number of the place in layout.places()
    std::size_t number = 0;  // number of the stretch among the place's stretches
  };

  chunk next_of_queued() {
    if (queued_.empty()) return {};
    const chunk c = translated(queued_);
    queued_.first += c.size();
    open_window();
    count(1);
    return c;
  }
  void look_up(std::uint64_t number);
  std::size_t queue_of(std::uint64_t number) const;
  chunk translated(chunk numbers);
  void open_window() noexcept;
  void settle() noexcept;

  node_queue_words<Atom>* words_;
  std::uint64_t tag_;
  unsigned place_;
  stripe_cursor<Atom> claims_;
  chunk queued_;  // numbers of the loop that are claimed and not yet returned
  known_stretch at_;
  claim_counts counts_;
  open_stripe<Atom> window_;
};

template <template <class> class Atom>
std::size_t node_queue_cursor<Atom>::queue_of(std::uint64_t number) const {
  const auto& begins = words_->begins_;
  if (number >= begins[at_.queue] && number < begins[at_.queue + 1]) return at_.queue;
  const auto after = std::upper_bound(begins.begin(), begins.end(), number);
  return static_cast<std::size_t>(after - begins.begin()) - 1;
}

// The most frequent case is the next stretch of the same place.
template <template <class> class Atom>
void node_queue_cursor<Atom>::look_up(std::uint64_t number) {
  const auto& begins = words_->begins_;
  const std::size_t queue = queue_of(number);
  const unsigned place = words_->layout_->places()[queue];
  const std::uint64_t skipped = words_->skipped_[queue];
  const home_map::stretch s =
      words_->map_->stretch_of(place, skipped + (number - begins[queue]), at_.number + 1);
  // The stretch may begin before the loop and end after it.
  const std::uint64_t cut = s.position < skipped ? skipped - s.position : 0;
  at_.first = begins[queue] + (s.position + cut - skipped);
  at_.last = std::min(begins[queue + 1], at_.first + (s.size - cut));
  at_.index = s.first + cut - words_->first_;
  at_.place = place;
  at_.queue = queue;
  at_.number = s.number;
}

template <template <class> class Atom>
chunk node_queue_cursor<Atom>::translated(chunk numbers) {
  if (numbers.first < at_.first || numbers.first >= at_.last) look_up(numbers.first);
  const std::uint64_t first = at_.index + (numbers.first - at_.first);
  return {first, first + (std::min(numbers.last, at_.last) - numbers.first)};
}

template <template <class> class Atom>
void node_queue_cursor<Atom>::open_window() noexcept {
  window_ = {};
  if (!queued_.empty()) return;
  const open_stripe<Atom>& all = claims_.here();
  window_.word = all.word;
  window_.opened = all.opened;
  window_.base = at_.index + (all.base - at_.first);  // may wrap below 0; a claim wraps back
  window_.length = std::min(all.length, at_.last - all.base);
  window_.position = queued_.last - all.base;
}

// Records the claims from the window in the stripe. Iterations that were claimed beyond the
// window's end, up to the stripe's end, are queued for the next claim() to return.
template <template <class> class Atom>
void node_queue_cursor<Atom>::settle() noexcept {
  if (window_.word == nullptr) return;
  open_stripe<Atom>& all = claims_.here();
  const chunk taken = window_.taken;
  all.position = std::min(std::max(window_.position, taken.last), all.length);
  if (taken.last > window_.length) {
    queued_.first = all.base + std::min(std::max(taken.first, window_.length), all.length);
    queued_.last = all.base + all.position;
  }
  window_ = {};
}

template <template <class> class Atom>
bool node_queue_cursor<Atom>::somebody_is_missing() const noexcept {
  const stripe_extents& extents = words_->extents_;
  for (std::size_t g = 0; g + 1 < extents.begins.size(); ++g) {
    if (extents.begins[g] == extents.begins[g + 1]) continue;
    bool opened = false;
    for (unsigned s = extents.stripes_of[g].first; s < extents.stripes_of[g].last; ++s) {
      // relaxed: as in stripe_cursor::enter(); only a hint.
      const std::uint64_t now = words_->stripes_.word(s).load(std::memory_order_relaxed);
      opened = opened || now >> stripe_words<Atom>::tag_shift == tag_;
    }
    if (!opened) return true;
  }
  return false;
}

}  // namespace arcas::inline v0::detail
