// SPDX-License-Identifier: Apache-2.0
// Collective operations. One task of each rank calls them, in the same order on all ranks (for
// example inside on_all_ranks). A call returns only after all ranks have called. The contract:
//
//   barrier()                            only waits
//   allreduce(x, op)                     returns the fold of all x, in the order of the ranks
//   reduce(x, op, root)                  std::optional: the fold on the root, empty on other ranks
//   broadcast(x, root)                   returns the root's x
//   gather(x, root), allgather(x)        the x of rank r at index r; gather: on the root only
//   inclusive_scan(x, op)                on rank r the fold of the x of ranks 0 to r
//   exclusive_scan(x, identity, op)      on rank r the fold of the x of ranks 0 to r - 1
//
//   x       any type that an archive supports. Vectors and spans are folded element by element, and
//           must have equal lengths on all ranks; the result is a std::vector
//   op      associative; a function object without captures. It runs between tasks
//   root    0 by default
//   cost    each rank sends a message up a tree of ranks, and gets one that comes down. A fold of n
//           elements sends n from each rank; a gather sends the values of a rank and all below it
//
// On a rank only one task at a time may take part in collective operations: the calls of two tasks
// would be mixed up.
#pragma once

#include <arcas/base/index_range.h>
#include <arcas/cluster/messages/parcel.h>
#include <arcas/cluster/ranks/rank.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// How do all ranks exchange values? Up and down a tree of ranks. A rank and all ranks below it have
// consecutive numbers, so values that are joined on the way up keep the order of the ranks. Short
// messages of both directions are control messages, which handlers forward (messages/README.md, «No
// cycle of waiting»); long messages are requests of tasks, which wait for room.

// The tree, with rank 0 as its root. A rank divides the ranks below it into consecutive parts. Its
// children are the first ranks of these parts.
class span_tree {
 public:
  static constexpr rank_id arity = 4;

  span_tree(rank_id self, rank_id ranks) : last_(ranks) {
    while (first_ != self) step_towards(self);
  }

  bool is_root() const { return first_ == 0; }
  rank_id parent() const { return parent_; }
  // The index of this rank among the children of its parent.
  rank_id place() const { return place_; }
  rank_id children() const { return below() < arity ? below() : arity; }
  rank_id child(rank_id k) const { return first_ + 1 + first_of(k); }
  // Whether rank `to` is child k, or below it.
  bool leads_to(rank_id k, rank_id to) const {
    return to >= child(k) && to < first_ + 1 + first_of(k + 1);
  }

 private:
  rank_id below() const { return last_ - first_ - 1; }
  rank_id first_of(rank_id k) const {
    return k == children() ? below() : static_cast<rank_id>(part_of(below(), children(), k).first);
  }
  void step_towards(rank_id self) {
    rank_id k = 0;
    while (!leads_to(k, self)) ++k;
    const rank_id first = child(k);
    last_ = first_ + 1 + first_of(k + 1);
    parent_ = first_;
    place_ = k;
    first_ = first;
  }

  rank_id first_ = 0;  // this rank and the ranks below it are [first_, last_)
  rank_id last_;
  rank_id parent_ = 0;
  rank_id place_ = 0;
};

// Calls Does(rank, values…) on another rank; the values are of any type that an archive supports.
template <auto Does>
struct passed;
template <class... Args, void (*Does)(rank&, Args...)>
struct passed<Does> {
  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    using opened = typename packed<Args...>::opened;
    const auto pass = [&here](opened& message) {
      std::apply([&here](Args&... args) { Does(here, std::move(args)...); }, message.values());
    };
    for (unsigned i = 0; i < count; ++i) {
      if (!here.messages().open<opened>(from, at, pass)) return i;
    }
    return count;
  }
  static void send(rank& from, rank_id to, const Args&... args) {
    const packed<Args...> values(from.messages().apart(), args...);
    if (!values.is_long() && values.bytes() <= from.messages().longest_message()) {
      from.messages().send<passed>(to, lane::control, 0, values.bytes(),
                                   [&values](std::byte* room) { values.fill(room); });
      return;
    }
    // The spawned task need not be in a scope: the task that waits for the values is in one.
    from.tasks().spawn(job([&from, to, own = std::tuple<Args...>(args...)] {
                         const auto long_values = std::apply(
                             [&from](const Args&... mine) {
                               return packed<Args...>(from.messages().apart(), mine...);
                             },
                             own);
                         from.send_values<passed>(to, 0, long_values, 0, [](std::byte*) {});
                       }),
                       0);
  }
};

// One collective operation on this rank. This rank's call or a child's message creates it,
// whichever comes first. A kind of operation defines
//   up            type of the values of a subtree; join(a, b) joins neighbours, b being behind a
//   down          type of the result for a subtree; of_all(up) makes the result for the root
//   for_child(d, leads_to_root)   the result for a child; d is the result for its parent
//   behind(d, up)                 for scans, in place of for_child(): the result for the ranks
//                                 behind a part with the values `up`; d is the result for this part
template <class Kind>
struct collective : pending_collective {
  using up = typename Kind::up;
  using down = typename Kind::down;

