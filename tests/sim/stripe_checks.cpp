// SPDX-License-Identifier: Apache-2.0
// stripes.h: the first claimer opens a stripe, and a drained stripe stays drained. Two loops use
// the same words.
#include "checks.h"
#include "shared_out.h"

#include <arcas/distribution/stripes.h>

namespace arcas::sim {

using namespace detail;
namespace {

using explored_stripe_words = stripe_words<explored_atomic>;
using explored_stripe_cursor = stripe_cursor<explored_atomic>;

struct striped_loop {
  striped_loop(const stripe_layout& l, std::uint64_t n)
      : layout(l), counters(l), before(n), now(n), iterations(n) {}

  void take_part(std::uint64_t tag, member_id me, iterations_run& loop, std::uint64_t grain) {
    explored_stripe_cursor mine(layout, counters, iterations, tag, me);
    for (chunk c; !(c = claim_anywhere(mine, grain, grain)).empty();) loop.run(c);
    require(claim_anywhere(mine, grain, grain).empty(), "a drained loop stays drained");
  }

  const stripe_layout& layout;
  explored_stripe_words counters;
  iterations_run before;  // the loop that used the words before
  iterations_run now;
  std::uint64_t iterations;
  explored_atomic<unsigned> left{0};  // number of workers that have left the first loop
  explored_atomic<std::uint64_t> second_tag{0};
};

// A loop whose shared words still have the values of an older loop.
striped_loop& after_another(world& w, const stripe_layout& layout, std::uint64_t n,
                            std::uint64_t grain) {
  auto& l = w.make<striped_loop>("loop", layout, n);
  l.take_part(l.counters.open(), 0, l.before, grain);
  return l;
}

void with_members(world& w, const stripe_layout& layout, std::vector<member_id> members,
                  std::uint64_t n, std::uint64_t grain) {
  auto& l = after_another(w, layout, n, grain);
  const std::uint64_t tag = l.counters.open();
  for (std::size_t i = 0; i < members.size(); ++i) {
    w.thread("worker " + std::to_string(i),
             [&l, tag, grain, me = members[i]] { l.take_part(tag, me, l.now, grain); });
  }
  w.at_end([&l] { l.now.expect_all(); });
}

const stripe_layout& shared_counter() {
  static const stripe_layout layout(team_of("core:2 pu:1", 2), place_kind::machine);
  return layout;
}
const stripe_layout& stripe_each() {
  static const stripe_layout layout(team_of("core:2 pu:1", 2), place_kind::thread);
  return layout;
}
const stripe_layout& two_packages() {
  static const stripe_layout layout(team_of("pack:2 core:2 pu:1", 4), place_kind::thread);
  return layout;
}

void one_counter(world& w) {
  with_members(w, shared_counter(), {0, 1}, 3, 1);
}
void grain_of_two(world& w) {
  with_members(w, shared_counter(), {0, 1}, 3, 2);
}
void two_stripes(world& w) {
  with_members(w, stripe_each(), {0, 1}, 3, 1);
}
void four_stripes(world& w) {
  with_members(w, two_packages(), {0, 3}, 4, 1);
}
// A helper shares a member's number.
void with_helper(world& w) {
  with_members(w, stripe_each(), {0, 1, 1}, 2, 1);
}
// Four threads for three iterations.
void four_workers(world& w) {
  with_members(w, shared_counter(), {0, 0, 1, 1}, 3, 1);
}

// Two loops; the last worker to leave the first opens the second.
void two_striped_loops(world& w) {
  auto& l = w.make<striped_loop>("loop", stripe_each(), 2);
  const std::uint64_t first = l.counters.open();
  for (member_id me = 0; me < 2; ++me) {
    w.thread("worker " + std::to_string(me), [&l, first, me] {
      l.take_part(first, me, l.before, 1);
      // acq_rel: the pool's part, which excludes workers of an older loop; pairs with itself.
      if (l.left.fetch_add(1, std::memory_order_acq_rel) == 1)
        l.second_tag.store(l.counters.open(),
                           std::memory_order_release);  // release: pairs with the load
      std::uint64_t tag = 0;
      // acquire: pairs with the store above.
      while ((tag = l.second_tag.load(std::memory_order_acquire)) == 0)
        machine<explored_atomic>::pause();
      l.take_part(tag, me, l.now, 1);
    });
  }
  w.at_end([&l] {
    l.before.expect_all();
    l.now.expect_all();
  });
}

}  // namespace

std::span<const check> stripe_checks() {
  static const check checks[] = {
      {"stripes_one_counter", one_counter},
      {"stripes_grain_of_two", grain_of_two},
      {"stripes_two_stripes", two_stripes},
      {"stripes_four_stripes", four_stripes},
      {"stripes_two_loops", two_striped_loops, {.spurious_failures = 0}, false, true},
      {"stripes_four_workers", four_workers, {.spurious_failures = 0}},
      {"stripes_with_helper", with_helper, {.spurious_failures = 0}, false, true},
  };
  return checks;
}

}  // namespace arcas::sim
