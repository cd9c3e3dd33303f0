// SPDX-License-Identifier: Apache-2.0
// A thread that waits inside a task begins only descendants of the awaited task: PROTOCOL.md,
// «Waiters run only descendants». Other tasks could deadlock on a lock held meanwhile, and would
// accumulate on the stack.
#include "teams.h"

#include <arcas/tasks/invoke.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

// The number of the outer task that this thread is in.
constexpr int none = -1;
thread_local int inside = none;

class stay {
 public:
  explicit stay(int outer) : before_(inside) { inside = outer; }
  ~stay() { inside = before_; }
  stay(const stay&) = delete;

 private:
  int before_;
};

// Makes another thread take the second function, so that the thread of the first must wait for it.
template <class F>
void wait_for_stolen(F f) {
  std::latch begun(1);
  invoke([&] { begun.wait(); },
         [&] {
           begun.count_down();
           f();
         });
}

// Waits at each depth for three tasks, which thieves may take. Counts tasks that begin inside
// another outer task as wrong.
void nested_waits(int outer, int depth, std::atomic<int>& wrong) {
  if (inside != none && inside != outer) ++wrong;
  const stay here(outer);
  if (depth == 0) return;
  task_group beside;
  for (int i = 0; i < 3; ++i) beside.run([=, &wrong] { nested_waits(outer, depth - 1, wrong); });
  beside.wait();
}

TEST(Waiting, BeginsNoOtherTaskOfTheOuterGroup) {
  const auto team = test::team_of(4);
  std::atomic<int> wrong{0};
  task_group outer({.on = team.get()});
  for (int i = 0; i < 200; ++i) {
    outer.run([i, &wrong] {
      // If this task began while another one waits below it on this stack, this task could wait for
      // ever for a lock that the other one holds.
      if (inside != none) ++wrong;
      const stay here(i);
      invoke([] { std::this_thread::yield(); }, [] { std::this_thread::yield(); });
      nested_waits(i, 3, wrong);
    });
  }
  outer.wait();
  EXPECT_EQ(wrong, 0);
}

// While another thread executes the stolen function, the waiting thread could begin tasks of the
// outer group.
TEST(Waiting, DoesNotBeginOthersTasksHoweverLongItWaits) {
  const auto team = test::wakeful_team_of(2);
  test::on(*team, [] {
    for (int round = 0; round < 20; ++round) {
      std::atomic<int> begun_inside{0};
      bool waits = false;
      task_group outer;
      for (int i = 0; i < 10; ++i) outer.run([&] { begun_inside += waits; });
      wait_for_stolen([&] {
        for (int i = 0; i < 50; ++i) std::this_thread::yield();
      });
      waits = true;
      wait_for_stolen([] {});
      waits = false;
      outer.wait();
      ASSERT_EQ(begun_inside, 0);
    }
  });
}

// The stolen function spawns a task that must run at the same time as the function itself. Only the
// waiter can take it: otherwise the function would wait for ever.
TEST(Waiting, TakesTasksOfTheAwaitedTask) {
  const auto team = test::wakeful_team_of(2);
  test::on(*team, [] {
    for (int round = 0; round < 20; ++round) {
      wait_for_stolen([] {
        std::latch both(2);
        invoke([&] { both.arrive_and_wait(); }, [&] { both.arrive_and_wait(); });
      });
    }
  });
}

// The waiter also takes the tasks that descendants of the awaited task spawn on other threads.
TEST(Waiting, TakesDescendantsThroughSeveralThefts) {
  const auto team = test::wakeful_team_of(3);
  test::on(*team, [] {
    for (int round = 0; round < 20; ++round) {
      wait_for_stolen([] {
        wait_for_stolen([] {
          std::latch all(3);
          const auto meet = [&] { all.arrive_and_wait(); };
          invoke(meet, meet, meet);
        });
      });
    }
  });
}

