// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/reducer.h>
#include <arcas/algorithms/reducing_tasks.h>
#include <arcas/loops/team.h>
#include <arcas/tasks/task_group.h>

#include <gtest/gtest.h>

#include <deque>
#include <list>
#include <stdexcept>
#include <string>

#include "ways.h"

namespace arcas {
namespace {

class Reducer : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, Reducer, worker_counts, testing::PrintToStringParamName());

TEST_P(Reducer, HasWhatOneThreadWouldHaveFound) {
  in_every_way(machine, [](const loop_options& options) {
    for (const int n : {0, 1, 2, 700}) {
      reducer<concatenation> text;
      reducer<plus<long>> sum;
      parallel_for(
          0, n, into(text, sum),
          [&](int i) {
            now_and_then_yield(static_cast<std::size_t>(i));
            text.view() += word(static_cast<std::size_t>(i));
            if (i % 2 == 0) sum.view() += i;
          },
          options);
      ASSERT_EQ(text.get(), words_up_to(static_cast<std::size_t>(n)));
      ASSERT_EQ(sum.get(), n == 700 ? 122150 : 0);
    }
  });
}

TEST_P(Reducer, TakesWholeChunksAndAnyIndex) {
  reducer<concatenation> text;
  parallel_for(-300L, 200L, into(text),
               [&](long begin, long end) {
                 for (long i = begin; i != end; ++i)
                   text.view() += word(static_cast<std::size_t>(i + 300));
               },
               {.on = &machine});
  EXPECT_EQ(text.get(), words_up_to(500));
}

TEST_P(Reducer, ContinuesFromItsValue) {
  reducer<concatenation> text(concatenation{}, "> ");
  text.view() += "0 ";
  for (int piece = 0; piece < 3; ++piece) {
    const int first = 1 + 100 * piece;
    parallel_for(first, first + 100, into(text),
                 [&](int i) { text.view() += word(static_cast<std::size_t>(i)); },
                 {.on = &machine});
  }
  EXPECT_EQ(std::move(text).get(), "> " + words_up_to(301));
}

TEST_P(Reducer, NestsInOrder) {
  reducer<concatenation> text;
  parallel_for(0, 40, into(text),
               [&](int row) {
                 text.view() += "(";
                 parallel_for(0, 30, into(text), [&](int column) {
                   text.view() += word(static_cast<std::size_t>(row * 30 + column));
                 });
                 text.view() += ")";
               },
               {.grain = 1, .level = 1, .on = &machine});
  std::string expected;
  for (std::size_t row = 0; row < 40; ++row) {
    expected += '(';
    for (std::size_t column = 0; column < 30; ++column) expected += word(row * 30 + column);
    expected += ')';
  }
  EXPECT_EQ(text.get(), expected);
}

TEST_P(Reducer, ManyAreCarriedByOneLoop) {
  std::deque<reducer<plus<long>>> others(50);
  reducer<plus<long>> last;
  parallel_for(0, 1000, into(others[0], others[49], last),
               [&](int) {
                 others[0].view() += 1;
                 others[49].view() += 2;
                 last.view() += 3;
               },
               {.on = &machine});
  EXPECT_EQ(others[0].get(), 1000);
  EXPECT_EQ(others[49].get(), 2000);
  EXPECT_EQ(last.get(), 3000);
}

struct spliced_lists {
  using value_type = std::list<int>;
  value_type identity() const { return {}; }
  value_type operator()(value_type a, value_type b) const {
    a.splice(a.end(), b);
    return a;
  }
};

TEST_P(Reducer, NeverCopiesItsLists) {
  reducer<spliced_lists> list;
  parallel_for(0, 2000, into(list), [&](int i) { list.view().push_back(i); },
               {.grain = 3, .on = &machine});
  int next = 0;
  for (const int i : list.get()) EXPECT_EQ(i, next++);
  EXPECT_EQ(next, 2000);
}

TEST_P(Reducer, HasTheFinishedIterationsInOrderWhenTheLoopThrows) {
  in_every_way(machine, [](const loop_options& options) {
    reducer<concatenation> text;
    EXPECT_THROW(parallel_for(
                     0, 500, into(text),
                     [&](int i) {
                       if (i == 250) throw std::out_of_range("250");
                       text.view() += word(static_cast<std::size_t>(i));
                     },
                     options),
                 std::out_of_range);
    std::size_t before = 0;
    for (std::size_t at = 0, used = 0; at < text.get().size(); at += used + 1) {
      const std::size_t i = std::stoul(text.get().substr(at), &used) + 1;
      ASSERT_GT(i, before);
      ASSERT_NE(i, 251U);
      before = i;
    }
    // The reducer can be used again.
    reducer<plus<int>> count;
    parallel_for(0, 100, into(count), [&](int) { count.view() += 1; }, options);
    EXPECT_EQ(count.get(), 100);
  });
}

TEST_P(Reducer, HasNotAllOfALoopThatIsStopped) {
  reducer<plus<int>> count;
  parallel_for(0, 100'000, into(count), [&](int) { count.view() += 1; },
               {.stop = stopped_token(), .on = &machine});
  EXPECT_LT(count.get(), 100'000);
}

struct throwing_plus {
  using value_type = int;
  int identity() const { return 0; }
  int operator()(int, int) const { throw std::overflow_error("sum"); }
};

TEST_P(Reducer, ThrowsTheExceptionOfItsOperation) {
  reducer<throwing_plus> sum;
  EXPECT_THROW(
      parallel_for(0, 1000, into(sum), [&](int) { sum.view() += 1; }, {.grain = 1, .on = &machine}),
      std::overflow_error);
}

TEST(ReducerMistakes, ALoopThatDoesNotCarryItIsToldSo) {
  runtime machine(runtime_options{.workers = 3});
  reducer<plus<int>> sum;
  std::atomic<int> told{0};
  parallel_for(0, 1, into(sum),
               [&](int) {
                 // This thread does not take part in the outer loop.
                 std::jthread([&] {
                   try {
                     sum.view() += 1;
                   } catch (const std::logic_error& e) {
                     told += std::string(e.what()).find("into(") != std::string::npos;
                   }
                 }).join();
               },
               {.on = &machine});
  EXPECT_EQ(told, 1);
  EXPECT_EQ(sum.get(), 0);
}

TEST(ReducerMistakes, ALoopIsToldSoWhereNoneCarriesIt) {
  for (const unsigned workers : {2U, 3U}) {
    runtime machine(runtime_options{.workers = workers});
    in_every_way(machine, [](const loop_options& options) {
      for (const int n : {1, 2, 1000}) {
        reducer<plus<int>> sum;
        EXPECT_THROW(parallel_for(0, n, [&](int) { sum.view() += 1; }, options), std::logic_error);
        EXPECT_EQ(sum.view(), 0);
      }
    });
  }
}

// No value that tasks add is lost: a task on the thread that made the reducer may use it; a task
// on another thread gets an exception.
TEST(ReducerMistakes, ATaskIsToldSoOnAnotherThread) {
  runtime machine(runtime_options{.workers = 3});
  for (int round = 0; round < 20; ++round) {
    reducer<plus<int>> sum;
    std::atomic<int> added{0};
    std::atomic<bool> told{false};
    task_group group({.on = &machine});
    for (int i = 0; i < 100; ++i) {
      group.run([&] {
        try {
          sum.view() += 1;
          ++added;
        } catch (const std::logic_error&) {
          told = true;
        }
      });
    }
    group.wait();
    EXPECT_EQ(sum.get(), added);
    EXPECT_TRUE(told || added == 100);
  }
}

TEST(ReducerMistakes, ATeamIsToldSo) {
  runtime machine(runtime_options{.workers = 2});
  reducer<plus<int>> sum;
  std::atomic<int> told{0};
  // Members for whom the machine has no worker run on separate threads.
  team(5,
       [&](team_member&) {
         try {
           sum.view() += 1;
         } catch (const std::logic_error&) {
           ++told;
         }
       },
       {.on = &machine});
  EXPECT_EQ(told, 5);
}

TEST(ReducerMistakes, TwoLoopsAtOnceAreToldSo) {
  runtime machine(runtime_options{.workers = 2});
  reducer<plus<int>> sum;
  std::atomic<int> told{0};
  parallel_for(0, 100, into(sum),
               [&](int i) {
                 sum.view() += 1;
                 if (i != 50) return;
                 std::jthread([&] {
                   EXPECT_THROW(parallel_for(0, 10, into(sum), [&](int) { sum.view() += 1; }),
                                std::logic_error);
                   ++told;
                 }).join();
               },
               {.on = &machine});
  EXPECT_EQ(told, 1);
  EXPECT_EQ(sum.get(), 100);
}

TEST(Reducers, ThatABodyMakesBelongToThatBody) {
  runtime machine(runtime_options{.workers = 3});
  std::atomic<int> right{0};
  const auto use = [&] {
    reducer<plus<int>> own;
    own.view() += 1;
    parallel_for(0, 10, into(own), [&](int) { own.view() += 1; });
    own.view() += 1;
    right += own.get() == 12;
  };
  parallel_for(0, 50, [&](int) { use(); }, {.grain = 1, .on = &machine});
  outer_parallel_for(1, 0, 50, [&](int) { use(); }, {.on = &machine});
  task_group group({.on = &machine});
  for (int i = 0; i < 50; ++i) group.run(use);
  group.wait();
  team(3, [&](team_member&) { use(); }, {.on = &machine});
  EXPECT_EQ(right, 153);
}

TEST(Reducers, OutsideOfLoopsServeOneThreadAfterAnother) {
  reducer<plus<int>> sum;
  sum.view() += 1;
  std::jthread([&] { sum.view() += 1; }).join();
  std::vector<reducer<plus<int>>> one_each(20);
  parallel_for(0, 20, [&](int i) {
    auto& own = one_each[static_cast<std::size_t>(i)];
    parallel_for(0, 10, into(own), [&](int) { own.view() += 1; });
  });
  for (auto& own : one_each) sum.view() += own.get();
  EXPECT_EQ(sum.get(), 202);
}

TEST(Reducers, OfEachIterationCanBeUsedAfterALoopThatCarriesThem) {
  for (const unsigned workers : {1U, 2U, 4U}) {
    runtime machine(runtime_options{.workers = workers});
    in_every_way(machine, [](const loop_options& options) {
      std::vector<reducer<plus<int>>> acc(40);
      parallel_for(
          0, 40,
          [&](int i) {
            auto& own = acc[static_cast<std::size_t>(i)];
            parallel_for(0, 100, into(own), [&](int) { own.view() += 1; });
            own.view() += 1;
            reducing_group group(into(own));
            group.run([&] { own.view() += 1; });
            group.wait();
          },
          options);
      for (auto& own : acc) EXPECT_EQ(own.view(), 102);
    });
  }
}

TEST(Reducers, BelongToTheBodyThatMadeThemAfterAnotherThreadsLoop) {
  runtime machine(runtime_options{.workers = 3});
  outer_parallel_for(1, 0, 6,
                     [&](int) {
                       reducer<plus<int>> own;
                       parallel_for(0, 8,
                                    [&](int j) {
                                      if (j == 7)
                                        parallel_for(0, 10, into(own),
                                                     [&](int) { own.view() += 1; });
                                    },
                                    {.grain = 1});
                       own.view() += 1;
                       EXPECT_EQ(own.get(), 11);
                     },
                     {.on = &machine});
}

TEST(Reducers, CanBeUsedByAThreadWithAnOpenTaskGroup) {
  runtime machine(runtime_options{.workers = 3});
  reducer<plus<int>> sum;
  std::jthread([&] {
    task_group group({.on = &machine});
    sum.view() += 1;
    group.run([] {});
    sum.view() += 1;
    group.wait();
    sum.view() += 1;
  }).join();
  EXPECT_EQ(sum.view(), 3);
}

TEST(ReducerMistakes, AnUnknownDistributorLeavesItUsable) {
  reducer<plus<int>> sum;
  runtime machine(runtime_options{.workers = 2});
  EXPECT_THROW(parallel_for(0, 10, into(sum), [&](int) { sum.view() += 1; },
                            {.distributor = "nonsense", .on = &machine}),
               std::invalid_argument);
  sum.view() += 5;
  EXPECT_EQ(sum.get(), 5);
}

}  // namespace
}  // namespace arcas
