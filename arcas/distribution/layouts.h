// SPDX-License-Identifier: Apache-2.0
// Which members of a team are near each other? Tables for each distributor, made once and shared by
// all loops of the team.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/index_range.h>
#include <arcas/distribution/distributor.h>
#include <arcas/topology/member_places.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::detail {

// The stripes of a team, and which of them are near each other.
class stripe_layout {
 public:
  // One stripe for each place of this kind that has a member; for place_kind::thread, one for each
  // member.
  stripe_layout(const member_places& members, place_kind kind);

  // The stripes of one place.
  struct ring {
    unsigned first = 0;  // stripes [first, last)
    unsigned last = 0;
    unsigned index = 0;  // unique among all rings
  };

  unsigned stripes() const { return stripes_; }
  unsigned home_of(member_id m) const { return home_[m]; }
  // Number of members whose home is this stripe.
  unsigned sharers(unsigned stripe) const { return sharers_[stripe]; }
  // Rings around a stripe: the places that contain it, from the narrowest (depth 0) to the team.
  unsigned depths() const { return static_cast<unsigned>(rings_.size()); }
  const ring& around(unsigned depth, unsigned stripe) const { return rings_[depth][stripe]; }
  unsigned ring_count() const { return ring_count_; }

 private:
  unsigned stripes_ = 0;
  unsigned ring_count_ = 0;
  std::vector<unsigned> home_;
  std::vector<unsigned> sharers_;
  std::vector<std::vector<ring>> rings_;  // by depth, then by stripe
};

// The children of layer 0 are the members; the children of layer i + 1 are the combiners of layer
// i. The words of a layer are in cache lines. A line has words of one combiner and slots of one
// core only: children that share a core's first-level cache are packed (Callisto-RTS §3.2), and the
// slot of any other child has its own line. If all children of a combiner are in one core, its lock
// is at the start of the line of their slots, so that a waiter watches one line. The lock of a
// wider combiner has its own line.
struct combiner_layer_layout {
  static constexpr unsigned words_in_line = no_sharing / sizeof(std::uint64_t);

  bool asynchronous = false;
  std::vector<unsigned> combiner_of;   // by child
  std::vector<member_range> children;  // by combiner; contiguous
  std::vector<unsigned> slot_at;       // by child: the word of its slot
  std::vector<unsigned> lock_at;       // by combiner: the word of its lock
  unsigned lines = 0;
};

// The combiners of a team, layer by layer.
std::vector<combiner_layer_layout> combiner_layouts(const member_places& members,
                                                    const distributor& how);

// Sizes at which the workers of a biased loop change their behaviour.
struct biased_limits {
  // Maximum number of neighbours that take turns at searching; they share a last-level cache.
  unsigned most_in_turn = 8;
  // Largest team that uses asymmetric fences. In a larger team a heavy fence costs more than it
  // saves: its system call interrupts every worker, costs the sender about 100 cycles per
  // receiver and each receiver about 4,000, and the kernel serves one call at a time. An ordinary
  // fence costs a claim about 20 cycles.
  unsigned most_interrupted = 64;
  // Maximum number of slots that a search examines in each of the places around a worker, apart
  // from slots in a narrower place. A slot is a cache line to fetch: 1,024 workers would fetch
  // lines for longer than most loops take.
  unsigned most_looks = 16;
};

// The slots of a biased loop, their homes, and which slots are near each other.
class biased_layout {
 public:
  // One slot for each entry of member_of, which is ascending. The first slot of a member has the
  // member's home range; further slots of the member are for helpers and have no home range.
  biased_layout(const member_places& members, std::span<const member_id> member_of,
                const biased_limits& limits = {});

