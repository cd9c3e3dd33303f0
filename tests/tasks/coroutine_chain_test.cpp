// SPDX-License-Identifier: Apache-2.0
// In which order do coroutines that await each other continue and end?
#include <arcas/tasks/coroutine_chain.h>

#include "channel.h"
#include "teams.h"

#include <arcas/tasks/coroutine.h>

#include <gtest/gtest.h>

#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace arcas {

using test::channel;
namespace {

task<int> number(int n) {
  co_return n;
}

TEST(Coroutine, StaysOnItsThreadWhileItAwaitsCoroutines) {
  channel later;
  std::thread other([&] {
    while (!later.has_receiver()) std::this_thread::yield();
    later.send();
  });
  const auto id = other.get_id();
  int moved = 0;
  const auto loop = [&]() -> task<> {
    co_await later.receive();
    for (int i = 0; i < 2'000; ++i) {
      co_await number(1);
      if (std::this_thread::get_id() != id) ++moved;
    }
  };
  sync_wait(loop());
  EXPECT_EQ(moved, 0);
  other.join();
}

TEST(Coroutine, IsNotEndedByAStopWhileItAwaitsCoroutines) {
  std::stop_source source;
  int steps = 0;
  task_group group({.stop = source.get_token()});
  group.run([&]() -> task<> {
    source.request_stop();
    for (int i = 0; i < 2'000; ++i) steps += co_await number(1);
  });
  group.wait();
  EXPECT_EQ(steps, 2'000);
}

// The resumed coroutine awaits others, which run before resume() returns.
TEST(Coroutine, ContinuesInTheCallThatResumesIt) {
  channel later;
  std::vector<int> order;
  const auto inner = [&]() -> task<> {
    co_await later.receive();
    order.push_back(co_await number(1));
    order.push_back(co_await number(2));
  };
  const auto outer = [&]() -> task<> {
    later.send();
    order.push_back(3);
    order.push_back(co_await number(4));
  };
  const auto team = test::team_of(1);
  task_group group({.on = team.get()});
  group.run(outer);
  group.run(inner);  // begins first: the thread runs the latest task first
  group.wait();
  EXPECT_EQ(order, (std::vector{1, 2, 3, 4}));
}

TEST(Coroutine, AwaitsADeepRecursion) {
  struct recursion {
    static task<int> sum(int n) {
      if (n == 0) co_return 0;
      co_return 1 + co_await sum(n - 1);
    }
  };
  EXPECT_EQ(sync_wait(recursion::sum(100'000)), 100'000);
}

std::string text_of(const auto& f) {
  try {
    f();
  } catch (const std::logic_error& e) {
    return e.what();
  }
  return "no std::logic_error";
}

TEST(Coroutine, GivesItsResultOnce) {
  const auto twice = [](bool throws) -> task<> {
    const auto f = [](bool t) -> task<int> {
      if (t) throw std::runtime_error("first");
      co_return 1;
    };
    const auto a = f(throws);
    try {
      co_await a;
    } catch (const std::runtime_error&) {
    }
    co_await a;
  };
  for (const bool throws : {false, true}) {
    EXPECT_EQ(text_of([&] { sync_wait(twice(throws)); }),
              "arcas: a task<T> is awaited that has begun before");
  }
}

TEST(WhenAll, ThatIsRefusedBeginsNone) {
  const auto refused = []() -> task<int> {
    auto a = number(1), b = number(2), c = number(3);
    co_await b;
    bool thrown = false;
    try {
      co_await when_all(a, b, c);
    } catch (const std::logic_error&) {
      thrown = true;
    }
    EXPECT_TRUE(thrown);
    co_return co_await a + co_await c;
  };
  EXPECT_EQ(sync_wait(refused()), 4);
}

TEST(WhenAll, TakesATemporaryView) {
  const auto sum = []() -> task<int> {
    std::vector<task<int>> all;
    for (int i = 1; i <= 3; ++i) all.push_back(number(i));
    co_await when_all(std::span(all).first(2));
    co_await when_all(std::span(all).last(1));
    co_return co_await all[0] + co_await all[1] + co_await all[2];
  };
  EXPECT_EQ(sync_wait(sum()), 6);
}

TEST(SyncWait, TakesAFunctionThatReturnsAConstCoroutine) {
  EXPECT_EQ(sync_wait([]() -> const task<int> { return number(3); }), 3);  // NOLINT: const result
  int ran = 0;
  task_group group;
  group.run([&]() -> const task<> {  // NOLINT: const result
    ++ran;
    co_return;
  });
  group.wait();
  EXPECT_EQ(ran, 1);
}

struct writes_at_end {
  ~writes_at_end() { to.push_back(value); }
  std::vector<int>& to;
  int value;
};

// The coroutines end in the order of a return, although none of them continues.
TEST(CoroutineOfAGroup, ThatIsStoppedEndsBeforeThoseThatAwaitIt) {
  const auto team = test::team_of(1);
  std::vector<int> order;
  std::stop_source source;
  const auto leaf = [&]() -> task<> {
    const writes_at_end variable{order, 1};
    co_await schedule();
  };
  const auto middle = [&]() -> task<> {
    auto t = leaf();
    const writes_at_end variable{order, 2};
    co_await t;
  };
  const auto root = [&]() -> task<> {
    std::vector<task<>> all;
    all.push_back(middle());
    const auto moved = std::move(all);
    const writes_at_end variable{order, 3};
    source.request_stop();
    co_await moved[0];
  };
  task_group group({.stop = source.get_token(), .on = team.get()});
  group.run(root);
  group.wait();
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(CoroutineOfAGroup, ThatIsStoppedMayBeDeep) {
  std::stop_source source;
  struct recursion {
    static task<> stop(int n, std::stop_source& source) {
      if (n == 0) {
        source.request_stop();
        co_await schedule();
      } else {
        auto next = stop(n - 1, source);
        if (n % 2 == 0) {
          co_await when_all(next);
        } else {
          co_await next;
        }
      }
    }
  };
  bool continued = false;
  task_group group({.stop = source.get_token()});
  group.run([&]() -> task<> {
    co_await recursion::stop(100'000, source);
    continued = true;
  });
  group.wait();
  EXPECT_FALSE(continued);
}

}  // namespace
}  // namespace arcas
