// SPDX-License-Identifier: Apache-2.0
// What all ranks do together: one task of each calls it, all in the same order (inside
// on_all_ranks, say), and none returns before all have called.
//
//   barrier()          no more than that
//   allreduce(x, op)   all return the fold of all x, in an order that depends on the number of
//   ranks
//                      only; op portable, without captures
//
// Up a tree of ranks and down again. Only one such series may go on at a time: two tasks of a rank
// that both take part would be taken for each other.
#pragma once

#include <arcas/cluster/messages/parcel.h>
#include <arcas/cluster/ranks/rank.h>

#include <array>
#include <memory>
#include <optional>

namespace arcas::cluster {

// One allreduce, as this rank sees it. Begun by whichever comes first: its own call or a child's.
template <class T>
struct gathering : detail::pending_collective {
  std::array<std::optional<T>, detail::rank_tree::arity + 1>
      parts;  // this rank's, then its children's
  std::optional<T> result;
  unsigned come = 0;
};

template <class T, class Op>
struct allreduce_step {
  static detail::rank_tree tree(detail::rank& r) { return {0, r.self(), r.ranks()}; }

  static gathering<T>& at(detail::rank& r, std::uint64_t number) {
    auto& m = r.tables().collectives.at(number);
    if (!m) m = std::make_unique<gathering<T>>();
    return static_cast<gathering<T>&>(*m);
  }
  static void part_has_come(detail::rank& r, std::uint64_t number, std::size_t from,
                            const T& part) {
    gathering<T>& g = at(r, number);
    g.parts[from] = part;
    if (++g.come != tree(r).children() + 1) return;
    T total = *g.parts[0];
    for (rank_id i = 1; i <= tree(r).children(); ++i) total = Op{}(total, *g.parts[i]);
    if (tree(r).is_root()) {
      result_has_come(r, number, total);
    } else {
      send<up>(r, tree(r).parent(), number, total);
    }
  }
  static void result_has_come(detail::rank& r, std::uint64_t number, const T& total) {
    for (rank_id i = 0; i < tree(r).children(); ++i) send<down>(r, tree(r).child(i), number, total);
    gathering<T>& g = at(r, number);
    g.result = total;
    r.tasks().wake(g.waiter);
  }

  template <class Kind>
  static void send(detail::rank& r, rank_id to, std::uint64_t number, const T& value) {
    r.messages().send_control<Kind>(
        to, 0, sizeof number + detail::wire_bytes<T>,
        [&](std::byte* at) { detail::put_plain(detail::put_plain(at, number), value); });
  }
  struct up {
    static unsigned run(detail::rank& r, const detail::envelope& from, const std::byte*& at,
                        unsigned count) {
      for (unsigned i = 0; i < count; ++i) {
        const auto number = detail::take_plain<std::uint64_t>(at);
        const T part = detail::take_plain<T>(at);
        rank_id child = 0;
        while (tree(r).child(child) != from.from) ++child;
        part_has_come(r, number, child + 1, part);
      }
      return count;
    }
  };
  struct down {
    static unsigned run(detail::rank& r, const detail::envelope&, const std::byte*& at,
                        unsigned count) {
      for (unsigned i = 0; i < count; ++i) {
        const auto number = detail::take_plain<std::uint64_t>(at);
        result_has_come(r, number, detail::take_plain<T>(at));
      }
      return count;
    }
  };
};

template <detail::portable T, class Op>
T allreduce(const T& value, const Op&) {
  static_assert(std::is_empty_v<Op>, "the operation of allreduce must not capture anything");
  using step = allreduce_step<T, Op>;
  detail::rank& r = detail::here();
  detail::task* const waiter = r.tasks().about_to_wait();
  const std::uint64_t number = r.tables().collectives.next();
  gathering<T>& g = step::at(r, number);
  g.waiter = waiter;
  step::part_has_come(r, number, 0, value);
  // Where this rank was the last, the result is there, and so is the wake-up: it is consumed here.
  r.tasks().suspend("allreduce", "number", number);
  const T result = *g.result;
  r.tables().collectives.end(number);
  return result;
}

inline void barrier() {
  allreduce(char{0}, [](char a, char) { return a; });
}

}  // namespace arcas::cluster
