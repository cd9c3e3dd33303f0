// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/layouts.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace arcas::inline v0::detail {
namespace {

// Runs of consecutive k of [0, count) with equal keys, in order.
template <class Key>
std::vector<member_range> stretches(std::size_t count, Key key) {
  std::vector<member_range> found;
  for (unsigned k = 0; k < count; ++k) {
    if (k == 0 || key(k) != key(k - 1)) found.push_back({k, k});
    found.back().last = k + 1;
  }
  return found;
}

}  // namespace

stripe_layout::stripe_layout(const member_places& members, place_kind kind) {
  std::vector<member_id> first_member;  // by stripe
  for (member_id m = 0; m < members.members(); ++m) {
    home_.push_back(kind == place_kind::thread ? m : members.place_of(kind, m));
    if (home_[m] == first_member.size()) {
      first_member.push_back(m);
      sharers_.push_back(0);
    }
    ++sharers_[home_[m]];
  }
  stripes_ = static_cast<unsigned>(sharers_.size());
  for (auto outer = static_cast<std::size_t>(kind); outer-- > 0;) {
    const std::vector<member_range> places = stretches(stripes_, [&](unsigned s) {
      return members.place_of(static_cast<place_kind>(outer), first_member[s]);
    });
    // L2 groups of one stripe each are skipped: they would only make rings of one stripe.
    const bool is_l2 = static_cast<place_kind>(outer) == place_kind::l2_group;
    if (is_l2 && places.size() == stripes_) continue;
    std::vector<ring> rings;
    for (const member_range& all : places) {
      rings.insert(rings.end(), all.last - all.first, {all.first, all.last, ring_count_++});
    }
    const bool as_the_last =
        !rings_.empty() && std::ranges::equal(rings_.back(), rings, {}, &ring::first, &ring::first);
    if (!as_the_last) rings_.push_back(std::move(rings));
  }
}

namespace {

constexpr unsigned no_core = ~0u;

// Assigns the words of a layer: the next word of a cache line, or the first of a new one.
class line_filler {
 public:
  unsigned next() {
    if (free_ % combiner_layer_layout::words_in_line == 0) return next_line();
    return free_++;
  }
  unsigned next_line() {
    free_ = lines_++ * combiner_layer_layout::words_in_line;
    return free_++;
  }
  unsigned lines() const { return lines_; }

 private:
  unsigned lines_ = 0;
  unsigned free_ = 0;  // the word after the last one assigned
};

// core_of: by child, the core that contains all its members, or no_core.
void place_words(combiner_layer_layout& layer, std::span<const unsigned> core_of) {
  line_filler words;
  for (const member_range& children : layer.children) {
    const auto in_same_core = [&](unsigned child) {
      return core_of[child] != no_core && core_of[child] == core_of[child - 1];
    };
    layer.lock_at.push_back(words.next_line());
    bool with_lock = core_of[children.first] != no_core;
    for (unsigned c = children.first + 1; c < children.last; ++c) with_lock &= in_same_core(c);
    for (unsigned c = children.first; c < children.last; ++c) {
      const bool packed = c == children.first ? with_lock : in_same_core(c);
      layer.slot_at.push_back(packed ? words.next() : words.next_line());
    }
  }
  layer.lines = words.lines();
}

// The core that contains all members of [first, last), or no_core.
unsigned core_with(const member_places& members, member_id first, member_id last) {
  const unsigned core = members.place_of(place_kind::core, first);
  return core == members.place_of(place_kind::core, last - 1) ? core : no_core;
}

}  // namespace

std::vector<combiner_layer_layout> combiner_layouts(const member_places& members,
                                                    const distributor& how) {
  std::vector<combiner_layer_layout> layers;
  // The members of each child of the current layer.
  std::vector<member_range> members_of;
  for (member_id m = 0; m < members.members(); ++m) members_of.push_back({m, m + 1});
  for (std::size_t i = 0; i < how.layers(); ++i) {
    const auto [kind, asynchronous] = how.layer_at(i);
    combiner_layer_layout layer;
    layer.asynchronous = asynchronous;
    layer.children = stretches(members_of.size(), [&, at = kind](unsigned child) {
      return members.place_of(at, members_of[child].first);
    });
    std::vector<unsigned> core_of;
    for (const member_range& m : members_of) core_of.push_back(core_with(members, m.first, m.last));
    place_words(layer, core_of);
    std::vector<member_range> of_combiner;
    for (const member_range& children : layer.children) {
      const auto combiner = static_cast<unsigned>(of_combiner.size());
      layer.combiner_of.insert(layer.combiner_of.end(), children.last - children.first, combiner);
      of_combiner.push_back({members_of[children.first].first, members_of[children.last - 1].last});
    }
    members_of = std::move(of_combiner);
    layers.push_back(std::move(layer));
  }
  return layers;
}

