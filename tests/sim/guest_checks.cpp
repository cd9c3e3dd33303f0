// SPDX-License-Identifier: Apache-2.0
// guests_present (publication.h) with leader_lock.h and sleep.h: guests that lead from two boards,
// as pool::free_state() assigns them, and an idle worker that looks for them and sleeps. The worker
// takes part in each guest's loop.
#include "checks.h"

#include <sim/explore/explored_futex.h>

#include <arcas/workers/leader_lock.h>
#include <arcas/workers/publication.h>

namespace arcas::sim {

using namespace detail;
namespace {

constexpr unsigned boards = 2;

struct guest_board {
  leader_lock<explored_atomic> lock;
  notice<explored_atomic> board;
  shared<std::uint64_t> loops{0};  // loops led here until now; used by the holder
};

struct inn {
  guest_board at[boards];
  guests_present<explored_atomic> present;
  sleeper<explored_atomic> bed;
  explored_atomic<std::uint32_t> sleepers{0};

  void lead(const void* me) {
    for (unsigned s = 0; s < boards; ++s) {
      if (!at[s].lock.take(me)) continue;
      present.come(s);
      lead_from(at[s]);
      present.go(s);
      at[s].lock.give_back(me);
      return;
    }
    require(false, "there is a board for each guest");
  }
  void lead_from(guest_board& mine) {
    explored_atomic<bool> over{false};  // in the leader's frame
    work item;
    item.context = &over;
    mine.board.post(epoch(++mine.loops.write(), 0, 0), item);
    order_notice_before_sleepers<explored_atomic>(true);
    // See pool::wake(). relaxed: a hint, ordered by the fence.
    if (sleepers.load(std::memory_order_relaxed) != 0 && bed.sleeps() && bed.awaken(sleepers))
      bed.ring();
    // acquire: pairs with the follower's store, its last access to this loop.
    while (!over.load(std::memory_order_acquire)) machine<explored_atomic>::pause();
  }

  // Takes part in `loops` loops.
  void follow(unsigned loops) {
    epoch seen[boards];
    const auto is_news = [&](unsigned s) {
      const epoch e = at[s].board.current();
      return e != seen[s] && !e.being_written();
    };
    const auto take_part = [&](unsigned s) {
      if (!is_news(s)) return false;
      seen[s] = at[s].board.current();
      auto* over = static_cast<explored_atomic<bool>*>(at[s].board.read().context);
      require(over != nullptr, "the words are those of the epoch");
      over->store(true, std::memory_order_release);  // release: pairs with the guest's look
      return true;
    };
    for (unsigned followed = 0; followed < loops;) {
      if (present.any(take_part)) {
        ++followed;
      } else {
        bed.sleep(sleepers, [&] { return present.any(is_news); }, true);
      }
    }
  }
};

void one_guest(world& w, int loops) {
  auto& i = w.make<inn>("inn");
  w.thread("guest", [&i, loops] {
    for (int loop = 0; loop < loops; ++loop) i.lead(&i);
  });
  w.thread("follower", [&i, loops] { i.follow(static_cast<unsigned>(loops)); });
}
void comes(world& w) {
  one_guest(w, 1);
}
void comes_again(world& w) {
  one_guest(w, 2);
}
// There are no loops. A guest that comes or goes leaves the other guest's bit unchanged.
void come_and_go(world& w) {
  auto& present = w.make<guests_present<explored_atomic>>("present");
  for (const unsigned g : {0, 1}) {
    w.thread("guest " + std::to_string(g), [&present, g] {
      for (int turn = 0; turn < 2; ++turn) {
        present.come(g);
        require(present.any([g](unsigned board) { return board == g; }), "who is here is seen");
        present.go(g);
        require(!present.any([g](unsigned board) { return board == g; }), "who is gone is not");
      }
    });
  }
}
// Two guests at once, or one after the other on the same board.
void two_guests(world& w) {
  auto& i = w.make<inn>("inn");
  for (const unsigned g : {0, 1})
    w.thread("guest " + std::to_string(g), [&i, g] { i.lead(&i.at[g]); });
  w.thread("follower", [&i] { i.follow(2); });
}

}  // namespace

std::span<const check> guest_checks() {
  const exploration by_chance = {.random_executions = 100'000};
  static const check checks[] = {
      {"guests_come_and_go", come_and_go},
      {"guests_one_comes", comes},
      {"guests_one_comes_again", comes_again, by_chance, true},
      {"guests_two", two_guests, by_chance, true},
  };
  return checks;
}

}  // namespace arcas::sim
