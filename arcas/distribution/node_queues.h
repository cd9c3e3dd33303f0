// SPDX-License-Identifier: Apache-2.0
// Locality queues: each place has a queue of the iterations that are at home there; a worker takes
// from its own place's queue, and then, if it may, helps the others, nearest first.
//
// After Wittmann & Hager, "A Proof of Concept for Optimizing Task Parallelism by Locality Queues".
// Differences from the paper: a queue is not a list under a lock but a stretch of numbers, which
// the members of its place share in stripes (stripes.h), so that a claim is one addition on a line
// of one's own; the next iteration's index is looked up in a table (home_map.h). Blocks that come
// while the loop runs have queues of another kind (loops/locality_queues.h). PROTOCOL.md,
// «A queue for each place», argues it.
#pragma once

#include <arcas/distribution/home_map.h>
#include <arcas/distribution/layouts.h>
#include <arcas/distribution/stripes.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::detail {

// The words of one loop at a time, and where its queues lie.
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

  // Leader only, before it publishes a loop, while no thread is inside: the loop's n iterations are
  // those of the map from index `first` on, and the map stays until the loop is over. The tag of
  // the new use.
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
  // Plain, all of it: written by open(), published with the loop.
  stripe_extents extents_;
  std::vector<std::uint64_t> begins_;   // in the order of layout.places(): where a queue begins
  std::vector<std::uint64_t> skipped_;  // likewise: iterations of the place before the loop's first
  const home_map* map_ = nullptr;
  std::uint64_t first_ = 0;
};

// One member's way through the queues of one loop. Local to its thread.
template <template <class> class Atom = std::atomic>
class node_queue_cursor {
 public:
  // strict: only the queue of its own place.
  node_queue_cursor(const locality_layout& layout, node_queue_words<Atom>& words, std::uint64_t tag,
                    member_id me, bool strict)
      : words_(&words),
        tag_(tag),
        place_(layout.place_of(me)),
        claims_(layout.stripes(), words.stripes_, words.extents_, tag, me,
                strict ? layout.reach_of_group() : layout.stripes().depths()) {}

  // Up to `grain` iterations, neighbours and all of one home, from the current stripe, the first
  // time from home. Empty: it is drained. Before a claim that is not empty nothing but words is
  // read, and the map after it: a loop that is over may have taken its map along.
  chunk claim(std::uint64_t grain) {
    settle();
    if (queued_.empty()) queued_ = claims_.claim(grain);
    return next_of_queued();
  }
  // After a claim that was empty: from the next stripe that has any, which is the current one then.
  // Empty: there is nothing left for this member.
  chunk claim_elsewhere(std::uint64_t grain) {
    queued_ = claims_.claim_elsewhere(grain);
    return next_of_queued();
  }
  // The rest of the last chunk's stretch of neighbours, as far as it lies in the current stripe,
  // for claims that are compiled into the loop: they give indices, of that home. What such a claim
  // takes beyond its end, the next call here finds. Drained while something claimed is to be given
  // out.
  open_stripe<Atom>* window() noexcept { return &window_; }

  // The home of the last chunk is where this member sits.
  bool local() const noexcept { return at_.place == place_; }
  // So many claims were made where the last chunk was, among neighbours of one home.
  void count(std::uint64_t claims) noexcept {
    (claims_.at_home() ? counts_.own : counts_.helped) += claims;
    (local() ? counts_.local : counts_.remote) += claims;
  }
  claim_counts& counts() noexcept { return counts_; }
  // Less than `grain` where a claim would leave but a piece of the current stretch of neighbours.
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

  // From here on it may help, strict or not.
  void reach_all() noexcept { claims_.reach_all(); }
  // Some queue has iterations, and none of them is claimed. Only ever a hint.
  bool somebody_is_missing() const noexcept;
  // Claims all there is for good; how many that were.
  std::uint64_t abandon() noexcept {
    settle();
    std::uint64_t count = queued_.size();
    queued_ = {};
    window_ = {};
    reach_all();
    return count + claims_.abandon();
  }

 private:
  // Numbers of the loop, [first, last), that are neighbours of one home: index of the first.
  struct known_stretch {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t index = 0;
    unsigned place = 0;
    std::size_t queue = 0;   // the place's number in layout.places()
    std::size_t number = 0;  // the stretch's, among those of the place
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
  chunk queued_;  // claimed, in numbers of the loop, and not given out
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

// Most often it is the next stretch of the same place.
template <template <class> class Atom>
void node_queue_cursor<Atom>::look_up(std::uint64_t number) {
  const auto& begins = words_->begins_;
  const std::size_t queue = queue_of(number);
  const unsigned place = words_->layout_->places()[queue];
  const std::uint64_t skipped = words_->skipped_[queue];
  const home_map::stretch s =
      words_->map_->stretch_of(place, skipped + (number - begins[queue]), at_.number + 1);
  // The stretch may begin before the loop does, and end after it.
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
  window_.base = at_.index + (all.base - at_.first);  // wraps round zero, and back in a claim
  window_.length = std::min(all.length, at_.last - all.base);
  window_.position = queued_.last - all.base;
}

// What was claimed from the window is claimed from the stripe; what lay beyond the window is to be
// given out, as far as the stripe goes.
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
      // relaxed: as in stripe_cursor::enter(); a hint.
      const std::uint64_t now = words_->stripes_.word(s).load(std::memory_order_relaxed);
      opened = opened || now >> stripe_words<Atom>::tag_shift == tag_;
    }
    if (!opened) return true;
  }
  return false;
}

}  // namespace arcas::inline v0::detail