biased_layout::biased_layout(const member_places& members, std::span<const member_id> member_of,
                             const biased_limits& limits)
    : members_(members.members()),
      owners_pay_(member_of.size() > limits.most_interrupted),
      most_looks_(limits.most_looks),
      turn_of_(member_of.size(), no_turn) {
  const auto stretches_at = [&](place_kind kind) {
    return stretches(member_of.size(),
                     [&](unsigned s) { return members.place_of(kind, member_of[s]); });
  };
  for (unsigned s = 0; s < member_of.size(); ++s) {
    home_.push_back(s == 0 || member_of[s] != member_of[s - 1] ? member_of[s] : homeless);
  }
  for (std::size_t outer = place_kinds; outer-- > 0;) {
    std::vector<member_range> rings;
    for (const member_range& all : stretches_at(static_cast<place_kind>(outer))) {
      rings.insert(rings.end(), all.last - all.first, all);
    }
    if (around_.empty() || around_.back() != rings) around_.push_back(std::move(rings));
  }
  for (unsigned s = 0; s < member_of.size(); ++s) {
    unsigned inner = 1;
    for (const std::vector<member_range>& rings : around_) {
      const unsigned ring = rings[s].last - rings[s].first;
      samples_ |= ring - inner > most_looks_;
      inner = ring;
    }
  }
  for (const member_range& cache : stretches_at(place_kind::cache_group)) {
    for (unsigned first = cache.first; first < cache.last; first += limits.most_in_turn) {
      const unsigned size = std::min(limits.most_in_turn, cache.last - first);
      if (size >= 3) std::fill_n(turn_of_.begin() + first, size, turns_++);
    }
  }
}

namespace {

// The distance of two places of a kind: first by the narrowest place that contains both, then by
// their numbers, since consecutive numbers are near each other.
std::tuple<std::size_t, unsigned> distance(const topology& machine, place_kind kind, unsigned a,
                                           unsigned b) {
  const unsigned in_a = machine.places(kind)[a].first_thread;
  const unsigned in_b = machine.places(kind)[b].first_thread;
  auto wider = static_cast<std::size_t>(kind);
  while (wider > 0 && machine.place_of(static_cast<place_kind>(wider), in_a) !=
                          machine.place_of(static_cast<place_kind>(wider), in_b))
    --wider;
  return {place_kinds - wider, a < b ? b - a : a - b};
}

}  // namespace

std::vector<unsigned> nearest_first(const topology& machine, place_kind kind, unsigned from) {
  std::vector<unsigned> others;
  for (unsigned place = 0; place < machine.places(kind).size(); ++place) {
    if (place != from) others.push_back(place);
  }
  std::ranges::stable_sort(others, {},
                           [&](unsigned place) { return distance(machine, kind, from, place); });
  return others;
}

locality_layout::locality_layout(const topology& machine, const member_places& members,
                                 place_kind kind, bool first_is_away)
    : stripes_(members, place_kind::thread) {
  const auto groups = members.places(kind);
  stripes_of_.assign(groups.begin(), groups.end());
  for (member_id m = 0; m < members.members(); ++m) {
    group_of_.push_back(members.place_of(kind, m));
    places_of_members_.push_back(members.origin(kind, group_of_.back()));
  }
  find_reach();
  const auto attended = [&](unsigned g) {
    return !first_is_away || groups.size() == 1 || groups[g].last != 1;
  };
  std::vector<std::vector<unsigned>> of_group(groups.size());
  for (unsigned place = 0; place < machine.places(kind).size(); ++place) {
    const auto far = [&](unsigned g) {
      return distance(machine, kind, place, members.origin(kind, g));
    };
    unsigned nearest = attended(0) ? 0 : 1;
    for (unsigned g = 0; g < groups.size(); ++g) {
      if (attended(g) && far(g) < far(nearest)) nearest = g;
    }
    of_group[nearest].push_back(place);
  }
  for (const auto& some : of_group) {
    places_before_.push_back(static_cast<unsigned>(places_.size()));
    places_.insert(places_.end(), some.begin(), some.end());
  }
  places_before_.push_back(static_cast<unsigned>(places_.size()));
}

// Rings grow outwards, and have the same depths for all members, so the first depth at which a ring
// has a stripe outside the member's group ends the search.
void locality_layout::find_reach() {
  for (; reach_ < stripes_.depths(); ++reach_) {
    for (unsigned s = 0; s < stripes_.stripes(); ++s) {
      const stripe_layout::ring& ring = stripes_.around(reach_, s);
      const member_range own = stripes_of_[group_of_[s]];
      if (ring.first < own.first || ring.last > own.last) return;
    }
  }
}

}  // namespace arcas::inline v0::detail
