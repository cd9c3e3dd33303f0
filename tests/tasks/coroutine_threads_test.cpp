// SPDX-License-Identifier: Apache-2.0
// Which threads continue a coroutine that awaits schedule()?
#include <arcas/tasks/coroutine.h>

#include "channel.h"
#include "teams.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace arcas {

using test::channel;
namespace {

task<> play(channel& in, channel& out, int rounds, int& played) {
  for (int i = 0; i < rounds; ++i) {
    out.send();
    co_await in.receive();
    co_await schedule();
    ++played;
  }
}

// Each of two threads waits for one player; each player is resumed by the thread of the other.
void play_in_two_threads(runtime& team) {
  channel a, b;
  int first = 0, second = 0;
  std::thread other([&] { test::on(team, [&] { sync_wait(play(a, b, 100, first)); }); });
  test::on(team, [&] { sync_wait(play(b, a, 100, second)); });
  other.join();
  EXPECT_EQ(first, 100);
  EXPECT_EQ(second, 100);
}

TEST(Schedule, ContinuesForItsGroupOnAThreadThatWorksForAnother) {
  play_in_two_threads(*test::team_of(1));
  const auto team = test::team_of(2);
  play_in_two_threads(*team);
  // The only idle worker is busy.
  std::atomic<bool> begun{false}, end{false};
  task_group busy({.on = team.get()});
  busy.run([&] {
    begun = true;
    while (!end) std::this_thread::yield();
  });
  while (!begun) std::this_thread::yield();
  play_in_two_threads(*team);
  end = true;
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