  explicit collective(const span_tree& where) : tree(where) {}

  const span_tree tree;
  std::array<std::optional<up>, span_tree::arity + 1> parts;  // of this rank, then of its children
  rank_id come = 0;
  rank_id root = 0;  // the rank that gets the result, if not all do
  std::optional<down> result;
};

template <class Kind>
concept differs_by_place =
    requires(typename Kind::down d, typename Kind::up u) { Kind::behind(d, u); };

[[noreturn]] void refuse_different_collectives();
[[noreturn]] void refuse_root(const char* name, rank_id root);

template <class Kind>
struct collective_steps {
  using up = typename Kind::up;
  using down = typename Kind::down;

  static collective<Kind>& at(rank& r, std::uint64_t number) {
    pending_collective* const known = r.tables().collectives.find(number);
    if (!known) {
      auto* const fresh = new collective<Kind>(span_tree(r.self(), r.ranks()));
      r.tables().collectives.add(number, arcas::detail::owned<pending_collective>(fresh));
      return *fresh;
    }
    if (auto* const own = dynamic_cast<collective<Kind>*>(known)) return *own;
    refuse_different_collectives();
  }
  // Stores the part of this rank, at place 0, or of child k, at place k + 1. When all parts have
  // come, passes their join up the tree.
  static void part_has_come(rank& r, std::uint64_t number, rank_id place, up part) {
    collective<Kind>& c = at(r, number);
    c.parts[place] = std::move(part);
    if (++c.come != c.tree.children() + 1) return;
    up total = *c.parts[0];
    for (rank_id k = 1; k <= c.tree.children(); ++k) {
      total = Kind::join(std::move(total), *c.parts[k]);
    }
    if (c.tree.is_root()) {
      result_has_come(r, number, Kind::of_all(std::move(total)));
    } else {
      passed<&part_has_come>::send(r, c.tree.parent(), number, c.tree.place() + 1, total);
    }
  }
  static void result_has_come(rank& r, std::uint64_t number, down d) {
    collective<Kind>& c = at(r, number);
    if constexpr (differs_by_place<Kind>) {
      down next = d;
      for (rank_id k = 0; k < c.tree.children(); ++k) {
        next = Kind::behind(std::move(next), *c.parts[k]);
        passed<&result_has_come>::send(r, c.tree.child(k), number, next);
      }
    } else {
      for (rank_id k = 0; k < c.tree.children(); ++k) {
        passed<&result_has_come>::send(r, c.tree.child(k), number,
                                       Kind::for_child(d, c.tree.leads_to(k, c.root)));
      }
    }
    c.result = std::move(d);
    r.tasks().wake(c.waiter);
  }
};

// Takes part in a collective operation and returns its result for this rank. The watch shows `name`
// as the operation.
template <class Kind>
typename Kind::down take_part(const char* name, typename Kind::up own, rank_id root = 0) {
  using steps = collective_steps<Kind>;
  rank& r = here();
  if (root >= r.ranks()) refuse_root(name, root);
  task* const waiter = r.tasks().about_to_wait();
  const std::uint64_t number = r.tables().collectives_called++;
  collective<Kind>& c = steps::at(r, number);
  c.waiter = waiter;
  c.root = root;
  steps::part_has_come(r, number, 0, std::move(own));
  // If this rank's part was the last, the result may have arrived already. Then the task has been
  // woken, and suspend() returns at once.
  r.tasks().suspend(name, "number", number);
  typename Kind::down result = std::move(*c.result);
  r.tables().collectives.end(number);
  return result;
}

}  // namespace arcas::inline v0::cluster::detail

