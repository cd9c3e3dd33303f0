// SPDX-License-Identifier: Apache-2.0
// sleep.h, wait_queue.h and loop_slot: no thread sleeps through a loop, neither a follower for
// which one is published nor a leader whose followers have finished.
#include "checks.h"

#include <sim/explore/explored_futex.h>

#include <arcas/workers/publication.h>
#include <arcas/workers/wait_queue.h>

namespace arcas::sim {

using namespace detail;
namespace {

struct sleepy_team {
  notice<explored_atomic> board;
  sleeper<explored_atomic> bed;
  explored_atomic<std::uint32_t> sleepers{0};
  loop_slot<explored_atomic> slot{2};
  shared<int> result{0};
  bool sleepers_pay = false;

  void publish(std::uint64_t loop) {
    board.post(epoch(loop, 0, 0), work{});
    order_notice_before_sleepers<explored_atomic>(sleepers_pay);
    // See pool::wake(). relaxed: a hint, ordered by the fence.
    if (sleepers.load(std::memory_order_relaxed) == 0) return;
    if (bed.sleeps() && bed.awaken(sleepers)) bed.ring();
  }
  // Takes one loop after the other up to number `last`.
  void follow_until(std::uint64_t last) {
    epoch seen;
    const auto is_news = [&] {
      const epoch e = board.current();
      return e != seen && !e.being_written();
    };
    while (seen != epoch(last, 0, 0)) {
      if (is_news()) {
        seen = board.current();
      } else {
        bed.sleep(sleepers, is_news, sleepers_pay);
      }
    }
  }
};

void follower_sleeps(world& w) {
  auto& t = w.make<sleepy_team>("team");
  w.thread("leader", [&] { t.publish(1); });
  w.thread("follower", [&] { t.follow_until(1); });
}

// The leader's fence is a light one.
void follower_pays(world& w) {
  auto& t = w.make<sleepy_team>("team");
  t.sleepers_pay = true;
  w.thread("leader", [&] { t.publish(1); });
  w.thread("follower", [&] { t.follow_until(1); });
}

void follower_sleeps_twice(world& w) {
  auto& t = w.make<sleepy_team>("team");
  w.thread("leader", [&] {
    t.publish(1);
    t.publish(2);
  });
  w.thread("follower", [&] { t.follow_until(2); });
}

// Two sleepers that share the count; the leader rings both.
struct two_sleepers {
  notice<explored_atomic> board;
  sleeper<explored_atomic> beds[2];
  explored_atomic<std::uint32_t> sleepers{0};

  void publish(bool sleepers_pay) {
    board.post(epoch(1, 0, 0), work{});
    order_notice_before_sleepers<explored_atomic>(sleepers_pay);
    // See pool::wake(). relaxed: a hint, ordered by the fence.
    if (sleepers.load(std::memory_order_relaxed) == 0) return;
    for (auto& bed : beds) {
      if (bed.sleeps() && bed.awaken(sleepers)) bed.ring();
    }
  }
  void follow(unsigned me, bool sleepers_pay) {
    const auto is_news = [this] { return board.current() == epoch(1, 0, 0); };
    while (!is_news()) beds[me].sleep(sleepers, is_news, sleepers_pay);
  }
};

void two_sleep(world& w, bool sleepers_pay) {
  auto& t = w.make<two_sleepers>("sleepers");
  w.thread("leader", [&t, sleepers_pay] { t.publish(sleepers_pay); });
  for (const unsigned me : {0, 1})
    w.thread("follower " + std::to_string(me),
             [&t, me, sleepers_pay] { t.follow(me, sleepers_pay); });
  w.at_end([&t] { require(t.sleepers.load() == 0, "the count of sleepers is right"); });
}
void two_sleep_and_pay(world& w) {
  two_sleep(w, true);
}
void two_sleep_with_fences(world& w) {
  two_sleep(w, false);
}

// The leader has woken a worker. When that worker has entered the loop, as in
// follower::take_part(), it wakes one more.
struct chain_of_sleepers {
  notice<explored_atomic> board;
  sleeper<explored_atomic> bed;
  explored_atomic<std::uint32_t> sleepers{0};

