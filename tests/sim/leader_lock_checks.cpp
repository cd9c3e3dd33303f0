// SPDX-License-Identifier: Apache-2.0
// leader_lock.h: there is one holder at a time. Each holder sees the writes of the previous holder,
// also after evicting a thread that kept the board.
#include "checks.h"

#include <sim/explore/explored_atomic.h>

#include <arcas/workers/leader_lock.h>

namespace arcas::sim {

using namespace detail;
namespace {

// TurnsToKeep is 0: already after its first turn a thread becomes the biased owner of the board,
// unless another thread has ever been the biased owner.
struct lock_with_things {
  leader_lock<explored_atomic, 0> lock;
  shared<int> things{0};

  bool come(const int& me) {
    if (!lock.take(&me)) return false;
    things.set(things.read() + 1);
    lock.give_back(&me);
    return true;
  }
};

const int ann = 0;
const int bob = 0;
const int cid = 0;

void biased_owner_and_another(world& w) {
  auto& t = w.make<lock_with_things>("lock");
  w.thread("ann", [&] {
    t.come(ann);
    t.come(ann);
  });
  w.thread("bob", [&] { t.come(bob); });
}

void biased_owner_and_two_others(world& w) {
  auto& t = w.make<lock_with_things>("lock");
  w.thread("ann", [&] {
    t.come(ann);
    t.come(ann);
  });
  w.thread("bob", [&] { t.come(bob); });
  w.thread("cid", [&] { t.come(cid); });
}

void biased_owner_comes_again(world& w) {
  auto& t = w.make<lock_with_things>("lock");
  w.thread("ann", [&] {
    for (int turn = 0; turn < 3; ++turn) t.come(ann);
  });
  w.thread("bob", [&] {
    t.come(bob);
    t.come(bob);
  });
}

}  // namespace

std::span<const check> leader_lock_checks() {
  static const check checks[] = {
      {"leader_lock_biased_owner_and_another", biased_owner_and_another},
      {"leader_lock_biased_owner_comes_again", biased_owner_comes_again},
      {"leader_lock_biased_owner_and_two_others", biased_owner_and_two_others, {}, false, true},
  };
  return checks;
}

}  // namespace arcas::sim
