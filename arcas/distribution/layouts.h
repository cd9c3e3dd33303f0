// SPDX-License-Identifier: Apache-2.0
// Which members of a team are near each other, as each distributor needs to know it: plain tables,
// made once and shared by all loops of the team.
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

// Which stripes there are, and which are near each other.
class stripe_layout {
 public:
  // A stripe for each place of that kind that has a member; for each member when it is `thread`.
  stripe_layout(const member_places& members, place_kind kind);

  struct ring {
    unsigned first = 0;  // stripes [first, last)
    unsigned last = 0;
    unsigned index = 0;  // unique among all rings
  };

  unsigned stripes() const { return stripes_; }
  unsigned home_of(member_id m) const { return home_[m]; }
  // Members whose home it is.
  unsigned sharers(unsigned stripe) const { return sharers_[stripe]; }
  // Places around a stripe, from the nearest (depth 0) to the whole team.
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

// Children of layer 0 are the members, children of layer i + 1 the combiners of layer i. The words
// of a layer stand in lines. A line has words of one combiner only, and slots of one core only: the
// children that share a core's first-level cache are packed (Callisto-RTS §3.2), any other child's
// slot has a line of its own. The lock of a combiner within one core begins the line of its slots,
// so that a waiter watches one line; the lock of a wider combiner has a line of its own.
struct combiner_layer_layout {
  static constexpr unsigned words_in_line = no_sharing / sizeof(std::uint64_t);

  bool asynchronous = false;
  std::vector<unsigned> combiner_of;   // by child
  std::vector<member_range> children;  // by combiner; contiguous
  std::vector<unsigned> slot_at;       // by child: the word that is its slot
  std::vector<unsigned> lock_at;       // by combiner: the word that is its lock
  unsigned lines = 0;
};

// Which members combine their requests, layer by layer.
std::vector<combiner_layer_layout> combiner_layouts(const member_places& members,
                                                    const distributor& how);

// Sizes at which the workers of a biased loop treat each other in another way.
struct biased_limits {
  // Of the workers that share a cache, so many neighbours take turns at searching.
  unsigned most_in_turn = 8;
  // In a team of more workers an asymmetric fence costs more than all others gain by it: its
  // system call interrupts every one of them, some 100 cycles each for the sender and some 4,000 for
  // each receiver, and the kernel serves one call at a time. A fence costs each claim some 20.
  unsigned most_interrupted = 64;
  // A search looks at so many slots of each wider place, spread over it: a slot is a line to be
  // fetched, and one of 1,024 workers would fetch lines for longer than most loops take.
  unsigned most_looks = 16;
};

// The slots of a biased loop, their homes, and which slots are near each other.
class biased_layout {
 public:
  // A slot for each entry of member_of, which are ascending; the first one of each member has its
  // home, the others, which come to help, have none.
  biased_layout(const member_places& members, std::span<const member_id> member_of,
                const biased_limits& limits = {});

  unsigned slots() const { return static_cast<unsigned>(home_.size()); }
  // The part of a loop of n iterations with which a slot begins.
  chunk home(unsigned slot, std::uint64_t n) const {
    return home_[slot] == homeless ? chunk{} : part_of(n, members_, home_[slot]);
  }
  // Which of turns() a slot's worker searches in. Two neighbours alone have none: while both search
  // neither has anything.
  unsigned turns() const { return turns_; }
  unsigned turn_of(unsigned slot) const { return turn_of_[slot]; }
  static constexpr unsigned no_turn = ~0u;
  // Every claim of every owner passes a fence.
  bool owners_pay() const { return owners_pay_; }
  // visit(slot) for all but `me`, nearest first, until it says true; whether it did.
  template <class Visit>
  bool any_from_nearest(unsigned me, Visit visit) const {
    return any(me, ~0u, [] { return 0u; }, visit);
  }
  // The same for some slots of each wider place, beginning where random() says.
  template <class Random, class Visit>
  bool any_of_some(unsigned me, Random random, Visit visit) const {
    return any(me, most_looks_, random, visit);
  }
  // Some are not all.
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
  std::vector<unsigned> home_;                     // the member whose home a slot has
  std::vector<std::vector<member_range>> around_;  // by depth, then by slot: the slots of its place
};

// All other places of that kind, the nearest first: those that share the narrowest place with
// `from`, and of these the nearest in number.
std::vector<unsigned> nearest_first(const topology& machine, place_kind kind, unsigned from);

// The places that data is at home at, the members of a team that sit there, and for a place without
// members those that stand in.
class locality_layout {
 public:
  // kind: of the places that data is at home at. first_is_away: no thread comes for member 0.
  locality_layout(const topology& machine, const member_places& members, place_kind kind,
                  bool first_is_away);

  // A stripe for each member.
  const stripe_layout& stripes() const { return stripes_; }
  // Groups of members with a queue in common: those of one place.
  unsigned groups() const { return static_cast<unsigned>(stripes_of_.size()); }
  std::span<const member_range> stripes_of() const { return stripes_of_; }
  std::span<const unsigned> group_of() const { return group_of_; }
  // Rings around a member in which there is only its own group.
  unsigned reach_of_group() const { return reach_; }
  // The machine's number of the place where a member sits.
  unsigned place_of(member_id m) const { return places_of_members_[m]; }
  // All places of the machine, group after group: those that the group's members sit at, and those
  // nearer to it than to any other group where no member of the team does.
  std::span<const unsigned> places() const { return places_; }
  // How many of them belong to groups before g; and all of them.
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
