// SPDX-License-Identifier: Apache-2.0
// biased.h: an owner that claims with plain loads and stores, helpers that ask, are answered, or
// settle the question behind a heavy fence. Each iteration once, none left.
#include "checks.h"
#include "shared_out.h"

#include <arcas/distribution/biased.h>

namespace arcas::sim {
namespace {

using words = biased_words<explored_atomic>;
using cursor = biased_cursor<explored_atomic>;

const biased_layout& two_members() {
  static const std::vector<member_id> members = {0, 1};
  static const biased_layout layout(team_of("core:2 pu:1", 2), members);
  return layout;
}
// The second slot of member 0 has no home: it comes to help.
const biased_layout& one_and_a_helper() {
  static const std::vector<member_id> members = {0, 0};
  static const biased_layout layout(team_of("core:1 pu:1", 1), members);
  return layout;
}

struct biased_loop {
  biased_loop(const biased_layout& l, std::uint64_t n)
      : layout(l), slots(l), loop(n), iterations(n) {}

  void take_part(unsigned me, std::uint64_t grain) {
    cursor mine(layout, slots, iterations, tag, me);
    for (chunk c = mine.claim(grain);; c = mine.claim(grain)) {
      if (c.empty()) c = mine.refill(grain);
      if (c.empty()) return;
      loop.run(c);
    }
  }
  // As compiled into a loop: the fast claim first, the slow one for what it leaves.
  void take_part_fast(unsigned me, std::uint64_t grain) {
    cursor mine(layout, slots, iterations, tag, me);
    chunk taken;
    do {
      mine.own().batch_end = mine.own().at + mine.remaining();
      for (chunk c; !(c = mine.own().claim(grain)).empty();) loop.run(c);
      for (chunk c; !(c = mine.claim(grain)).empty();) loop.run(c);
      taken = mine.refill(grain);
      if (!taken.empty()) loop.run(taken);
    } while (!taken.empty());
  }

  const biased_layout& layout;
  words slots;
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

void helper_for_one(world& w) {
  everybody(w, one_and_a_helper(), 1, 1);
}
void helper(world& w) {
  everybody(w, one_and_a_helper(), 2, 1);
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
      {"biased_helper", helper, impatient, true},
      {"biased_helper_patient", helper, patient, true},
      {"biased_two_owners", two_owners, impatient, false, true},
  };
  return checks;
}

}  // namespace arcas::sim
