// SPDX-License-Identifier: Apache-2.0
// Disjoint sets over all ranks (union-find): which of n elements belong together? Sets are united
// and never divided.
//
//   auto s = disjoint_set::make(n);   n elements, 0 to n - 1, each in a set of its own
//   s.unite(a, b)                     unites their sets; returns whether these were different
//   s.async_unite(a, b)               the same in a new task, without a result; done when the
//                                     enclosing finish() returns
//   s.find(a)                         the smallest element of the set of a
//   s.together(a, b)                  whether a and b are in the same set
//   s.sets()                          number of sets
//   s.for_each(f)                     f(a, find(a)) for all elements, on their ranks
//   s.end()
//
// Any number of tasks may unite at the same time. sets(), find(), together() and for_each() include
// the unions that had returned before the operation began.
//
// Each element has a parent in its set. The parent is not greater than the element; the smallest
// element of a set is its own parent. So every path from parent to parent descends, whatever
// changes meanwhile, and ends. Let a and b be the smallest elements of two sets, a the greater one.
// A compare_and_swap() that makes b the parent of a, if a is still its own parent, unites the sets.
// find() halves paths (Jayanti and Tarjan, PODC 2016; here elements are ordered by number, not at
// random).
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
