// SPDX-License-Identifier: Apache-2.0
// Collective operations. One task of each rank calls them, all in the same order (for example
// inside on_all_ranks); none returns before all ranks have called it. The contract:
//
//   barrier()                            only waits
//   allreduce(x, op)                     returns the fold of all x, in the order of the ranks
//   reduce(x, op, root)                  std::optional: the fold on the root, empty on other ranks
//   broadcast(x, root)                   returns the root's x
//   gather(x, root), allgather(x)        the x of rank r at index r; gather is empty elsewhere
//   inclusive_scan(x, op)                on rank r the fold of the x of ranks 0 to r
//   exclusive_scan(x, identity, op)      on rank r the fold of the x of ranks 0 to r - 1
//
//   x       any type that an archive supports. Vectors and spans are folded element by element, and
//           must have equal lengths on all ranks; the result is a std::vector
//   op      associative; a function object without captures. It runs between tasks
//   root    0 by default
//   cost    two messages of each rank, up a tree of ranks and down again. A fold of n elements
//           sends n elements from each rank; a gather sends the values of all ranks below a rank
//
// Only one such series may be in progress at a time: parts of two tasks of a rank would be mixed
// up.
#pragma once

#include <arcas/cluster/structures/collective_tree.h>

#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {

// The type in which an X travels, and the operation on its elements.
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

// The requirements on the operation, for all collectives that fold.
template <class X, class Op>
constexpr void require_fold() {
  using element = typename shared_value<X>::element;
  static_assert(
      archivable<element>,
      "a value of this class cannot travel between ranks: give numbers, strings, vectors, "
      "or a class with a member template <class Archive> void serialize(Archive& a)");
  static_assert(std::is_empty_v<Op> && std::is_default_constructible_v<Op>,
                "the operation of a collective runs on all ranks and must not capture anything: "
                "give a lambda without captures, or an object such as std::plus<>");
  static_assert(std::is_invocable_r_v<element, Op, const element&, const element&>,
                "the operation of a collective takes two values, or two elements if the value "
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
  using up = std::optional<shared<X>>;  // only of the root
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
// The result of a rank is the fold of the parts before it; empty on the first.
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
