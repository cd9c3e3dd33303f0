// SPDX-License-Identifier: Apache-2.0
// node_queues.h: queues of two places, strict and balanced, in every interleaving. Two loops with
// different homes use the same words, or a member gives up.
#include "checks.h"
#include "shared_out.h"

#include <arcas/distribution/node_queues.h>

namespace arcas::sim {

using namespace detail;
namespace {

using explored_queue_words = node_queue_words<explored_atomic>;
using explored_queue_cursor = node_queue_cursor<explored_atomic>;

const locality_layout& two_nodes() {
  static const locality_layout layout(topology::synthetic("numa:2 core:1 pu:1"),
                                      team_of("numa:2 core:1 pu:1", 2), place_kind::numa_node,
                                      false);
  return layout;
}
const locality_layout& two_pairs() {
  static const locality_layout layout(topology::synthetic("numa:2 core:2 pu:1"),
                                      team_of("numa:2 core:2 pu:1", 4), place_kind::numa_node,
                                      false);
  return layout;
}

home_map every_other(std::uint64_t n) {
  return {0, n, [](std::uint64_t i) { return i % 2; }, 1};
}
// Three consecutive iterations have the same home, so that a claim of 2 crosses into the next home.
home_map in_threes(std::uint64_t n) {
  return {0, n, [](std::uint64_t i) { return i / 3 % 2; }, 3};
}
home_map all_at(unsigned place, std::uint64_t n) {
  return {0, n, [place](std::uint64_t) { return place; }, 1};
}

// A loop whose shared words still have the values of an older loop with other homes.
struct homed_loop {
  homed_loop(const locality_layout& l, home_map homes)
      : layout(l),
        queues(l),
        map(std::move(homes)),
        older(all_at(1, 2)),
        before(older.size()),
        now(map.size()) {
    take_part(queues.open(older, 0, older.size()), 1, false, before);
    tag = queues.open(map, 0, map.size());
  }

  void take_part(std::uint64_t of, member_id me, bool strict, iterations_run& loop) {
    explored_queue_cursor mine(layout, queues, of, me, strict);
    for (chunk c; !(c = next(mine)).empty();) {
      require(!strict || mine.local(), "a strict loop takes iterations at home only");
      loop.run(c);
    }
    require(claim_anywhere(mine, 2, 1).empty(), "a drained loop stays drained");
  }
  // Claims like a loop: from the window while there is one.
  static chunk next(explored_queue_cursor& mine) {
    open_stripe<explored_atomic>& window = *mine.window();
    if (window.position < window.length) {
      const chunk c = window.claim(2);
      if (!c.empty()) return c;
    }
    return claim_anywhere(mine, 2, 1);
  }

  const locality_layout& layout;
  explored_queue_words queues;
  home_map map;
  home_map older;
  iterations_run before;  // the loop that used the words before
  iterations_run now;
  std::uint64_t tag = 0;
};

void with_members(world& w, const locality_layout& layout, home_map map,
                  std::vector<member_id> members, bool strict) {
  auto& l = w.make<homed_loop>("loop", layout, std::move(map));
  for (const member_id me : members) {
    w.thread("member " + std::to_string(me),
             [&l, me, strict] { l.take_part(l.tag, me, strict, l.now); });
  }
  w.at_end([&l] { l.now.expect_all(); });
}

void balanced(world& w) {
  with_members(w, two_nodes(), every_other(4), {0, 1}, false);
}
void one_place_has_all(world& w) {
  with_members(w, two_nodes(), all_at(0, 3), {0, 1}, false);
}
// A helper shares a counter with its owner, and each has a window of its own.
void windows(world& w) {
  with_members(w, two_nodes(), in_threes(8), {0, 1}, false);
}
// The two members of the place share its queue; no member comes to the other place.
void neighbours(world& w) {
  with_members(w, two_pairs(), all_at(1, 3), {2, 3}, true);
}

// Iterations that a member takes when it gives up count as finished, though they have not run.
void giving_up(world& w) {
  struct given_up : homed_loop {
    given_up() : homed_loop(two_nodes(), in_threes(8)) {}
    explored_atomic<std::uint64_t> finished{0};
  };
  auto& l = w.make<given_up>("loop");
  w.thread("member 0", [&l] {
    explored_queue_cursor mine(l.layout, l.queues, l.tag, 0, true);
    std::uint64_t began = l.next(mine).size();
    began += l.next(mine).size();
    // relaxed, here and below: a sum that is read when all have ended.
    l.finished.fetch_add(began + mine.abandon(), std::memory_order_relaxed);
  });
  w.thread("member 1", [&l] {
    explored_queue_cursor mine(l.layout, l.queues, l.tag, 1, true);
    for (chunk c; !(c = l.next(mine)).empty();) {
      l.now.run(c);
      l.finished.fetch_add(c.size(), std::memory_order_relaxed);  // relaxed: a sum, read at the end
    }
  });
  w.at_end([&l] {
    // relaxed: all have ended.
    require(l.finished.load(std::memory_order_relaxed) == 8, "all is run or given up, once");
  });
}

}  // namespace

std::span<const check> node_queue_checks() {
  static const check checks[] = {
      {"queues_balanced", balanced},     {"queues_one_place_has_all", one_place_has_all},
      {"queues_neighbours", neighbours}, {"queues_windows", windows},
      {"queues_giving_up", giving_up},
  };
  return checks;
}

}  // namespace arcas::sim
