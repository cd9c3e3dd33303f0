// SPDX-License-Identifier: Apache-2.0
// publication.h with leaders that are also followers: a nested loop on one board, on which the
// outer loop is then published again; and a follower of level 1 that leads from its own board
// inside a loop, follows again, and leads again.
#include "checks.h"

#include <arcas/workers/publication.h>

namespace arcas::sim {

using namespace detail;
namespace {

constexpr unsigned led_slots = 2;

// A loop of one iteration, in its leader's frame.
struct led_job {
  explicit led_job(int n) : number(n) {}
  shared<int> number;
  shared<int> result{0};
};

// One leader's board, and its other data in a pool.
struct led_board {
  arcas::detail::publication_board<explored_atomic, led_slots> board{1, 1};
  struct words {
    explored_atomic<std::uint64_t> claimed{0};  // number of the loop whose iteration is claimed
    shared<int> prepared{0};                    // plain: written while no thread is inside
  } of[led_slots];
  std::vector<announcement<explored_atomic>*> below;  // of those who may follow here
  std::uint64_t last = 0;                             // the leader's own: number of loops led

  bool claim(unsigned index, std::uint64_t number) {
    std::uint64_t before = of[index].claimed.load(std::memory_order_relaxed);
    // relaxed: claims like stripes; the data of the loop's body comes with the loop.
    return before < number &&
           of[index].claimed.compare_exchange_strong(before, number, std::memory_order_relaxed);
  }

  // A loop on its leader's side. For a loop that is nested in another loop on this board, lead()
  // gets that loop as `outer`.
  struct shown {
    unsigned index = 0;
    int level = 0;
    work item;
  };
  template <class Inside>
  void lead(int level, const shown* outer, Inside inside) {
    shown mine;
    mine.level = level;
    mine.index = board.reserve([this](auto visit) {
      for (auto* a : below) visit(a->named());
    });
    if (mine.index == led_slots) return inside(mine);
    const std::uint64_t number = ++last;
    led_job job(static_cast<int>(number));
    of[mine.index].prepared.write() = static_cast<int>(number);
    mine.item.context = &job;
    for (auto& a : mine.item.arguments) a = number;
    board.publish(mine.index, level, mine.item);
    auto& slot = board.slot(mine.index);
    if (claim(mine.index, number)) {
      inside(mine);
      job.result.write() = static_cast<int>(number);
    } else {
      slot.expected += 1;
      while (!slot.done.reached(slot.expected)) machine<explored_atomic>::pause();
    }
    require(job.result.read() == static_cast<int>(number), "a loop is done when it returns");
    slot.in_use = false;
    if (outer) board.publish(outer->index, outer->level, outer->item);
  }

  // Looks once for work as a worker of this level. An iteration of loop e calls inside(e).
  template <class Inside>
  void follow(announcement<explored_atomic>& me, int level, Inside inside) {
    auto& notice = board.notice_for(0);
    const epoch e = notice.current();
    if (e.being_written() || e == epoch{} || e.level() > level) return;
    const work item = notice.read();
    me.enter(&board.slot(e.slot()));
    if (notice.seen_again(e)) take_part(e, item, inside);
    me.leave();
  }
  template <class Inside>
  void take_part(epoch e, const work& item, Inside inside) {
    const auto number = item.arguments[0];
    for (const auto a : item.arguments) require(a == number, "each word is of the same loop");
    require(of[e.slot()].prepared.read() == static_cast<int>(number),
            "nobody uses the slot for a later loop");
    if (!claim(e.slot(), number)) return;
    led_job& job = *static_cast<led_job*>(item.context);
    require(job.number.read() == static_cast<int>(number), "the job is the one announced");
    inside(e);
    job.result.write() = static_cast<int>(number);
    board.slot(e.slot()).done.add(0, 1);
  }
};

const auto nothing = [](auto&&) {};

// A loop inside a loop of the same leader. When the inner loop is over, the outer one is published
// again, with a new epoch and the same words in the same slot.
void inside_one_board(world& w, int looks) {
  struct team {
    led_board root;
    announcement<explored_atomic> follower;
  };
  auto& t = w.make<team>("team");
  t.root.below = {&t.follower};
  w.thread("leader", [&t] {
    t.root.lead(0, nullptr,
                [&t](const led_board::shown& outer) { t.root.lead(0, &outer, nothing); });
    t.root.lead(0, nullptr, nothing);
  });
  w.thread("follower", [&t, looks] {
    for (int look = 0; look < looks; ++look) t.root.follow(t.follower, 0, nothing);
  });
}
void inside_one_board_once(world& w) {
  inside_one_board(w, 1);
}
void inside_one_board_twice(world& w) {
  inside_one_board(w, 2);
}

// A worker of level 1 follows the root and leads the workers below it; a leaf follows its nearest
// leader.
struct two_levels {
  led_board root;
  led_board own;  // the middle worker's
  announcement<explored_atomic> middle;
  announcement<explored_atomic> leaf;

  two_levels() {
    root.below = {&middle, &leaf};
    own.below = {&leaf};
  }
  void lead_below() {
    own.board.set_leading(true);
    own.lead(0, nullptr, nothing);
    own.board.set_leading(false);
  }
  void follow_as_middle() {
    root.follow(middle, 1, [this](epoch e) {
      if (e.level() == 1) lead_below();
    });
  }
  void follow_as_leaf() {
    led_board& board = own.board.notice_for(0).leading() ? own : root;
    board.follow(leaf, 0, nothing);
  }
};

// The root has no loop here. The middle worker leads twice, and is a follower in between.
void leads_again(world& w) {
  auto& t = w.make<two_levels>("levels");
  w.thread("middle", [&t] {
    t.lead_below();
    t.lead_below();
  });
  w.thread("leaf", [&t] {
    for (int look = 0; look < 2; ++look) t.follow_as_leaf();
  });
}
two_levels& leads_and_follows_in(world& w) {
  auto& t = w.make<two_levels>("levels");
  w.thread("root", [&t] {
    t.root.lead(1, nullptr, nothing);
    t.root.lead(0, nullptr, nothing);
  });
  w.thread("middle", [&t] {
    for (int look = 0; look < 2; ++look) t.follow_as_middle();
  });
  return t;
}
void leads_and_follows(world& w) {
  leads_and_follows_in(w);
}
void three_threads(world& w) {
  auto& t = leads_and_follows_in(w);
  w.thread("leaf", [&t] {
    for (int look = 0; look < 2; ++look) t.follow_as_leaf();
  });
}

}  // namespace

std::span<const check> leading_checks() {
  static const check checks[] = {
      {"leading_inside_one_board", inside_one_board_once},
      {"leading_inside_one_board_twice", inside_one_board_twice, {}, true},
      {"leading_again", leads_again},
      {"leading_and_following", leads_and_follows},
      {"leading_three", three_threads, {.random_executions = 200'000}, true},
  };
  return checks;
}

}  // namespace arcas::sim
