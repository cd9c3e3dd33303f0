// SPDX-License-Identifier: Apache-2.0
// Which of n things belong together? Sets that are united and never divided (union-find), over all
// ranks.
//
//   auto s = disjoint_set::make(n);   n things, 0 to n - 1, each alone
//   s.unite(a, b)                     whether they were in different sets
//   s.async_unite(a, b)               the same by a task of its own, without a result; done when the
//                                     enclosing finish() returns
//   s.find(a)                         the least thing of the set of a
//   s.together(a, b)                  whether they are in the same set
//   s.sets()                          how many sets there are
//   s.for_each(f)                     f(a, find(a)) for all, on their ranks
//   s.end()
//
// Any number of tasks may unite at a time. sets(), find(), together() and for_each() say what was
// united before they began.
//
// Each thing names one of its set that is not greater, its parent; the least names itself. So ways
// from a thing to its parent's parent lead downwards, whatever is changed meanwhile, and end. Two
// sets are united where the greater of their least things still names itself, by a
// compare_and_swap(). Way halving: Jayanti and Tarjan, PODC 2016; by number, not at random.
#pragma once

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/global_array.h>

#include <cstdint>

namespace arcas::inline v0::cluster {

class disjoint_set {
 public:
  static disjoint_set make(std::uint64_t n);
  void end() const;
  std::uint64_t size() const { return parents_.size(); }

  std::uint64_t find(std::uint64_t a) const;
  bool unite(std::uint64_t a, std::uint64_t b) const;
  void async_unite(std::uint64_t a, std::uint64_t b) const;
  bool together(std::uint64_t a, std::uint64_t b) const;
  std::uint64_t sets() const;
  template <class F>
  void for_each(const F& f) const {
    detail::require_portable<F>();
    forall(parents_, [s = *this, f](std::uint64_t i, std::uint64_t&) { f(i, s.find(i)); });
  }

 private:
  void require_thing(std::uint64_t a) const;

  global_array<std::uint64_t> parents_;
};

}  // namespace arcas::inline v0::cluster
