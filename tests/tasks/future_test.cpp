// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/future.h>

#include "teams.h"

#include <arcas/loops/parallel_for.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas {
namespace {

TEST(Future, HasTheResultOfItsTask) {
  for (const unsigned workers : {1u, 2u, 8u}) {
    const auto team = test::team_of(workers);
    task_group group({.on = team.get()});
    std::vector<future<int>> all;
    for (int i = 0; i < 1'000; ++i) all.push_back(async(group, [i] { return i; }));
    for (int i = 0; i < 1'000; ++i) ASSERT_EQ(all[static_cast<std::size_t>(i)].get(), i);
    for (const auto& f : all) ASSERT_FALSE(f.valid());
  }
}

TEST(Future, IsEmptyAfterAMove) {
  task_group group;
  auto a = async(group, [] { return 1; });
  auto b = async(group, [] { return 2; });
  a = std::move(b);
  EXPECT_FALSE(b.valid());
  EXPECT_EQ(a.get(), 2);
}

TEST(Future, KeepsItsResultAfterWait) {
  task_group group;
  int written = 0;
  auto a = async(group, [&] { return written = 1; });
  a.wait();
  EXPECT_EQ(written, 1);
  EXPECT_TRUE(a.is_ready());
  a.wait();
  EXPECT_EQ(a.get(), 1);
  EXPECT_THROW(a.wait(), std::logic_error);
}

// On one worker, the waiting thread itself runs the task.
TEST(Future, IsNotAwaitedByItsOwnTask) {
  const auto team = test::team_of(1);
  task_group group({.on = team.get()});
  future<int> a;
  a = async(group, [&] { return a.get(); });
  EXPECT_THROW(a.get(), std::logic_error);
  future<int> b;
  b = async(group, [&] { return b.get(); });
  EXPECT_NO_THROW(group.wait());
  EXPECT_THROW(b.get(), std::logic_error);
  EXPECT_EQ(async(group, [] { return 1; }).get(), 1) << "the group can be used again";
}

TEST(Future, IsRefusedWhenPassedTwice) {
  task_group group;
  auto a = async(group, [] { return 1; });
  EXPECT_THROW(async(group, std::plus<>(), std::move(a), std::move(a)), std::logic_error);
  EXPECT_EQ(a.get(), 1) << "it keeps its result";
}

// get() returns after the function and the results that it took are destroyed.
TEST(Future, EndsWhatItsTaskHoldsFirst) {
  struct at_end {
    explicit at_end(std::atomic<int>* n) : n(n) {}
    at_end(at_end&& other) noexcept : n(std::exchange(other.n, nullptr)) {}
    ~at_end() {
      if (n) ++*n;
    }
    std::atomic<int>* n;
  };
  const auto team = test::team_of(2);
  for (int i = 0; i < 100; ++i) {
    std::atomic<int> ended{0};
    task_group group({.on = team.get()});
    auto first = async(group, [&] { return at_end(&ended); });
    auto second = async(
        group, [held = at_end(&ended)](at_end&& result) { return result.n != nullptr; },
        std::move(first));
    ASSERT_TRUE(second.get());
    ASSERT_EQ(ended, 2);
  }
}

TEST(Future, PassesResultsFromTaskToTask) {
  for (const unsigned workers : {1u, 8u}) {
    const auto team = test::team_of(workers);
    task_group group({.on = team.get()});
    future<std::string> text = async(group, [] { return std::string("1"); });
    for (int i = 2; i <= 200; ++i)
      text = text.then([i](std::string s) { return std::move(s) + ' ' + std::to_string(i); });
    future<std::size_t> size = text.then([](const std::string& s) { return s.size(); });
    EXPECT_EQ(size.get(), std::size_t(9 + 90 * 2 + 101 * 3 + 199));
    EXPECT_FALSE(text.valid());
  }
}

TEST(Future, GivesATaskTheResultsOfSeveral) {
  const auto team = test::team_of(8);
  task_group group({.on = team.get()});
  int written = 0;
  auto a = async(group, [] { return 6; });
  auto nothing = async(group, [&] { written = 5; });
  auto b = async(group, [] { return std::make_unique<int>(7); });
  auto all = async(
      group, [&](int x, std::unique_ptr<int> y) { return x * *y + written; }, std::move(a),
      std::move(nothing), std::move(b));
  static_assert(std::is_same_v<decltype(all), future<int>>);
  EXPECT_EQ(all.get(), 47);
}

// A binary tree of additions.
TEST(Future, ReducesATree) {
  const auto team = test::team_of(8);
  task_group group({.on = team.get()});
  std::vector<future<long>> level;
  for (long i = 0; i < 4'096; ++i) level.push_back(async(group, [i] { return i; }));
  while (level.size() != 1) {
    std::vector<future<long>> above;
    for (std::size_t i = 0; i < level.size(); i += 2)
      above.push_back(async(
          group, [](long x, long y) { return x + y; }, std::move(level[i]),
          std::move(level[i + 1])));
    level = std::move(above);
  }
  EXPECT_EQ(level[0].get(), 4'096L * 4'095 / 2);
}

TEST(Future, MovesFunctionsAndResults) {
  task_group group;
  auto owned = std::make_unique<int>(3);
  auto f = async(group, [p = std::move(owned)]() mutable { return std::move(p); });
  EXPECT_EQ(*f.get(), 3);
  const int three = 3;
  auto copied = async(group, [&]() -> const int& { return three; });
  static_assert(std::is_same_v<decltype(copied), future<int>>);
  EXPECT_EQ(copied.get(), 3);
}

TEST(Future, ThrowsTheExceptionOfItsTaskAndOfThoseBeforeIt) {
  const auto team = test::team_of(8);
  task_group group({.on = team.get()});
  std::atomic<int> calls{0};
  auto failed = async(group, []() -> int { throw std::runtime_error("first"); });
  auto good = async(group, [] { return 1; });
  auto after = async(group, [&](int, int) { return ++calls; }, std::move(good), std::move(failed));
  auto last = after.then([&](int) { ++calls; });
  auto other = async(group, [] { return 2; });
  try {
    last.get();
    FAIL() << "no exception";
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "first");
  }
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(other.get(), 2);
  group.wait();
}

TEST(Future, SaysThatAStoppedGroupHasNotCalledTheTask) {
  std::stop_source source;
  task_group group({.stop = source.get_token()});
  source.request_stop();
  auto f = async(group, [] { return 1; });
  auto g = f.then([](int i) { return i; });
  EXPECT_THROW(g.get(), std::runtime_error);
}

TEST(Future, SaysThatATaskWasNotCalledAfterAnExceptionInTheGroup) {
  const auto team = test::team_of(1);
  task_group group({.on = team.get()});
  auto f = async(group, [] { return 1; });
  group.run([] { throw std::logic_error("of the group"); });
  EXPECT_THROW(group.wait(), std::logic_error);
  EXPECT_TRUE(f.is_ready());
  EXPECT_THROW(f.get(), std::runtime_error);
}

TEST(Future, DestroysResultsThatNobodyTakes) {
  const auto counted = std::make_shared<int>(0);
  {
    const auto team = test::team_of(8);
    task_group group({.on = team.get()});
    for (int i = 0; i < 1'000; ++i) {
      auto f = async(group, [counted] { return counted; });
      if (i % 2 == 0) f.then([](std::shared_ptr<int> p) { return p; });
      if (i % 5 == 0) f = {};
    }
    async(group, [counted]() -> int { throw std::runtime_error("lost"); });
  }
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(Future, LivesLongerThanItsGroup) {
  future<std::string> f;
  {
    task_group group;
    f = async(group, [] { return std::string("a string that is long enough for the heap"); });
  }
  EXPECT_TRUE(f.is_ready());
  std::string taken;
  std::jthread([&] { taken = f.get(); }).join();
  EXPECT_EQ(taken, "a string that is long enough for the heap");
}

// Another thread has the task, and no other task is left: the waiting thread sleeps.
TEST(Future, WakesTheThreadThatWaits) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one processor";
  const auto team = test::team_of(2);
  task_group group({.on = team.get()});
  std::atomic<bool> begun{false}, go{false};
  auto f = async(group, [&] {
    begun = true;
    while (!go) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return 1;
  });
  while (!begun) std::this_thread::yield();
  group.run([&] { go = true; });
  EXPECT_EQ(f.get(), 1);
  group.wait();
}

// get() returns although another task of the group has not ended.
TEST(Future, DoesNotWaitForOtherTasks) {
  const auto team = test::wakeful_team_of(2);
  task_group group({.on = team.get()});
  std::atomic<bool> begun{false}, go{false};
  group.run([&] {
    begun = true;
    while (!go) std::this_thread::yield();
  });
  while (!begun) std::this_thread::yield();
  EXPECT_EQ(async(group, [] { return 1; }).get(), 1);
  go = true;
  group.wait();
}

long fibonacci(int n) {
  if (n < 2) return n;
  task_group group;
  auto a = async(group, [n] { return fibonacci(n - 1); });
  const long b = fibonacci(n - 2);
  return a.get() + b;
}

// A random graph: a task runs after two earlier ones, of which it takes no result.
TEST(Future, NamesATaskAfterWhichOthersRun) {
  for (const unsigned workers : {1u, 3u, 64u}) {
    const auto team = test::team_of(workers);
    std::mt19937 random(workers);
    std::vector<std::size_t> depths{1, 1}, expected{1, 1};
    depths.resize(5'000);
    task_group group({.on = team.get()});
    std::vector<future<void>> all(2);
    for (auto& f : all) f = async(group, [] {});
    while (all.size() < depths.size()) {
      const std::size_t i = all.size(), a = i - 1 - random() % std::min<std::size_t>(i, 200);
      const std::size_t b = random() % i;
      const auto task = [&depths, a, b, i] { depths[i] = 1 + std::max(depths[a], depths[b]); };
      all.push_back(async(group, task, after(all[a], all[b])));
      expected.push_back(1 + std::max(expected[a], expected[b]));
    }
    async(group, [&] { EXPECT_EQ(depths, expected); }, after(all));
    group.wait();
    ASSERT_EQ(depths, expected);
  }
}

TEST(Future, IsNamedBesideVariables) {
  task_group group;
  std::string order;
  int x = 0;
  auto a = async(group, [&] { order += 'a'; });
  group.run([&] { x = 1; }, out(x));
  const auto b = async(group, [&] { order += x == 1 ? 'b' : '-'; }, after(a), inout(x));
  auto c = async(group, [&] { order += 'c'; }, inout(x), after(a, b));
  a.get();
  group.wait();
  EXPECT_EQ(order, "abc");
  auto d = async(group, [&] { return order + 'd'; }, after(b, c));  // these have ended
  EXPECT_EQ(d.get(), "abcd");
}

TEST(Future, OfATaskThatThrowsIsNamed) {
  task_group group;
  auto a = async(group, []() -> int { throw std::runtime_error("a"); });
  auto b = async(group, [] { return 1; }, after(a));
  auto c = a.then([](int) { return 2; });
  EXPECT_EQ(b.get(), 1);
  EXPECT_THROW(c.get(), std::runtime_error);
}

TEST(Future, IsMadeByTasksInTheirOwnGroups) {
  EXPECT_EQ(fibonacci(18), 2'584);
  std::atomic<long> sum{0};
  parallel_for(0, 20, [&](int i) { sum += fibonacci(i % 10); });
  EXPECT_EQ(sum, 2 * 88);
}

TEST(Future, RefusesWrongUse) {
  task_group group, other;
  future<int> empty;
  EXPECT_THROW(empty.get(), std::logic_error);
  EXPECT_THROW(empty.then([](int) {}), std::logic_error);
  auto f = async(group, [] { return 1; });
  EXPECT_THROW(async(other, [](int) {}, std::move(f)), std::logic_error);
  EXPECT_THROW(async(other, [] {}, after(f)), std::logic_error);
  EXPECT_THROW(async(group, [] {}, after(empty)), std::logic_error);
  EXPECT_TRUE(f.valid());
  std::jthread([&] { EXPECT_THROW(async(group, [] {}), std::logic_error); }).join();
  EXPECT_EQ(f.get(), 1);
}

}  // namespace
}  // namespace arcas
