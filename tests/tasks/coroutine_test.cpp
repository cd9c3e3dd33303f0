// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/coroutine.h>

#include "teams.h"

#include <arcas/loops/parallel_for.h>
#include <arcas/tasks/invoke.h>

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace arcas {
namespace {

task<long> fib(int n) {
  if (n < 2) co_return n;
  auto a = fib(n - 1), b = fib(n - 2);
  co_await when_all(a, b);
  co_return co_await a + co_await b;
}

task<> hop(int times, std::atomic<int>& ended) {
  for (int i = 0; i < times; ++i) co_await schedule();
  ++ended;
}

task<int> number(int n) {
  co_return n;
}

task<int> failure(const char* text) {
  co_await schedule();
  throw std::runtime_error(text);
  co_return 0;
}

std::string text_of(const auto& f) {
  try {
    f();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "no exception";
}

// A thread outside of all runtimes that resumes the coroutines which await `later`.
class other_thread {
 public:
  auto later() {
    struct awaiter {
      other_thread& at;
      bool await_ready() const { return false; }
      void await_suspend(std::coroutine_handle<> h) const { at.add(h); }
      void await_resume() const {}
    };
    return awaiter{*this};
  }
  std::thread::id id() const { return thread_.get_id(); }

 private:
  void add(std::coroutine_handle<> h) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(h);
    changed_.notify_one();
  }
  void run(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, end, [&] { return !waiting_.empty(); })) {
      const auto next = waiting_.front();
      waiting_.pop_front();
      lock.unlock();
      next.resume();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::coroutine_handle<>> waiting_;
  std::jthread thread_{[this](const std::stop_token& end) { run(end); }};
};

TEST(Coroutine, ReturnsItsResult) {
  EXPECT_EQ(sync_wait(number(7)), 7);
  EXPECT_EQ(sync_wait([] { return number(8); }), 8);
  int x = 1;
  const auto reference = [](int& r) -> task<int&> { co_return r; };
  EXPECT_EQ(&sync_wait(reference(x)), &x);
  const auto owner = []() -> task<std::unique_ptr<int>> { co_return std::make_unique<int>(5); };
  EXPECT_EQ(*sync_wait(owner()), 5);
  const auto nothing = [&x]() -> task<> {
    x = 2;
    co_return;
  };
  sync_wait(nothing);
  EXPECT_EQ(x, 2);
}

TEST(Coroutine, BeginsWhenItIsAwaited) {
  bool begun = false;
  const auto mark = [&]() -> task<> {
    begun = true;
    co_return;
  };
  auto t = mark();
  EXPECT_FALSE(begun);
  sync_wait(std::move(t));
  EXPECT_TRUE(begun);
}

TEST(Coroutine, ThatIsDestroyedBeforeItBeginsDoesNotRun) {
  const auto held = std::make_shared<int>(0);
  const auto hold = [](std::shared_ptr<int> p) -> task<> {
    ++*p;
    co_return;
  };
  {
    const auto t = hold(held);
    EXPECT_EQ(held.use_count(), 2);
  }
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_EQ(*held, 0);
}

TEST(Coroutine, AwaitsALongSequence) {
  const auto sum = [](int n) -> task<long> {
    long all = 0;
    for (int i = 0; i < n; ++i) {
      all += co_await number(1);
      auto a = number(1);
      co_await when_all(a);
      all += co_await a;
    }
    co_return all;
  };
  EXPECT_EQ(sync_wait(sum(100'000)), 200'000);
}

TEST(Coroutine, ThrowsWhereItIsAwaited) {
  EXPECT_EQ(text_of([] { sync_wait(failure("first")); }), "first");
  const auto handle = []() -> task<std::string> {
    try {
      co_await failure("second");
    } catch (const std::runtime_error& e) {
      co_return e.what();
    }
    co_return "";
  };
  EXPECT_EQ(sync_wait(handle()), "second");
}

TEST(Coroutine, ThatIsEmptyOrHasBegunIsRefused) {
  auto t = number(1);
  const auto taken = std::move(t);
  EXPECT_EQ(text_of([&] { sync_wait(std::move(t)); }),
            "arcas: a task<T> is awaited that has been moved from");
  task_group group;
  EXPECT_EQ(text_of([&] { group.run(std::move(t)); }),
            "arcas: a task<T> is awaited that has been moved from");
  group.wait();
  const auto twice = []() -> task<> {
    auto a = number(1);
    co_await when_all(a, a);
  };
  EXPECT_EQ(text_of([&] { sync_wait(twice()); }),
            "arcas: a task<T> is awaited that has begun before");
}

TEST(WhenAll, WaitsForAllOfThem) {
  for (const unsigned workers : {1u, 2u, 8u}) {
    const auto team = test::team_of(workers);
    test::on(*team, [] { EXPECT_EQ(sync_wait(fib(18)), 2584); });
  }
}

TEST(WhenAll, TakesAListOfAnyLength) {
  const auto sum = [](int n) -> task<int> {
    std::vector<task<int>> all;
    for (int i = 0; i < n; ++i) all.push_back(number(i));
    co_await when_all(all);
    int total = 0;
    for (const auto& t : all) total += co_await t;
    co_return total;
  };
  for (const int n : {0, 1, 2, 1'000}) EXPECT_EQ(sync_wait(sum(n)), n * (n - 1) / 2);
}

TEST(WhenAll, RunsThemInTheirOrderOnOneThread) {
  const auto team = test::team_of(1);
  std::vector<int> order;
  const auto add = [&](int i) -> task<> {
    order.push_back(i);
    co_return;
  };
  const auto all = [&]() -> task<> {
    auto a = add(1), b = add(2), c = add(3);
    co_await when_all(a, b, c);
  };
  test::on(*team, [&] { sync_wait(all); });
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

TEST(WhenAll, ThrowsTheFirstExceptionWhenAllHaveEnded) {
  std::atomic<int> ended{0};
  const auto all = [&]() -> task<> {
    auto a = hop(20, ended);
    auto b = failure("second"), c = failure("third");
    auto d = hop(20, ended);
    co_await when_all(a, b, c, d);
  };
  for (int round = 1; round <= 50; ++round) {
    EXPECT_EQ(text_of([&] { sync_wait(all()); }), "second");
    EXPECT_EQ(ended, 2 * round);
  }
}

TEST(Schedule, LetsEachCoroutineOfAGroupEnd) {
  for (const unsigned workers : {1u, 4u}) {
    const auto team = test::team_of(workers);
    std::atomic<int> ended{0};
    task_group group({.on = team.get()});
    for (int i = 0; i < 200; ++i) group.run(hop(i % 7, ended));
    const auto captures = std::make_shared<int>(3);
    group.run([&ended, captures]() -> task<> {
      co_await schedule();
      co_await hop(*captures, ended);
    });
    group.run([&] { ++ended; });
    group.wait();
    EXPECT_EQ(ended, 202);
    EXPECT_EQ(captures.use_count(), 1);
  }
}

TEST(Schedule, ContinuesOnWorkers) {
  const auto team = test::wakeful_team_of(2);
  std::atomic<bool> moved{false};
  task_group group({.on = team.get()});
  const auto here = std::this_thread::get_id();
  group.run([&]() -> task<> {
    while (!moved) {
      co_await schedule();
      if (std::this_thread::get_id() != here) moved = true;
    }
  });
  while (!moved) std::this_thread::yield();  // this thread runs no tasks meanwhile
  group.wait();
  EXPECT_TRUE(moved);
}

TEST(Schedule, BringsACoroutineBackFromAnotherThread) {
  for (const unsigned workers : {1u, 4u}) {
    const auto team = test::team_of(workers);
    other_thread outside;
    std::atomic<int> ended{0};
    const auto ask = [&]() -> task<> {
      co_await outside.later();
      EXPECT_EQ(std::this_thread::get_id(), outside.id());
      co_await schedule();
      EXPECT_NE(std::this_thread::get_id(), outside.id());
      ++ended;
    };
    test::on(*team, [&] {
      for (int round = 0; round < 20; ++round) {
        task_group group;
        for (int i = 0; i < 10; ++i) group.run(ask);
        group.run([&]() -> task<> {  // ends on the other thread
          co_await outside.later();
          ++ended;
        });
        group.wait();
        EXPECT_EQ(ended, 11 * (round + 1));
      }
      sync_wait(ask());
    });
  }
}

TEST(CoroutineOfAGroup, ThrowsInWait) {
  task_group group;
  group.run(failure("in the group"));
  EXPECT_EQ(text_of([&] { group.wait(); }), "in the group");
  std::atomic<int> ended{0};
  group.run(hop(3, ended));
  group.wait();
  EXPECT_EQ(ended, 1);
}

// Counts its objects.
struct counted {
  explicit counted(std::atomic<int>& n) : now(n) { ++now; }
  counted(const counted& other) : now(other.now) { ++now; }
  ~counted() { --now; }
  std::atomic<int>& now;
};

TEST(CoroutineOfAGroup, IsDestroyedAfterAStop) {
  for (const unsigned workers : {1u, 4u}) {
    const auto team = test::team_of(workers);
    std::stop_source source;
    std::atomic<int> objects{0}, stopped{0}, continued{0};
    const auto endless = [&]() -> task<> {
      const counted variable(objects);
      for (;;) {
        co_await schedule();
        if (++stopped == 100) source.request_stop();
      }
    };
    const auto both = [&]() -> task<> {
      const counted variable(objects);
      auto a = endless(), b = endless();
      co_await when_all(a, b);
      ++continued;
    };
    task_group group({.stop = source.get_token(), .on = team.get()});
    for (int i = 0; i < 5; ++i) group.run(both);
    group.wait();
    EXPECT_EQ(objects, 0);
    EXPECT_EQ(continued, 0);
  }
}

TEST(CoroutineOfAGroup, IsDestroyedAfterAnException) {
  std::atomic<int> objects{0};
  const auto endless = [&]() -> task<> {
    const counted variable(objects);
    for (;;) co_await schedule();
  };
  task_group group;
  for (int i = 0; i < 5; ++i) group.run(endless);
  group.run(failure("enough"));
  EXPECT_EQ(text_of([&] { group.wait(); }), "enough");
  EXPECT_EQ(objects, 0);
}

TEST(CoroutineOfAGroup, ThatHasNotBegunIsDestroyedAfterAStop) {
  std::stop_source source;
  source.request_stop();
  std::atomic<int> objects{0}, runs{0};
  task_group group({.stop = source.get_token()});
  const auto run = [&](counted) -> task<> {
    ++runs;
    co_return;
  };
  for (int i = 0; i < 10; ++i) group.run(run(counted(objects)));
  group.wait();
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(objects, 0);
}

TEST(SyncWait, RunsInBodiesTasksAndCoroutines) {
  const auto team = test::team_of(4);
  test::on(*team, [] {
    std::vector<long> found(50);
    parallel_for(0, 50, [&](int i) { found[std::size_t(i)] = sync_wait(fib(i % 10)); });
    EXPECT_EQ(std::accumulate(found.begin(), found.end(), 0L), 5 * 88);
    long a = 0, b = 0;
    invoke([&] { a = sync_wait(fib(10)); }, [&] { b = sync_wait(fib(11)); });
    EXPECT_EQ(a + b, 144);
    const auto nested = []() -> task<long> {
      co_await schedule();
      long sum = sync_wait(fib(9));
      std::atomic<long> loop{0};
      parallel_for(0, 100, [&](int i) { loop += i; });
      co_return sum + loop;
    };
    EXPECT_EQ(sync_wait(nested()), 34 + 4950);
  });
}

TEST(TaskGroupDeathTest, IsDestroyedByTheThreadThatMadeIt) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto keep = [] {
    auto group = std::make_unique<task_group>();
    std::thread([&] { group.reset(); }).join();
  };
  EXPECT_DEATH(keep(), "a task_group is destroyed by a thread that did not make the group");
}

}  // namespace
}  // namespace arcas