  bool is_news() const { return board.current() == epoch(1, 0, 0); }
  void wake() {
    // relaxed: a hint, ordered by the fence of seen_again().
    if (sleepers.load(std::memory_order_relaxed) != 0 && bed.sleeps() && bed.awaken(sleepers))
      bed.ring();
  }
};
void woken_wakes_the_next(world& w) {
  auto& t = w.make<chain_of_sleepers>("sleepers");
  w.thread("leader", [&t] { t.board.post(epoch(1, 0, 0), work{}); });
  w.thread("woken", [&t] {
    while (!t.is_news()) machine<explored_atomic>::pause();
    require(t.board.seen_again(epoch(1, 0, 0)), "the loop is still there");
    t.wake();
  });
  w.thread("next", [&t] {
    while (!t.is_news()) {
      t.bed.sleep(t.sleepers, [&t] { return t.is_news(); }, false);
    }
  });
}

// A leader and a guest that ring the same bed, one after the other or at the same time.
struct two_leaders {
  notice<explored_atomic> boards[2];
  sleeper<explored_atomic> bed;
  explored_atomic<std::uint32_t> sleepers{0};

  void publish(unsigned leader) {
    boards[leader].post(epoch(1, 0, 0), work{});
    order_notice_before_sleepers<explored_atomic>(false);
    // See pool::wake(). relaxed: a hint, ordered by the fence.
    if (sleepers.load(std::memory_order_relaxed) == 0) return;
    if (bed.sleeps() && bed.awaken(sleepers)) bed.ring();
  }
  void follow_both() {
    bool seen[2] = {};
    const auto is_news = [&](unsigned l) {
      return !seen[l] && boards[l].current() == epoch(1, 0, 0);
    };
    while (!seen[0] || !seen[1]) {
      if (is_news(0)) {
        seen[0] = true;
      } else if (is_news(1)) {
        seen[1] = true;
      } else {
        bed.sleep(sleepers, [&] { return is_news(0) || is_news(1); }, false);
      }
    }
  }
};
void between_two_leaders(world& w) {
  auto& t = w.make<two_leaders>("leaders");
  w.thread("leader", [&t] { t.publish(0); });
  w.thread("guest", [&t] { t.publish(1); });
  w.thread("follower", [&t] { t.follow_both(); });
}

// A limit excludes a worker, which sleeps although there is a loop. The leader raises the limit
// before it publishes the next loop.
struct limited_team {
  notice<explored_atomic> board;
  sleeper<explored_atomic> bed;
  explored_atomic<std::uint32_t> sleepers{0};
  explored_atomic<unsigned> limit{0};