namespace arcas::inline v0::cluster {

namespace detail {

// The type in which a value of type X travels, and the type of the elements that the operation
// folds. filled(e, x) is a value of the length of x, all of whose elements are e.
template <class X>
struct shared_value {
  using type = X;
  using element = X;
  static const X& of(const X& x) { return x; }
  static X filled(const X& x, const X&) { return x; }
};
template <class T>
struct shared_values {
  using type = std::vector<T>;
  using element = T;
  template <class Range>
  static std::vector<T> of(const Range& x) {
    return std::vector<T>(x.begin(), x.end());
  }
  template <class Range>
  static std::vector<T> filled(const T& x, const Range& like) {
    return std::vector<T>(like.size(), x);
  }
};
template <class T>
struct shared_value<std::vector<T>> : shared_values<T> {};
template <class T, std::size_t N>
struct shared_value<std::span<T, N>> : shared_values<std::remove_const_t<T>> {};

template <class X>
using shared = typename shared_value<X>::type;

[[noreturn]] void refuse_different_lengths(std::size_t one, std::size_t other);

template <class X, class Op>
struct fold_of {
  shared<X> operator()(const shared<X>& a, const shared<X>& b) const {
    if constexpr (std::is_same_v<shared<X>, typename shared_value<X>::element>) {
      return Op{}(a, b);
    } else {
      if (a.size() != b.size()) refuse_different_lengths(a.size(), b.size());
      shared<X> all;
      all.reserve(a.size());
      for (std::size_t k = 0; k < a.size(); ++k) all.push_back(Op{}(a[k], b[k]));
      return all;
    }
  }
};

template <class X, class Op>
constexpr void require_fold() {
  using element = typename shared_value<X>::element;
  static_assert(
      archivable<element>,
      "arcas: a value of this class cannot travel between ranks: give numbers, strings, vectors, "
      "or a class with a member template <class Archive> void serialize(Archive& a)");
  static_assert(
      std::is_empty_v<Op> && std::is_default_constructible_v<Op>,
      "arcas: the operation of a collective runs on all ranks and must not capture anything: "
      "give a lambda without captures, or an object such as std::plus<>");
  static_assert(
      std::is_invocable_r_v<element, Op, const element&, const element&>,
      "arcas: the operation of a collective takes two values, or two elements if the value "
      "is a vector or a span, and returns one of the same type");
}

template <class X, class Op>
struct folding {
  using up = shared<X>;
  using down = shared<X>;
  static up join(const up& a, const up& b) { return fold_of<X, Op>{}(a, b); }
  static down of_all(up total) { return total; }
  static const down& for_child(const down& d, bool) { return d; }
};
template <class X, class Op>
struct folding_to_root {
  using up = shared<X>;
  using down = std::optional<shared<X>>;
  static up join(const up& a, const up& b) { return fold_of<X, Op>{}(a, b); }
  static down of_all(up total) { return total; }
  static down for_child(const down& d, bool leads_to_root) {
    return leads_to_root ? d : std::nullopt;
  }
};
template <class X>
struct broadcasting {
  using up = std::optional<shared<X>>;  // empty if the root is not in the subtree
  using down = up;
  static up join(up a, up b) { return a ? std::move(a) : std::move(b); }
  static down of_all(up total) { return total; }
  static const down& for_child(const down& d, bool) { return d; }
};
template <class X, bool ToAll>
struct gathering {
  using up = std::vector<shared<X>>;
  using down = up;
  static up join(up a, up b) {
    for (auto& x : b) a.push_back(std::move(x));
    return a;
  }
  static down of_all(up total) { return total; }
  static down for_child(const down& d, bool leads_to_root) {
    return ToAll || leads_to_root ? d : down{};
  }
};
// The result for a rank is the fold of the values of all ranks before it; empty for rank 0.
template <class X, class Op>
struct scanning {
  using up = shared<X>;
  using down = std::optional<shared<X>>;
  static up join(const up& a, const up& b) { return fold_of<X, Op>{}(a, b); }
  static down of_all(const up&) { return std::nullopt; }
  static down behind(const down& before, const up& part) {
    return before ? join(*before, part) : part;
  }
};

}  // namespace detail

template <class X, class Op>
detail::shared<X> allreduce(const X& x, const Op&) {
  detail::require_fold<X, Op>();
  return detail::take_part<detail::folding<X, Op>>("allreduce", detail::shared_value<X>::of(x));
}

void barrier();

template <class X, class Op>
std::optional<detail::shared<X>> reduce(const X& x, const Op&, rank_id root = 0) {
  detail::require_fold<X, Op>();
  auto total = detail::take_part<detail::folding_to_root<X, Op>>(
      "reduce", detail::shared_value<X>::of(x), root);
  return self() == root ? std::move(total) : std::nullopt;
}

template <class X>
detail::shared<X> broadcast(const X& x, rank_id root = 0) {
  std::optional<detail::shared<X>> own;
  if (self() == root) own = detail::shared_value<X>::of(x);
  return *detail::take_part<detail::broadcasting<X>>("broadcast", std::move(own), root);
}

template <class X>
std::vector<detail::shared<X>> gather(const X& x, rank_id root = 0) {
  auto all = detail::take_part<detail::gathering<X, false>>("gather",
                                                            {detail::shared_value<X>::of(x)}, root);
  if (self() != root) all.clear();
  return all;
}

template <class X>
std::vector<detail::shared<X>> allgather(const X& x) {
  return detail::take_part<detail::gathering<X, true>>("allgather",
                                                       {detail::shared_value<X>::of(x)});
}

template <class X, class Op>
detail::shared<X> inclusive_scan(const X& x, const Op&) {
  detail::require_fold<X, Op>();
  auto own = detail::shared_value<X>::of(x);
  const auto before = detail::take_part<detail::scanning<X, Op>>("inclusive_scan", own);
  return before ? detail::fold_of<X, Op>{}(*before, own) : own;
}

template <class X, class Op>
detail::shared<X> exclusive_scan(const X& x,
                                 const typename detail::shared_value<X>::element& identity,
                                 const Op&) {
  detail::require_fold<X, Op>();
  auto before =
      detail::take_part<detail::scanning<X, Op>>("exclusive_scan", detail::shared_value<X>::of(x));
  return before ? std::move(*before) : detail::shared_value<X>::filled(identity, x);
}

}  // namespace arcas::inline v0::cluster
