// SPDX-License-Identifier: Apache-2.0
// Who may take part in a biased loop, with which home, and who is near whom: a plain table, shared
// by all loops of a team.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/topology/member_places.h>

#include <span>
#include <vector>

namespace arcas::detail {

class biased_layout {
 public:
  // A slot for each entry of member_of, which are ascending; the first one of each member has its
  // home, the others, who come to help, have none. Of those who share a cache, so many neighbours
  // take turns at searching.
  biased_layout(const member_places& members, std::span<const member_id> member_of,
                unsigned most_in_turn = 8);

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
  // visit(slot) for all but `me`, nearest first, until it says true; whether it did.
  template <class Visit>
  bool any_from_nearest(unsigned me, Visit visit) const {
    member_range inner{me, me + 1};
    for (const std::vector<member_range>& rings : around_) {
      const member_range ring = rings[me];
      for (unsigned s = inner.last; s != inner.first; ++s) {
        if (s == ring.last) s = ring.first;
        if (s == inner.first) break;
        if (visit(s)) return true;
      }
      inner = ring;
    }
    return false;
  }

 private:
  static constexpr unsigned homeless = ~0u;

  unsigned members_;
  unsigned turns_ = 0;
  std::vector<unsigned> turn_of_;                  // by slot
  std::vector<unsigned> home_;                     // the member whose home a slot has
  std::vector<std::vector<member_range>> around_;  // by depth, then by slot: the slots of its place
};

}  // namespace arcas::detail
