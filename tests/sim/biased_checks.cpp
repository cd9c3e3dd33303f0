// SPDX-License-Identifier: Apache-2.0
// biased.h: an owner claims with plain loads and stores. Helpers make requests, which the owner
// answers or the helpers settle with a heavy fence. Each iteration is claimed exactly once.
#include "checks.h"
#include "shared_out.h"

#include <arcas/distribution/biased.h>

namespace arcas::sim {

using namespace detail;
namespace {

using explored_biased_words = biased_words<explored_atomic>;
using explored_biased_cursor = biased_cursor<explored_atomic>;

const biased_layout& two_members() {
  static const std::vector<member_id> members = {0, 1};
  static const biased_layout layout(team_of("core:2 pu:1", 2), members);
  return layout;
}

// Slots 1 and 2 have no home. They are neighbours, of which only one searches at a time.
const biased_layout& one_and_two_helpers() {
  static const std::vector<member_id> members = {0, 0, 0};
  static const biased_layout layout(team_of("core:1 pu:1", 1), members);
  return layout;
}

// As in a large team, the owner passes a fence at every claim.
const biased_layout& one_that_pays_and_a_helper() {
  static const std::vector<member_id> members = {0, 0};
  static const biased_layout layout(team_of("core:1 pu:1", 1), members, {.most_interrupted = 0});
  return layout;
}

struct biased_loop {
  biased_loop(const biased_layout& l, std::uint64_t n)
      : layout(l), slots(l), loop(n), iterations(n) {}

  void take_part(unsigned me, std::uint64_t grain) {
    explored_biased_cursor mine(layout, slots, iterations, tag, me);
    for (chunk c = mine.claim(grain);; c = mine.claim(grain)) {
      if (c.empty()) c = mine.claim_elsewhere(grain);
      if (c.empty()) return;
      loop.run(c);
    }
  }
  // Claims as in a compiled loop: the fast claim first, then the slow one.
  void take_part_fast(unsigned me, std::uint64_t grain) {
    explored_biased_cursor mine(layout, slots, iterations, tag, me);
    chunk taken;
    do {
      if (!mine.fenced()) mine.own().batch_end = mine.own().at + mine.remaining();
      for (chunk c; !(c = mine.own().claim(grain)).empty();) loop.run(c);
      for (chunk c; !(c = mine.claim(grain)).empty();) loop.run(c);
      taken = mine.claim_elsewhere(grain);
      if (!taken.empty()) loop.run(taken);
    } while (!taken.empty());
  }

  // An owner that makes `plain` plain claims, then `paid` fenced ones, and then plain ones again.
  void take_part_carefully(unsigned plain, unsigned paid) {
    explored_biased_cursor mine(layout, slots, iterations, tag, 0);
    for (unsigned i = 0;; ++i) {
      if (i == plain) mine.set_fenced(true);
      if (i == plain + paid) mine.set_fenced(false);
      const chunk c = mine.claim(1);
      if (c.empty()) break;
      loop.run(c);
    }
    for (chunk c; !(c = mine.claim_elsewhere(1)).empty();) loop.run(c);
  }