  // relaxed, both: see pool::set_limit() and pool::limit().
  void raise(bool sleepers_pay) {
    limit.store(1, std::memory_order_relaxed);
    ring_sleeper(sleepers_pay);
  }
  void raise_and_publish(bool sleepers_pay) {
    limit.store(1, std::memory_order_relaxed);
    board.post(epoch(2, 0, 0), work{});
    ring_sleeper(sleepers_pay);
  }
  void ring_sleeper(bool sleepers_pay) {
    order_notice_before_sleepers<explored_atomic>(sleepers_pay);
    // See pool::wake(). relaxed: a hint, ordered by the fence.
    if (sleepers.load(std::memory_order_relaxed) == 0) return;
    if (bed.sleeps() && bed.awaken(sleepers)) bed.ring();
  }
  void follow(bool sleepers_pay) {
    const auto takes_part = [this] { return limit.load(std::memory_order_relaxed) != 0; };
    const auto is_news = [this] { return board.current() == epoch(2, 0, 0); };
    while (true) {
      const bool news = is_news();
      const bool in = takes_part();
      require(!news || in, "a worker that sees the loop sees the limit that its leader set");
      if (news && in) return;
      bed.sleep(sleepers, [&] { return takes_part() && is_news(); }, sleepers_pay);
    }
  }
};
// A worker that otherwise spins sleeps while the limit excludes it. It must return when the limit
// is raised, even without a new loop.
void spinner_left_out(world& w) {
  auto& t = w.make<limited_team>("team");
  w.thread("limiter", [&t] { t.raise(true); });
  w.thread("follower", [&t] {
    const auto takes_part = [&t] { return t.limit.load(std::memory_order_relaxed) != 0; };
    while (!takes_part()) t.bed.sleep(t.sleepers, takes_part, true);
  });
}
void worker_left_out(world& w, bool sleepers_pay) {
  auto& t = w.make<limited_team>("team");
  w.thread("leader", [&t, sleepers_pay] { t.raise_and_publish(sleepers_pay); });
  w.thread("follower", [&t, sleepers_pay] { t.follow(sleepers_pay); });
}
void left_out_and_pays(world& w) {
  worker_left_out(w, true);
}
void left_out_with_fences(world& w) {
  worker_left_out(w, false);
}

void leader_sleeps(world& w) {
  auto& t = w.make<sleepy_team>("team");
  t.slot.expected = 2;
  w.thread("leader", [&] {
    while (!t.slot.done.reached(t.slot.expected)) t.slot.sleep();
    require(t.result.read() == 2, "each reported iteration has run");
  });
  w.thread("follower", [&] {
    t.slot.report(0, 1);
    t.result.set(2);
    t.slot.report(0, 1);
  });
}

void leader_sleeps_for_two(world& w) {
  auto& t = w.make<sleepy_team>("team");
  t.slot.expected = 2;
  w.thread("leader", [&] {
    while (!t.slot.done.reached(t.slot.expected)) t.slot.sleep();
  });
  // Each follower reports on a separate word.
  for (unsigned f = 0; f < 2; ++f)
    w.thread("follower " + std::to_string(f), [&t, f] { t.slot.report(f, 1); });
}

// A thread sleeps in a queue that another thread enters and leaves without sleeping. The sleeper
// must be woken.
void queue_beside_another(world& w) {
  auto& queue = w.make<wait_queue<explored_atomic>>("queue");
  auto& called = w.make<explored_atomic<bool>>("called", false);
  w.thread("sleeper", [&queue, &called] {
    // relaxed: nothing else is read.
    const auto is_called = [&] { return called.load(std::memory_order_relaxed); };
    while (!is_called()) queue.sleep(is_called);
  });
  w.thread("other", [&queue] { queue.sleep([] { return true; }); });
  w.thread("waker", [&queue, &called] {
    called.store(true, std::memory_order_relaxed);  // relaxed: the queue's fence orders it
    queue.wake();
  });
}

// Two threads wake a thread that sleeps once. wake() returns true to only one of them, although the
// other may call it before the sleeper has continued. A thread that has woken nobody looks for
// other sleepers.
void queue_wakes_once(world& w) {
  auto& queue = w.make<wait_queue<explored_atomic>>("queue");
  auto& called = w.make<explored_atomic<bool>>("called", false);
  auto& wakers = w.make<explored_atomic<int>>("wakers told so", 0);
  w.thread("sleeper", [&queue, &called] {
    // relaxed: nothing else is read.
    queue.sleep([&] { return called.load(std::memory_order_relaxed); });
  });
  for (int k = 0; k < 2; ++k) {
    w.thread("waker " + std::to_string(k), [&queue, &called, &wakers] {
      called.store(true, std::memory_order_relaxed);  // relaxed: the queue's fence orders it
      // relaxed: a count.
      if (queue.wake(wait_queue<explored_atomic>::all, 1))
        require(wakers.fetch_add(1, std::memory_order_relaxed) == 0, "it has been woken once");
    });
  }
}

}  // namespace

std::span<const check> sleep_checks() {
  static const check checks[] = {
      {"sleep_of_a_follower", follower_sleeps},
      {"sleep_of_a_follower_that_pays", follower_pays},
      {"sleep_of_a_follower_twice", follower_sleeps_twice},
      {"sleep_between_two_leaders", between_two_leaders},
      {"sleep_of_two", two_sleep_with_fences},
      {"sleep_of_two_that_pay", two_sleep_and_pay, {}, false, true},
      {"sleep_woken_wakes_the_next", woken_wakes_the_next},
      {"sleep_of_a_worker_left_out", left_out_with_fences},
      {"sleep_of_a_worker_left_out_that_pays", left_out_and_pays},
      {"sleep_of_a_worker_left_out_that_spins", spinner_left_out},
      {"sleep_of_a_leader", leader_sleeps},
      {"sleep_of_a_leader_for_two", leader_sleeps_for_two},
      {"sleep_in_a_queue_beside_another", queue_beside_another, {.preemptions = 3}},
      {"sleep_in_a_queue_woken_once", queue_wakes_once, {.preemptions = 3}},
  };
  return checks;
}

}  // namespace arcas::sim
