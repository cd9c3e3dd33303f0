// SPDX-License-Identifier: Apache-2.0
// What all ranks do together: one task of each calls it, all in the same order (inside
// on_all_ranks, say), and none returns before all have called.
//
//   barrier()          no more than that
//   allreduce(x, op)   all return the fold of all x, in an order that depends on the number of
//                      ranks only; op portable, without captures
//
// Up a tree of ranks and down again. Only one such series may go on at a time: two tasks of a rank
// that both take part would be taken for each other.
#pragma once

#include <arcas/cluster/ranks/rank.h>

#include <array>
#include <memory>
#include <optional>

namespace arcas::inline v0::cluster {

namespace detail {

// One allreduce, as this rank sees it. Begun by whichever comes first: its own call or a child's.
template <class T>
struct gathering : pending_collective {
  std::array<std::optional<T>, rank_tree::arity + 1> parts;  // this rank's, then its children's
  std::optional<T> result;
  unsigned come = 0;
};

template <class T, class Op>
struct allreduce_step {
  static rank_tree tree(rank& r) { return {0, r.self(), r.ranks()}; }

  static gathering<T>& at(rank& r, std::uint64_t number) {
    auto& m = r.tables().collectives[number];
    if (!m) m = std::make_unique<gathering<T>>();
    return static_cast<gathering<T>&>(*m);
  }
  // Of this rank, at place 0, or of one of its children.
  static void part_has_come(rank& r, std::uint64_t number, rank_id place, T part) {
    gathering<T>& g = at(r, number);
    g.parts[place] = part;
    if (++g.come != tree(r).children() + 1) return;
    T total = *g.parts[0];
    for (rank_id i = 1; i <= tree(r).children(); ++i) total = Op{}(total, *g.parts[i]);
    if (tree(r).is_root()) {
      result_has_come(r, number, total);
    } else {
      r.messages().tell<&part_has_come>(tree(r).parent(), lane::control, number,
                                        tree(r).place_among_siblings() + 1, total);
    }
  }
  static void result_has_come(rank& r, std::uint64_t number, T total) {
    for (rank_id i = 0; i < tree(r).children(); ++i) {
      r.messages().tell<&result_has_come>(tree(r).child(i), lane::control, number, total);
    }
    gathering<T>& g = at(r, number);
    g.result = total;
    r.tasks().wake(g.waiter);
  }
};

}  // namespace detail

template <detail::portable T, class Op>
T allreduce(const T& value, const Op&) {
  static_assert(std::is_empty_v<Op>, "the operation of allreduce must not capture anything");
  using step = detail::allreduce_step<T, Op>;
  detail::rank& r = detail::here();
  detail::task* const waiter = r.tasks().about_to_wait();
  const std::uint64_t number = r.tables().collectives_called++;
  detail::gathering<T>& g = step::at(r, number);
  g.waiter = waiter;
  step::part_has_come(r, number, 0, value);
  // Where this rank was the last, the result is there, and so is the wake-up: it is consumed here.
  r.tasks().suspend("allreduce", "number", number);
  const T result = *g.result;
  r.tables().collectives.erase(number);
  return result;
}

inline void barrier() {
  allreduce(char{0}, [](char a, char) { return a; });
}

}  // namespace arcas::inline v0::cluster
