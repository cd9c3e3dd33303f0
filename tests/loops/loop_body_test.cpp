// SPDX-License-Identifier: Apache-2.0
// The forms of a loop's body: closures, and the objects of the Callisto-RTS paper.
#include <arcas/loops/loop_body.h>

#include "exactly_once.h"
#include "runtimes.h"

#include <gtest/gtest.h>

#include <mutex>
#include <numeric>
#include <set>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

struct example_1 {
  std::atomic<int> total{0};
  void work(int idx) { total += idx; }
};

struct per_thread {
  int sum;
};
struct example_2 {
  std::atomic<int> total{0};
  void fork(per_thread& t) { t.sum = 0; }
  void work(per_thread& t, int idx) { t.sum += idx; }
  void join(per_thread& t) { total += t.sum; }
};

TEST(LoopBody, OfThePaperIsAnObjectSharedByAllWorkers) {
  example_1 e1;
  parallel_for<example_1, int>(e1, 0, 10);
  EXPECT_EQ(e1.total, 45);
  outer_parallel_for<example_1, int>(1, e1, 10, 20);
  EXPECT_EQ(e1.total, 190);
}

TEST(LoopBody, OfThePaperForksAndJoins) {
  example_2 e2;
  parallel_for<example_2, per_thread, int>(e2, 0, 10);
  EXPECT_EQ(e2.total, 45);
  outer_parallel_for<example_2, per_thread, int>(1, e2, -10, 11);
  EXPECT_EQ(e2.total, 45);
}

TEST(LoopBody, OfThePaperHoldsInnerLoops) {
  struct outer_body {
    std::atomic<int> total{0};
    void work(int row) {
      parallel_for(0, 100, [&](int column) { total += row * column; });
    }
  } body;
  outer_parallel_for<outer_body, int>(1, body, 0, 20);
  EXPECT_EQ(body.total, 190 * 4950);
}

// The data of one worker: its thread, and the number of iterations that it has run. The ledger
// records the thread of each fork and join, and notices joins that overlap.
struct ledger_entry {
  std::thread::id owner;
  int iterations;
};
struct ledger {
  std::mutex writing;
  std::multiset<std::thread::id> forks, joins;
  std::set<std::thread::id> workers;
  std::atomic<int> joining{0};
  int iterations = 0;  // plain: joins never overlap

  void fork(ledger_entry& own) {
    own = {std::this_thread::get_id(), 0};
    const std::lock_guard lock(writing);
    forks.insert(own.owner);
  }
  void work(ledger_entry& own, int) {
    ASSERT_EQ(own.owner, std::this_thread::get_id());
    if (own.iterations++ != 0) return;
    const std::lock_guard lock(writing);
    workers.insert(own.owner);
  }
  void join(ledger_entry& own) {
    EXPECT_EQ(++joining, 1);
    ASSERT_EQ(own.owner, std::this_thread::get_id());
    iterations += own.iterations;
    joins.insert(own.owner);
    --joining;
  }
};

void expect_fork_and_join_once(runtime& on, const std::string& how, int n, std::size_t grain) {
  ledger body;
  parallel_for<ledger, ledger_entry, int>(body, 0, n,
                                          {.grain = grain, .distributor = how, .on = &on});
  EXPECT_EQ(body.iterations, n);
  EXPECT_EQ(body.forks, body.joins);
  const std::multiset<std::thread::id> each(body.workers.begin(), body.workers.end());
  EXPECT_EQ(body.forks, each) << "once in each worker that takes part, and only there";
}

TEST(LoopBody, ForksAndJoinsOnceInEachWorkerThatTakesPart) {
  for (const unsigned workers : {1U, 2U, 8U}) {
    const auto machine = runtime_of(workers, wait_policy::spin);
    for (const std::string& how : all_distributors()) {
      for (const int n : {0, 1, 2, 7, 1000}) {
        SCOPED_TRACE(how + " " + std::to_string(n));
        expect_fork_and_join_once(*machine, how, n, 1);
        expect_fork_and_join_once(*machine, how, n, 0);
      }
    }
  }
}

TEST(LoopBody, MayBeConstOrTemporaryOrAFunction) {
  static std::atomic<int> calls{0};
  calls = 0;
  const auto constant = [](int) { ++calls; };
  parallel_for(0, 10, constant);
  parallel_for(0, 10, [](int) mutable { ++calls; });
  void (*function)(int) = [](int) { ++calls; };
  parallel_for(0, 10, function);
  parallel_for(0, 10, *function);
  EXPECT_EQ(calls, 40);
}

// Whether workers share the body or have copies of it, the body is called once for each iteration.
template <class Body>
void expect_each_once(runtime& on, std::size_t first, std::size_t last, Body body,
                      const std::vector<std::atomic<int>>& calls) {
  const std::size_t before = static_cast<std::size_t>(
      std::accumulate(calls.begin(), calls.end(), 0, [](int s, auto& c) { return s + c; }));
  parallel_for(first, last, body, {.distributor = "static", .on = &on});
  const auto after = static_cast<std::size_t>(
      std::accumulate(calls.begin(), calls.end(), 0, [](int s, auto& c) { return s + c; }));
  EXPECT_EQ(after - before, last - first) << sizeof(Body) << " bytes from " << first;
}

TEST(LoopBody, ReachesFollowersWithAnySize) {
  const auto machine = runtime_of(3, wait_policy::spin);
  std::vector<std::atomic<int>> calls(100);
  for (int round = 0; round < 100; ++round) {
    for (const std::size_t first : {std::size_t{0}, std::size_t{7}}) {
      const auto one_word = [&](std::size_t i) { ++calls[i]; };
      std::size_t offset = 3;
      const auto two_words = [&calls, &offset](std::size_t i) { ++calls[i + offset]; };
      const auto three_words = [&calls, offset, round](std::size_t i) {
        calls[i + offset] += round - (round - 1);
      };
      static_assert(sizeof(one_word) == 8 && sizeof(two_words) == 16 && sizeof(three_words) == 24);
      expect_each_once(*machine, first, 97, one_word, calls);
      expect_each_once(*machine, first, 97, two_words, calls);
      expect_each_once(*machine, first, 97, three_words, calls);
      const auto byte = static_cast<unsigned char>(offset);
      expect_each_once(
          *machine, 0, 97, [byte, c = &calls](std::size_t i) { ++(*c)[i + byte]; }, calls);
    }
  }
  for (const std::atomic<int>& c : calls) EXPECT_GT(c, 0);
}

// A body that changes when it is called must not be copied, however small.
TEST(LoopBody, IsSharedIfACopyWouldBeObservable) {
  const auto machine = runtime_of(3, wait_policy::spin);
  struct counter {
    int calls[4] = {};
    void operator()(int i) { ++calls[i]; }
  };
  counter body;
  for (int round = 1; round <= 100; ++round) {
    parallel_for(0, 4, body, {.distributor = "static", .on = machine.get()});
    for (const int c : body.calls) ASSERT_EQ(c, round);
  }
}

TEST(LoopBody, ConceptsNameTheForms) {
  const auto one = [](int) {};
  const auto range = [](int, int) {};
  const auto none = [] {};
  static_assert(index_body<decltype(one), int> && !chunk_body<decltype(one), int>);
  static_assert(chunk_body<decltype(range), int> && !index_body<decltype(range), int>);
  static_assert(!loop_body<decltype(none), int>);
  static_assert(shared_object<example_1, int> && !shared_object<example_2, int>);
  static_assert(forking_object<example_2, per_thread, int>);
}

}  // namespace
}  // namespace arcas
