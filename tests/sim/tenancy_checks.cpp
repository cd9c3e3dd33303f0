// SPDX-License-Identifier: Apache-2.0
// tenancy.h: one tenant at a time, and each finds what the one before it left, while a thread that
// keeps the seat is put out by another.
#include "checks.h"

#include <sim/explore/explored_atomic.h>

#include <arcas/workers/tenancy.h>

namespace arcas::sim {
namespace {

// Whoever gives the seat back keeps it, if anybody may.
struct seat_with_things {
  tenancy<explored_atomic, 0> seat;
  shared<int> things{0};

  bool come(const int& me) {
    if (!seat.take(&me)) return false;
    things.set(things.read() + 1);
    seat.give_back(&me);
    return true;
  }
};

const int ann = 0;
const int bob = 0;
const int cid = 0;

void keeper_and_another(world& w) {
  auto& t = w.make<seat_with_things>("seat");
  w.thread("ann", [&] {
    t.come(ann);
    t.come(ann);
  });
  w.thread("bob", [&] { t.come(bob); });
}

void keeper_and_two_others(world& w) {
  auto& t = w.make<seat_with_things>("seat");
  w.thread("ann", [&] {
    t.come(ann);
    t.come(ann);
  });
  w.thread("bob", [&] { t.come(bob); });
  w.thread("cid", [&] { t.come(cid); });
}

void keeper_comes_again(world& w) {
  auto& t = w.make<seat_with_things>("seat");
  w.thread("ann", [&] {
    for (int turn = 0; turn < 3; ++turn) t.come(ann);
  });
  w.thread("bob", [&] {
    t.come(bob);
    t.come(bob);
  });
}

}  // namespace

std::span<const check> tenancy_checks() {
  static const check checks[] = {
      {"tenancy_keeper_and_another", keeper_and_another},
      {"tenancy_keeper_comes_again", keeper_comes_again},
      {"tenancy_keeper_and_two_others", keeper_and_two_others, {}, false, true},
  };
  return checks;
}

}  // namespace arcas::sim