  unsigned slots() const { return static_cast<unsigned>(home_.size()); }
  // The range of a loop of n iterations with which a slot starts.
  chunk home(unsigned slot, std::uint64_t n) const {
    return home_[slot] == homeless ? chunk{} : part_of(n, members_, home_[slot]);
  }
  // Of the neighbours that share a turn, one at a time searches. turn_of() is the number of the
  // turn of a slot's worker, less than turns(), or no_turn. A group of one or two neighbours has no
  // turn: while both search, neither has iterations to give.
  unsigned turns() const { return turns_; }
  unsigned turn_of(unsigned slot) const { return turn_of_[slot]; }
  static constexpr unsigned no_turn = ~0u;
  // Whether owners pass a full fence at every claim.
  bool owners_pay() const { return owners_pay_; }
  // Calls visit(slot) for all slots but `me`, nearest first, until it returns true; returns whether
  // it did.
  template <class Visit>
  bool any_from_nearest(unsigned me, Visit visit) const {
    return any(me, ~0u, [] { return 0u; }, visit);
  }
  // Like any_from_nearest(), but of each place around `me` visits at most `most_looks` of the slots
  // that are in no narrower place. The visited slots are evenly spaced; random() chooses the first.
  template <class Random, class Visit>
  bool any_of_some(unsigned me, Random random, Visit visit) const {
    return any(me, most_looks_, random, visit);
  }
  // Whether any_of_some() skips slots.
  bool samples() const { return samples_; }

 private:
  static constexpr unsigned homeless = ~0u;

  template <class Random, class Visit>
  bool any(unsigned me, unsigned most_looks, Random random, Visit visit) const {
    member_range inner{me, me + 1};
    for (const std::vector<member_range>& rings : around_) {
      const member_range ring = rings[me];
      const unsigned others = (ring.last - ring.first) - (inner.last - inner.first);
      const unsigned looks = std::min(others, most_looks);
      unsigned at = looks == others ? 0 : random() % others;
      for (unsigned look = 0; look < looks; ++look) {
        const unsigned s = inner.last + at;
        if (visit(s < ring.last ? s : s - (ring.last - ring.first))) return true;
        at = (at + others / looks) % others;
      }
      inner = ring;
    }
    return false;
  }

  unsigned members_;
  bool owners_pay_;
  unsigned most_looks_;
  bool samples_ = false;
  unsigned turns_ = 0;
  std::vector<unsigned> turn_of_;                  // by slot
  std::vector<unsigned> home_;                     // by slot: the member whose home range it has
  std::vector<std::vector<member_range>> around_;  // by depth, then by slot: the slots of its place
};

// All other places of this kind, nearest first. A place is nearer if a narrower place contains both
// it and `from`. Ties are broken by the difference between the place's number and `from`.
std::vector<unsigned> nearest_first(const topology& machine, place_kind kind, unsigned from);

// The places at which data has its home, the members of a team at each, and for each place without
// members the group of members that stands in for it.
class locality_layout {
 public:
  // kind: the kind of place at which data has its home. first_is_away: member 0 has no thread.
  locality_layout(const topology& machine, const member_places& members, place_kind kind,
                  bool first_is_away);

  // One stripe for each member.
  const stripe_layout& stripes() const { return stripes_; }
  // Groups of members that share a queue: the members of one place.
  unsigned groups() const { return static_cast<unsigned>(stripes_of_.size()); }
  std::span<const member_range> stripes_of() const { return stripes_of_; }
  std::span<const unsigned> group_of() const { return group_of_; }
  // Number of rings around a member that contain only its own group.
  unsigned reach_of_group() const { return reach_; }
  // The number of the member's place on the machine.
  unsigned place_of(member_id m) const { return places_of_members_[m]; }
  // All places of the machine, group after group: the place of the group's members, and the places
  // without members that are nearest to this group.
  std::span<const unsigned> places() const { return places_; }
  // Number of places that belong to groups before g; for g = groups(), of all places.
  unsigned places_before(unsigned g) const { return places_before_[g]; }

 private:
  void find_reach();

  stripe_layout stripes_;
  std::vector<member_range> stripes_of_;
  std::vector<unsigned> group_of_;
  std::vector<unsigned> places_of_members_;
  std::vector<unsigned> places_;
  std::vector<unsigned> places_before_;
  unsigned reach_ = 0;
};

}  // namespace arcas::inline v0::detail