  const biased_layout& layout;
  explored_biased_words slots;
  iterations_run loop;
  std::uint64_t iterations;
  std::uint64_t tag = slots.open();
};

void everybody(world& w, const biased_layout& layout, std::uint64_t n, std::uint64_t grain,
               bool fast = false) {
  auto& l = w.make<biased_loop>("loop", layout, n);
  for (unsigned me = 0; me < layout.slots(); ++me) {
    const std::string slot = "slot " + std::to_string(me);
    w.name(l.slots.slot(me).position, slot + " position");
    w.name(l.slots.slot(me).limit, slot + " limit");
    w.name(l.slots.slot(me).end, slot + " end");
    w.thread("worker " + std::to_string(me), [&l, me, grain, fast] {
      fast ? l.take_part_fast(me, grain) : l.take_part(me, grain);
    });
  }
  w.at_end([&l] { l.loop.expect_all(); });
}

void fenced(world& w, std::uint64_t n, unsigned plain, unsigned paid) {
  auto& l = w.make<biased_loop>("loop", one_and_a_helper(), n);
  w.name(l.slots.slot(0).position, "position");
  w.name(l.slots.slot(0).limit, "limit");
  w.name(l.slots.slot(0).end, "end");
  w.name(l.slots.slot(0).fenced, "fenced");
  w.thread("owner", [&l, plain, paid] { l.take_part_carefully(plain, paid); });
  w.thread("helper", [&l] { l.take_part(1, 1); });
  w.at_end([&l] { l.loop.expect_all(); });
}

void careful_for_one(world& w) {
  fenced(w, 1, 0, 1);
}
void careful_no_longer(world& w) {
  fenced(w, 1, 0, 0);
}
void careful_after_a_claim(world& w) {
  fenced(w, 2, 1, 1);
}
// opens: the owner leads the loop, so that it has opened its slot before the helper comes.
void always_fenced(world& w, std::uint64_t n, bool opens) {
  const biased_layout& layout = one_that_pays_and_a_helper();
  auto& l = w.make<biased_loop>("loop", layout, n);
  if (opens) l.slots.open_slot(0, layout.home(0, n));
  w.name(l.slots.slot(0).position, "position");
  w.name(l.slots.slot(0).limit, "limit");
  w.name(l.slots.slot(0).end, "end");
  w.name(l.slots.slot(0).fenced, "fenced");
  w.thread("owner", [&l] { l.take_part(0, 1); });
  w.thread("helper", [&l] { l.take_part(1, 1); });
  w.at_end([&l] { l.loop.expect_all(); });
}
void always_fenced_for_one(world& w) {
  always_fenced(w, 1, false);
}
void always_fenced_leader(world& w) {
  always_fenced(w, 1, true);
}
void always_fenced_for_two(world& w) {
  always_fenced(w, 2, true);
}

void helper_for_one(world& w) {
  everybody(w, one_and_a_helper(), 1, 1);
}
void helper(world& w) {
  everybody(w, one_and_a_helper(), 2, 1);
}
// Two helpers take part; the owner has not come.
void searches_in_turn(world& w) {
  auto& l = w.make<biased_loop>("loop", one_and_two_helpers(), std::uint64_t{1});
  for (unsigned me : {1, 2}) {
    const std::string slot = "slot " + std::to_string(me);
    w.name(l.slots.slot(me).position, slot + " position");
    w.name(l.slots.slot(me).limit, slot + " limit");
    w.name(l.slots.slot(me).end, slot + " end");
    w.thread("helper " + std::to_string(me), [&l, me] { l.take_part(me, 1); });
  }
  w.at_end([&l] { l.loop.expect_all(); });
}
void fast_claims(world& w) {
  everybody(w, one_and_a_helper(), 1, 1, true);
}
void two_owners(world& w) {
  everybody(w, two_members(), 2, 1);
}

}  // namespace

std::span<const check> biased_checks() {
  const exploration impatient = {.patience = 0};
  const exploration patient = {.patience = 1};
  static const check checks[] = {
      {"biased_helper_for_one", helper_for_one, impatient, false, true},
      {"biased_fast_claims", fast_claims, impatient, false, true},
      {"biased_careful_for_one", careful_for_one, impatient, false, true},
      {"biased_careful_no_longer", careful_no_longer, impatient, false, true},
      {"biased_careful_after_a_claim", careful_after_a_claim, impatient, false, true},
      {"biased_always_fenced_for_one", always_fenced_for_one, impatient, false, true},
      {"biased_always_fenced_leader", always_fenced_leader, impatient, false, true},
      {"biased_always_fenced_for_two", always_fenced_for_two, impatient, false, true},
      {"biased_helper", helper, impatient, true},
      {"biased_helper_patient", helper, patient, true},
      {"biased_searches_in_turn", searches_in_turn, patient, false, true},
      {"biased_two_owners", two_owners, impatient, false, true},
  };
  return checks;
}

}  // namespace arcas::sim
