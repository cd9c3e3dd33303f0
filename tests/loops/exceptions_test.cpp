// SPDX-License-Identifier: Apache-2.0
// Bodies that throw: the first exception arrives, the loop has ended, the runtime stays usable.
#include "exactly_once.h"
#include "runtimes.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <random>
#include <stdexcept>

namespace arcas {

using namespace detail;
namespace {

struct thrown_at {
  int index;
};

class Exceptions : public testing::TestWithParam<unsigned> {
 protected:
  std::unique_ptr<runtime> machine = runtime_of(GetParam(), wait_policy::spin);
  std::minstd_rand random{GetParam()};
  std::atomic<int> inside{0};
};

INSTANTIATE_TEST_SUITE_P(Workers, Exceptions, testing::Values(1, 2, 8),
                         testing::PrintToStringParamName());

struct counted {
  std::atomic<int>& inside;
  explicit counted(std::atomic<int>& c) : inside(c) { ++inside; }
  ~counted() { --inside; }
};

TEST_P(Exceptions, OfABodyArriveAndTheLoopHasEnded) {
  for (const std::string& how : all_distributors()) {
    for (const std::size_t grain : {0, 1, 64}) {
      const int bad = static_cast<int>(random() % 800);
      visits<int> seen(0, 800);
      const loop_options options{.grain = grain, .distributor = how, .on = machine.get()};
      try {
        parallel_for(
            0, 800,
            [&](int i) {
              const counted here(inside);
              seen(i);
              if (i == bad) throw thrown_at{i};
            },
            options);
        ADD_FAILURE() << "nothing was thrown";
      } catch (const thrown_at& e) {
        EXPECT_EQ(e.index, bad);
      }
      EXPECT_EQ(inside, 0) << "the loop is still running";
      EXPECT_GE(seen.at_most_once(), 1U);
      expect_exactly_once(0, 300, options);
    }
  }
}

TEST_P(Exceptions, OfAllIterationsAtOnceGiveOne) {
  for (const std::string& how : all_distributors()) {
    for (int round = 0; round < 20; ++round) {
      EXPECT_THROW(parallel_for(0, 200, [](int i) { throw thrown_at{i}; },
                                {.grain = 1, .distributor = how, .on = machine.get()}),
                   thrown_at)
          << how;
    }
  }
  expect_exactly_once(0, 300, {.grain = 1, .on = machine.get()});
}

TEST_P(Exceptions, OfAChunkBodyArrive) {
  for (const std::string& how : all_distributors()) {
    const int bad = static_cast<int>(random() % 500);
    EXPECT_THROW(parallel_for(0, 500,
                              [&](int begin, int end) {
                                if (begin <= bad && bad < end) throw thrown_at{begin};
                              },
                              {.distributor = how, .on = machine.get()}),
                 thrown_at);
  }
}

// Throws in fork, work or join; counts its forks and joins.
struct throwing_object {
  enum where { in_fork, in_work, in_join } at;
  std::atomic<int> forks{0};
  std::atomic<int> joins{0};
  void fork(int&) {
    ++forks;
    if (at == in_fork) throw thrown_at{-1};
  }
  void work(int&, int i) {
    if (at == in_work && i == 77) throw thrown_at{i};
  }
  void join(int&) {
    ++joins;
    if (at == in_join) throw thrown_at{-2};
  }
};

TEST_P(Exceptions, OfForkAndJoinArrive) {
  for (const auto at :
       {throwing_object::in_fork, throwing_object::in_work, throwing_object::in_join}) {
    for (const std::string& how : all_distributors()) {
      throwing_object body{at};
      EXPECT_THROW((parallel_for<throwing_object, int, int>(
                       body, 0, 300, {.grain = 1, .distributor = how, .on = machine.get()})),
                   thrown_at)
          << how;
      EXPECT_LE(body.joins, body.forks);
      if (at == throwing_object::in_fork) {
        EXPECT_EQ(body.joins, 0) << "a worker whose body throws does not join";
      }
    }
  }
  expect_exactly_once(0, 300, {.grain = 1, .on = machine.get()});
}

// A per-worker value that cannot be made: no worker may end the program.
struct refusing_value {
  refusing_value() { throw thrown_at{-3}; }
};
struct object_with_refusing_values {
  std::atomic<int> calls{0};
  void fork(refusing_value&) { ++calls; }
  void begin_range(refusing_value&) { ++calls; }
  void work(refusing_value&, int) { ++calls; }
  void join(refusing_value&) { ++calls; }
};

TEST_P(Exceptions, OfAWorkersOwnValueArrive) {
  for (const std::string& how : all_distributors()) {
    object_with_refusing_values body;
    EXPECT_THROW((parallel_for<object_with_refusing_values, refusing_value, int>(
                     body, 0, 300, {.grain = 1, .distributor = how, .on = machine.get()})),
                 thrown_at)
        << how;
    EXPECT_EQ(body.calls, 0) << how;
  }
  expect_exactly_once(0, 300, {.grain = 1, .on = machine.get()});
}

TEST_P(Exceptions, OfAnInnerLoopPassThroughTheOuter) {
  for (int round = 0; round < 30; ++round) {
    const int bad = static_cast<int>(random() % 400);
    EXPECT_THROW(outer_parallel_for(round % 3, 0, 20,
                                    [&](int row) {
                                      parallel_for(0, 20,
                                                   [&](int column) {
                                                     if (row * 20 + column == bad)
                                                       throw std::runtime_error("inner");
                                                   },
                                                   {.grain = 1});
                                    },
                                    {.grain = 1, .on = machine.get()}),
                 std::runtime_error);
  }
  expect_exactly_once(0, 300, {.grain = 1, .on = machine.get()});
}

TEST_P(Exceptions, CaughtInsideTheBodyDoNotLeaveTheLoop) {
  std::atomic<int> caught{0};
  parallel_for(0, 50,
               [&](int) {
                 try {
                   parallel_for(0, 5, [](int i) { throw thrown_at{i}; }, {.grain = 1});
                 } catch (const thrown_at&) {
                   ++caught;
                 }
               },
               {.grain = 1, .on = machine.get()});
  EXPECT_EQ(caught, 50);
}

TEST(CancelledThreads, InABodyEndTheProgramWithASentence) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const char* how : {"auto", "shared", "static"}) {
    EXPECT_DEATH(parallel_for(0, 100,
                              [](int) {
                                pthread_cancel(pthread_self());
                                pthread_testcancel();
                              },
                              {.grain = 1, .distributor = how}),
                 "in the body of a loop.*pthread_cancel")
        << how;
  }
}

}  // namespace
}  // namespace arcas
