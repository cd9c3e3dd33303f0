// SPDX-License-Identifier: Apache-2.0
// Which threads run the tasks of a coroutine that any thread may resume, and continue it after
// schedule()?
#include <arcas/tasks/coroutine.h>
#include <arcas/tasks/invoke.h>

#include "channel.h"
#include "teams.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace arcas {

using test::channel;
namespace {

constexpr int rounds = 100;

struct by_schedule {
  static task<> play(channel& in, channel& out, int& played) {
    for (int i = 0; i < rounds; ++i) {
      out.send();
      co_await in.receive();
      co_await schedule();
      ++played;
    }
  }
  static void wait_for(runtime& team, channel& in, channel& out, int& played) {
    test::on(team, [&] { sync_wait(play(in, out, played)); });
  }
};
struct by_run {
  static task<> play(task_group& group, channel& in, channel& out, channel& ran, int& played) {
    for (int i = 0; i < rounds; ++i) {
      out.send();
      co_await in.receive();
      group.run([&] {
        ++played;
        ran.send();
      });
      co_await ran.receive();
    }
  }
  static void wait_for(runtime& team, channel& in, channel& out, int& played) {
    task_group group({.on = &team});
    channel ran;
    group.run(play(group, in, out, ran, played));
    group.wait();
  }
};

// Each of two threads waits for one player; each player is resumed by the thread of the other.
template <class Players>
void play_in_two_threads(runtime& team) {
  channel a, b;
  int first = 0, second = 0;
  std::thread other([&] { Players::wait_for(team, a, b, first); });
  Players::wait_for(team, b, a, second);
  other.join();
  EXPECT_EQ(first, rounds);
  EXPECT_EQ(second, rounds);
}

template <class Players>
class TwoPlayers : public testing::Test {};
using kinds_of_players = testing::Types<by_schedule, by_run>;
TYPED_TEST_SUITE(TwoPlayers, kinds_of_players, );

TYPED_TEST(TwoPlayers, EndOnThreadsThatWorkForOneAnother) {
  play_in_two_threads<TypeParam>(*test::team_of(1));
  const auto team = test::team_of(2);
  play_in_two_threads<TypeParam>(*team);
  // The only idle worker is busy.
  std::atomic<bool> begun{false}, end{false};
  task_group busy({.on = team.get()});
  busy.run([&] {
    begun = true;
    while (!end) std::this_thread::yield();
  });
  while (!begun) std::this_thread::yield();
  play_in_two_threads<TypeParam>(*team);
  end = true;
}

// A coroutine uses the data of the thread on which it runs, also after it has changed the thread.
TEST(Schedule, LeavesTheDataOfItsThread) {
  const auto team = test::team_of(4);
  std::atomic<int> runs{0};
  const auto count = [&runs] { ++runs; };
  task_group group({.on = team.get()});
  const auto spawn = [&]() -> task<> {
    for (int i = 0; i < 1'000; ++i) {
      group.run(count);
      co_await schedule();
      task_group inner;
      inner.run(count);
      inner.wait();
    }
  };
  const auto fork = [&]() -> task<> {
    for (int i = 0; i < 1'000; ++i) {
      invoke(count, count);
      co_await schedule();
    }
  };
  for (int i = 0; i < 4; ++i) {
    group.run(spawn);
    group.run(fork);
  }
  group.wait();
  EXPECT_EQ(runs, 2 * 2 * 4 * 1'000);
}

TEST(Schedule, ContinuesForItsGroupAfterAThreadThatDoesNotWait) {
  const auto team = test::team_of(1);
  channel later;
  std::atomic<int> rounds{0};
  task_group mine({.on = team.get()});  // is not waited for meanwhile
  std::thread other([&] {
    for (int i = 0; i < 20; ++i) {
      task_group group({.on = team.get()});
      group.run([&]() -> task<> {
        co_await later.receive();
        co_await schedule();
        ++rounds;
      });
      group.wait();
    }
  });
  for (int i = 0; i < 20; ++i) {
    while (!later.has_receiver()) std::this_thread::yield();
    later.send();
    while (rounds != i + 1) std::this_thread::yield();
  }
  other.join();
}

// Tasks of two groups that no thread has taken do not lie in one deque: the older would hide the
// other from a thread that may take that one only.
TEST(Schedule, ContinuesWhileAnotherGroupDoesNot) {
  const auto team = test::team_of(1);
  channel first, second;
  std::atomic<bool> second_ended{false};
  std::atomic<int> ended{0};
  const auto continue_after = [&](channel& c) -> task<> {
    co_await c.receive();
    co_await schedule();
    ++ended;
  };
  std::thread other([&] {
    task_group group({.on = team.get()});
    group.run([&] {
      while (!second_ended) std::this_thread::yield();
    });
    group.run(continue_after(first));  // begins before the function above
    group.wait();
  });
  std::thread sender([&] {
    while (!first.has_receiver() || !second.has_receiver()) std::this_thread::yield();
    first.send();
    second.send();
  });
  test::on(*team, [&] { sync_wait(continue_after(second)); });
  second_ended = true;
  sender.join();
  other.join();
  EXPECT_EQ(ended, 2);
}

TEST(Schedule, ContinuesOnTheRuntimeOfItsGroup) {
  const auto mine = test::wakeful_team_of(2), others = test::wakeful_team_of(2);
  channel later;
  std::thread waits([&] {
    task_group group({.on = mine.get()});
    group.run([&]() -> task<> {
      co_await later.receive();
      co_await schedule();
      EXPECT_EQ(&runtime::current(), mine.get());
    });
    group.wait();
  });
  while (!later.has_receiver()) std::this_thread::yield();
  std::atomic<bool> sent{false};
  task_group group({.on = others.get()});
  group.run([&] {
    later.send();
    sent = true;
  });
  while (!sent) std::this_thread::yield();  // so a worker of the other runtime sends
  group.wait();
  waits.join();
}

TEST(Schedule, LetsOtherTasksRunWhileCoroutinesPoll) {
  for (const unsigned workers : {1u, 2u}) {
    const auto team = test::team_of(workers);
    std::atomic<bool> flag{false};
    const auto poll = [&]() -> task<> {
      while (!flag) co_await schedule();
    };
    task_group group({.on = team.get()});
    for (int i = 0; i < 5; ++i) group.run(poll);
    group.run([&] { flag = true; });
    for (int i = 0; i < 5; ++i) group.run(poll);
    group.wait();

    flag = false;
    const auto set = [&]() -> task<> {
      flag = true;
      co_return;
    };
    const auto all = [&]() -> task<> {
      auto a = poll(), b = poll(), c = set(), d = poll();
      co_await when_all(a, b, c, d);
    };
    test::on(*team, [&] { sync_wait(all()); });
  }
}

// The task that ends the polling lies in the deque of a thread that runs another task.
TEST(Schedule, LetsTasksOfABusyThreadRunWhileCoroutinesPoll) {
  const auto team = test::wakeful_team_of(2);
  std::atomic<bool> flag{false}, polls{false};
  task_group group({.on = team.get()});
  group.run([&]() -> task<> {
    while (!flag) {
      co_await schedule();
      polls = true;
    }
  });
  while (!polls) std::this_thread::yield();
  group.run([&] { flag = true; });
  while (!flag) std::this_thread::yield();  // this thread runs no tasks meanwhile
  group.wait();
}

// The task that ends the polling was left by a thread outside of the runtime.
TEST(Schedule, LetsTasksOfOtherThreadsRunWhileCoroutinesPoll) {
  const auto team = test::team_of(1);
  channel later;
  std::atomic<bool> flag{false};
  task_group group({.on = team.get()});
  group.run([&]() -> task<> {
    while (!flag) co_await schedule();
  });
  group.run([&]() -> task<> {
    co_await later.receive();
    group.run([&] { flag = true; });
  });
  std::thread sender([&] {
    while (!later.has_receiver()) std::this_thread::yield();
    later.send();
  });
  group.wait();
  sender.join();
}

}  // namespace
}  // namespace arcas
