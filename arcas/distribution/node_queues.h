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
#include <arcas/distribution/locality_layout.h>
#include <arcas/distribution/stripes.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace arcas {

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

  // Leader only, before it publishes a loop, while nobody is inside: the loop's n iterations are
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

  // Up to `grain` iterations, neighbours and all of one home, from the current stripe, else from
  // the next one that has any: then `fresh_grain` at most. Empty: there is nothing left for this
  // member. Before a claim that is not empty nothing but words is read, and the map after it: a
  // loop that is over may have taken its map along.
  chunk claim(std::uint64_t grain, std::uint64_t fresh_grain) {
    if (queued_.empty()) {
      const unsigned before = claims_.stripe();
      const chunk c = claims_.claim(grain, fresh_grain);
      if (c.empty()) return {};
      if (entered_ && plain_ && claims_.stripe() == before) return c;
      queued_ = c;
      if (!entered_ || claims_.stripe() != before) enter();
    }
    const chunk c = translated(queued_);
    queued_.first += c.size();
    return c;
  }

  // The home of the last chunk is where this member sits.
  bool local() const noexcept { return at_.place == place_; }
  // Something is claimed that claim() has not given out.
  bool holds() const noexcept { return !queued_.empty(); }
  // All of the current stripe are neighbours of one home: it may be claimed from as it is.
  bool plain() const noexcept { return plain_; }
  open_stripe<Atom>& here() noexcept { return claims_.here(); }
  unsigned stripe() const noexcept { return claims_.stripe(); }
  bool at_home() const noexcept { return claims_.at_home(); }
  std::uint64_t remaining() const noexcept { return claims_.remaining(); }
  unsigned sharers() const noexcept { return claims_.sharers(); }

  // From here on it may help, strict or not.
  void reach_all() noexcept { claims_.reach_all(); }
  // Some queue has iterations, and nobody has claimed any. Only ever a hint.
  bool somebody_is_missing() const noexcept;
  // Claims all there is for good; how many that were.
  std::uint64_t abandon() noexcept {
    std::uint64_t count = queued_.size();
    queued_ = {};
    plain_ = false;
    reach_all();
    for (chunk c; !(c = claims_.claim(largest_grain, largest_grain)).empty();) count += c.size();
    return count;
  }

 private:
  // Numbers of the loop, [first, last), that are neighbours of one home: index of the first.
  struct known_stretch {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t index = 0;
    unsigned place = 0;
  };

  void look_up(std::uint64_t number);
  chunk translated(chunk numbers);
  void enter();

  node_queue_words<Atom>* words_;
  std::uint64_t tag_;
  unsigned place_;
  stripe_cursor<Atom> claims_;
  chunk queued_;  // claimed, in numbers of the loop, and not given out
  known_stretch at_;
  bool entered_ = false;
  bool plain_ = false;
};

template <template <class> class Atom>
void node_queue_cursor<Atom>::look_up(std::uint64_t number) {
  const auto& begins = words_->begins_;
  const auto queue = static_cast<std::size_t>(
      std::upper_bound(begins.begin(), begins.end(), number) - begins.begin() - 1);
  const unsigned place = words_->layout_->places()[queue];
  const std::uint64_t skipped = words_->skipped_[queue];
  const home_map::stretch s = words_->map_->stretch_of(place, skipped + (number - begins[queue]));
  // The stretch may begin before the loop does, and end after it.
  const std::uint64_t cut = s.position < skipped ? skipped - s.position : 0;
  at_.first = begins[queue] + (s.position + cut - skipped);
  at_.last = std::min(begins[queue + 1], at_.first + (s.size - cut));
  at_.index = s.first + cut - words_->first_;
  at_.place = place;
}

template <template <class> class Atom>
chunk node_queue_cursor<Atom>::translated(chunk numbers) {
  if (numbers.first < at_.first || numbers.first >= at_.last) look_up(numbers.first);
  const std::uint64_t first = at_.index + (numbers.first - at_.first);
  return {first, first + (std::min(numbers.last, at_.last) - numbers.first)};
}

// The stripe that was claimed from just now is another one.
template <template <class> class Atom>
void node_queue_cursor<Atom>::enter() {
  entered_ = true;
  open_stripe<Atom>& here = claims_.here();
  look_up(here.base);
  plain_ = here.base + here.length <= at_.last;
  if (plain_) here.base = at_.index + (here.base - at_.first);
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

}  // namespace arcas
