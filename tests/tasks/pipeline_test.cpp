// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/pipeline.h>

#include "teams.h"

#include <arcas/loops/parallel_for.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace arcas {
namespace {

using std::chrono::microseconds;

// The first stage: 0, 1, … n - 1.
auto numbers(int n) {
  return stage(serial_in_order, [n, next = 0]() mutable -> std::optional<int> {
    if (next == n) return std::nullopt;
    return next++;
  });
}

std::vector<int> first_numbers(int n) {
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Work whose time differs from item to item.
void work(int item) {
  volatile int steps = 0;
  for (int i = 0; i < item * 7'919 % 1'000; ++i) steps = steps + 1;
}

// Counts the threads that are in it, and remembers the greatest count.
class crowd {
 public:
  void come() {
    const int now = ++present_;
    int most = most_;
    while (now > most && !most_.compare_exchange_weak(most, now)) {
    }
  }
  void go() { --present_; }
  int most() const { return most_; }

 private:
  std::atomic<int> present_{0}, most_{0};
};

TEST(Pipeline, KeepsTheOrderOfTheInput) {
  for (const unsigned workers : {1u, 2u, 8u}) {
    const auto team = test::team_of(workers);
    for (const std::size_t tokens : {1u, 2u, 3u, 16u, 1000u}) {
      std::vector<int> early, late;
      pipeline(numbers(3'000) |
                   stage(parallel,
                         [](int i) {
                           work(i);
                           return i;
                         }) |
                   stage(serial_in_order,
                         [&](int i) {
                           early.push_back(i);
                           return i;
                         }) |
                   stage(parallel,
                         [](int i) {
                           work(i + 1);
                           return i;
                         }) |
                   stage(serial_in_order, [&](int i) { late.push_back(i); }),
               {.tokens = tokens, .on = team.get()});
      ASSERT_EQ(early, first_numbers(3'000));
      ASSERT_EQ(late, first_numbers(3'000));
    }
  }
}

TEST(Pipeline, PassesEachItemOnceWhereTheOrderIsFree) {
  const auto team = test::team_of(8);
  std::vector<int> seen;
  crowd inside;
  std::vector<std::atomic<int>> ends(5'000);
  pipeline(numbers(5'000) |
               stage(parallel,
                     [](int i) {
                       work(i);
                       return i;
                     }) |
               stage(serial_out_of_order,
                     [&](int i) {
                       inside.come();
                       seen.push_back(i);
                       inside.go();
                       return i;
                     }) |
               stage(parallel, [&](int i) { ++ends[static_cast<std::size_t>(i)]; }),
           {.tokens = 20, .on = team.get()});
  EXPECT_EQ(inside.most(), 1);
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, first_numbers(5'000));
  for (const auto& e : ends) ASSERT_EQ(e, 1);
}

TEST(Pipeline, HasNeverMoreItemsUnderWayThanTokens) {
  const auto team = test::team_of(8);
  for (const int tokens : {1, 2, 5}) {
    crowd under_way;
    pipeline(static_cast<std::size_t>(tokens),
             stage(serial_out_of_order,
                   [&, next = 0]() mutable -> std::optional<int> {
                     if (next == 500) return std::nullopt;
                     under_way.come();
                     return next++;
                   }) |
                 stage(parallel,
                       [&](int i) {
                         work(i);
                         return i;
                       }) |
                 stage(serial_in_order, [&](int i) { return i; }) |
                 stage(parallel, [&](int) { under_way.go(); }),
             {.on = team.get()});
    EXPECT_LE(under_way.most(), tokens);
    EXPECT_GE(under_way.most(), 1);
  }
}

TEST(Pipeline, CallsParallelStagesAtTheSameTime) {
  const auto team = test::wakeful_team_of(2);
  std::atomic<int> inside{0};
  pipeline(numbers(2) | stage(parallel,
                              [&](int) {
                                ++inside;
                                while (inside != 2) std::this_thread::yield();
                              }),
           {.tokens = 2, .on = team.get()});
  EXPECT_EQ(inside, 2);
}

TEST(Pipeline, EndsWithoutItems) {
  int items = 0;
  pipeline(numbers(0) | stage(parallel, [](int i) { return i; }) |
           stage(serial_in_order, [&](int) { ++items; }));
  EXPECT_EQ(items, 0);
}

TEST(Pipeline, MovesValues) {
  const auto counted = std::make_shared<int>(0);
  int sum = 0;
  int left = 100;
  pipeline(stage(serial_in_order,
                 [&]() -> std::optional<std::unique_ptr<int>> {
                   if (left == 0) return std::nullopt;
                   return std::make_unique<int>(left--);
                 }) |
           stage(parallel,
                 [counted](std::unique_ptr<int> p) { return std::pair(std::move(p), counted); }) |
           stage(parallel, [](auto& both) { return std::move(both.first); }) |
           stage(serial_in_order, [&](const std::unique_ptr<int>& p) { sum += *p; }));
  EXPECT_EQ(sum, 5'050);
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(Pipeline, UsesAChainAgain) {
  int sum = 0;
  auto chain = numbers(10) | (stage(parallel, [](int i) { return 2 * i; }) |
                              stage(serial_in_order, [&](int i) { sum += i; }));
  pipeline(chain);
  pipeline(3, chain);
  EXPECT_EQ(sum, 2 * 90);
}

TEST(Pipeline, RethrowsTheExceptionOfAnyStage) {
  for (const unsigned workers : {1u, 8u}) {
    const auto team = test::team_of(workers);
    for (int thrower = 0; thrower < 4; ++thrower) {
      const auto counted = std::make_shared<int>(0);
      std::atomic<int> drawn{0};
      std::vector<int> late;
      const auto check = [&](int at, int item) {
        if (at == thrower && item == 50) throw std::runtime_error("item 50");
      };
      const auto run = [&] {
        pipeline(stage(serial_in_order,
                       [&, counted,
                        next = 0]() mutable -> std::optional<std::pair<int, std::shared_ptr<int>>> {
                         check(0, next);
                         if (next == 100'000) return std::nullopt;
                         ++drawn;
                         return std::pair(next++, counted);
                       }) |
                     stage(parallel,
                           [&](auto item) {
                             check(1, item.first);
                             return item;
                           }) |
                     stage(serial_out_of_order,
                           [&](auto item) {
                             check(2, item.first);
                             return item;
                           }) |
                     stage(serial_in_order,
                           [&](const auto& item) {
                             check(3, item.first);
                             late.push_back(item.first);
                           }),
                 {.tokens = 8, .on = team.get()});
      };
      EXPECT_THROW(run(), std::runtime_error);
      EXPECT_LE(late.size(), 50u);
      EXPECT_EQ(late, first_numbers(static_cast<int>(late.size())));
      EXPECT_LT(drawn, 100'000);
      EXPECT_EQ(counted.use_count(), 1);
    }
  }
}

TEST(Pipeline, BeginsNoItemAfterAnException) {
  const auto team = test::team_of(1);
  int drawn = 0;
  EXPECT_THROW(pipeline(stage(serial_in_order, [&]() -> std::optional<int> { return drawn++; }) |
                            stage(serial_in_order,
                                  [](int i) {
                                    if (i == 10) throw std::runtime_error("item 10");
                                  }),
                        {.tokens = 1, .on = team.get()}),
               std::runtime_error);
  EXPECT_EQ(drawn, 11);
}

TEST(Pipeline, CompletesTheItemsUnderWayAfterAStop) {
  const auto team = test::team_of(8);
  std::stop_source source;
  int drawn = 0;
  std::vector<int> written;
  pipeline(stage(serial_in_order,
                 [&]() -> std::optional<int> {
                   if (drawn == 200) source.request_stop();
                   return drawn++;
                 }) |
               stage(parallel,
                     [](int i) {
                       work(i);
                       return i;
                     }) |
               stage(serial_in_order, [&](int i) { written.push_back(i); }),
           {.stop = source.get_token(), .on = team.get()});
  EXPECT_EQ(drawn, 201);
  EXPECT_EQ(written, first_numbers(201));
}

TEST(Pipeline, DoesNotBeginAfterAStop) {
  std::stop_source source;
  source.request_stop();
  int drawn = 0;
  pipeline(stage(serial_in_order, [&]() -> std::optional<int> { return drawn++; }) |
               stage(parallel, [](int) {}),
           {.stop = source.get_token()});
  EXPECT_EQ(drawn, 0);
}

TEST(Pipeline, RunsLoopsAndPipelinesInItsStages) {
  for (const unsigned workers : {1u, 2u, 8u}) {
    const auto team = test::team_of(workers);
    long sum = 0;
    pipeline(numbers(50) |
                 stage(parallel,
                       [&](int i) {
                         std::vector<int> x(1'000);
                         parallel_for(0, 1'000, [&](int k) { x[std::size_t(k)] = i; },
                                      {.on = team.get()});
                         return x;
                       }) |
                 stage(serial_in_order,
                       [&](std::vector<int> x) {
                         std::atomic<long> inner{0};
                         pipeline(numbers(10) | stage(parallel, [&](int k) { inner += x[0] * k; }),
                                  {.on = team.get()});
                         return inner.load();
                       }) |
                 stage(serial_in_order, [&](long inner) { sum += inner; }),
             {.tokens = 6, .on = team.get()});
    EXPECT_EQ(sum, 45L * 49 * 50 / 2);
  }
}

TEST(Pipeline, RunsInLoopsAndTasks) {
  std::atomic<int> items{0};
  const auto run = [&] { pipeline(numbers(20) | stage(parallel, [&](int) { ++items; })); };
  parallel_for(0, 10, [&](int) { run(); });
  task_group group;
  for (int i = 0; i < 10; ++i) group.run(run);
  group.wait();
  EXPECT_EQ(items, 400);
}

TEST(Pipeline, LetsItsWorkersFollowALoopOfAnotherThread) {
  const auto team = test::wakeful_team_of(2);
  std::atomic<bool> begun{false}, looped{false};
  std::jthread other([&] {
    while (!begun) std::this_thread::yield();
    std::atomic<int> inside{0};
    parallel_for(0, 2,
                 [&](int) {
                   ++inside;
                   while (inside != 2) std::this_thread::yield();
                 },
                 {.grain = 1, .on = team.get()});
    looped = true;
  });
  pipeline(stage(serial_in_order,
                 [&, next = 0]() mutable -> std::optional<int> {
                   begun = true;
                   if (looped) return std::nullopt;
                   return next++;
                 }) |
               stage(parallel, [](int i) { work(i); }),
           {.on = team.get()});
  EXPECT_TRUE(looped);
}

// With a slow first stage most tokens return while another one is in it.
TEST(Pipeline, KeepsTheOrderBehindASlowFirstStage) {
  for (const unsigned workers : {2u, 8u}) {
    const auto team = test::team_of(workers);
    for (const std::size_t tokens : {1u, 2u, 16u}) {
      std::vector<int> seen;
      pipeline(tokens,
               stage(serial_in_order,
                     [next = 0]() mutable -> std::optional<int> {
                       work(next);
                       if (next == 2'000) return std::nullopt;
                       return next++;
                     }) |
                   stage(parallel,
                         [](int i) {
                           work(i / 7);
                           return i;
                         }) |
                   stage(serial_in_order, [&](int i) { seen.push_back(i); }),
               {.on = team.get()});
      ASSERT_EQ(seen, first_numbers(2'000));
    }
  }
}

TEST(Pipeline, ContinuesWhileAStageWaits) {
  const auto team = test::wakeful_team_of(2);
  std::atomic<bool> waits{false};
  std::atomic<int> meanwhile{0};
  pipeline(numbers(20) |
               stage(parallel,
                     [&](int i) {
                       if (i != 0) return i;
                       waits = true;
                       while (meanwhile < 5) std::this_thread::sleep_for(microseconds(50));
                       return i;
                     }) |
               stage(serial_out_of_order, [&](int) { ++meanwhile; }),
           {.tokens = 2, .on = team.get()});
  EXPECT_TRUE(waits);
  EXPECT_EQ(meanwhile, 20);
}

}  // namespace
}  // namespace arcas