// The waiter leaves a request with a worker that runs one of the awaited tasks. That worker answers
// with tasks of another group, so the waiter must look elsewhere. Of the three other workers one
// publishes such tasks, one runs one of them, and the third needs the waiter.
TEST(Waiting, LooksElsewhereIfAPublishedTaskIsNotForIt) {
  const auto team = test::wakeful_team_of(4);
  for (int round = 0; round < 5; ++round) {
    std::latch begun(2);
    std::latch shown(1);
    std::latch over(1);
    std::atomic<bool> keep{false};
    std::atomic<bool> kept{false};
    task_group outer({.on = team.get()});
    task_group inner({.on = team.get()});
    inner.run([&] {
      begun.arrive_and_wait();
      const auto show = [&] {
        for (int i = 0; i < 100; ++i) {
          outer.run([&] {
            if (!keep) return;
            kept = true;
            over.wait();
          });
        }
      };
      for (int i = 0; i < 100; ++i) show();
      for (keep = true; !kept; std::this_thread::yield()) show();
      show();
      shown.count_down();
      over.wait();
    });
    inner.run([&] {
      begun.arrive_and_wait();
      shown.wait();
      std::latch both(2);
      invoke([&] { both.arrive_and_wait(); }, [&] { both.arrive_and_wait(); });
      over.count_down();
    });
    begun.wait();
    inner.wait();
    outer.wait();
  }
}

// A waiter can reach a task that an outside thread has left, although that thread works for no
// join.
TEST(Waiting, TakesTasksThatAGuestHasLeft) {
  const auto team = test::team_of(1);
  int runs = 0;
  task_group group({.on = team.get()});
  for (int visit = 1; visit <= 3; ++visit) {
    std::jthread([&] {
      for (int i = 0; i < 10; ++i) group.run([&] { ++runs; });
    }).join();
    group.wait();
    ASSERT_EQ(runs, 10 * visit);
  }
}

TEST(Waiting, TakesTasksThatItSpawnedFromAnotherRuntime) {
  const auto one = test::team_of(1);
  const auto other = test::team_of(1);
  int runs = 0;
  task_group group({.on = one.get()});
  {
    const task_group beside({.on = other.get()});
    for (int i = 0; i < 10; ++i) group.run([&] { ++runs; });
  }
  group.wait();
  EXPECT_EQ(runs, 10);
}

// The waiter sleeps while the awaited task waits for the tasks that the guest then spawns.
TEST(Waiting, IsWokenForTasksThatAGuestHasLeft) {
  const auto team = test::team_of(2);
  for (int round = 0; round < 5; ++round) {
    std::latch begun(1);
    std::latch over(2);
    task_group group({.on = team.get()});
    group.run([&] {
      begun.count_down();
      over.wait();
    });
    begun.wait();
    const std::jthread guest([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      for (int i = 0; i < 2; ++i) group.run([&] { over.count_down(); });
    });
    group.wait();
  }
}

// A task of the inner group adds a task to the outer group. A thread that waits for the inner group
// must not begin the added task.
TEST(Waiting, DoesNotBeginTasksOfAnOuterGroup) {
  const auto team = test::team_of(1);
  test::on(*team, [] {
    bool waiting = false;
    bool wrong = false;
    int runs = 0;
    task_group outer;
    task_group inner;
    for (int i = 0; i < 3; ++i) {
      inner.run([&] {
        outer.run([&] {
          wrong = wrong || waiting;
          ++runs;
        });
      });
    }
    waiting = true;
    inner.wait();
    waiting = false;
    outer.wait();
    EXPECT_FALSE(wrong);
    EXPECT_EQ(runs, 3);
  });
}

// Outer tasks are above the waiter's own in the deque. The waiter finds its own, and the outer ones
// remain.
TEST(Waiting, FindsItsTasksBelowOthers) {
  const auto team = test::team_of(1);
  test::on(*team, [] {
    int outer_runs = 0;
    int second = 0;
    task_group outer;
    invoke([&] { outer.run([&] { ++outer_runs; }); }, [&] { second = 1 + outer_runs; });
    EXPECT_EQ(second, 1);
    outer.wait();
    EXPECT_EQ(outer_runs, 1);
  });
}

// Each of many tasks waits for a function that another thread may run. If a waiter began other
// tasks meanwhile, all twenty thousand could be on its stack.
TEST(Waiting, KeepsTheStackAsDeepAsTheTree) {
  const auto team = test::team_of(4);
  static thread_local int nested = 0;
  std::atomic<int> deepest{0};
  task_group outer({.on = team.get()});
  for (int i = 0; i < 20'000; ++i) {
    outer.run([&] {
      ++nested;
      int seen = deepest;
      while (seen < nested && !deepest.compare_exchange_weak(seen, nested)) {
      }
      invoke([] {}, [] {});
      --nested;
    });
  }
  outer.wait();
  EXPECT_EQ(deepest, 1);
}

}  // namespace
}  // namespace arcas
