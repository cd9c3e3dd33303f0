// SPDX-License-Identifier: Apache-2.0
// Loops of a few thousand cycles run in the way that has cost least until now, or on the caller
// alone. What does a call site learn, and are loops correct whatever their call site has learnt?
#include "exactly_once.h"
#include "frozen_workers.h"
#include "runtimes.h"
#include "taught_site.h"

#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/distribution/grain.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

// A loop whose call site has learnt that one worker is faster up to some number of iterations.
class LoopsAlone : public testing::Test {
 protected:
  void SetUp() override {
    if (!machine_->short_loops_are_static()) GTEST_SKIP() << "no short loops here";
  }
  // The body is the caller's closure, so that it has its own call site.
  template <class Body>
  void run(int n, Body& body, std::uint32_t alone_cycles) {
    teach_alone(site_of<closure_job<int, Body>>, alone_cycles);
    parallel_for(0, n, body, {.on = machine_.get()});
  }

  const std::unique_ptr<runtime> machine_ = runtime_of(2, wait_policy::spin);
  static constexpr std::uint32_t hours_ = ~std::uint32_t{0};
};

TEST_F(LoopsAlone, RunOnTheCallingThreadInOrder) {
  std::vector<int> seen;
  const auto caller = std::this_thread::get_id();
  auto body = [&](int i) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    seen.push_back(i);
  };
  for (const int n : {1, 2, 7, 8, 9, 100}) {
    seen.clear();
    run(n, body, hours_);
    ASSERT_EQ(seen.size(), static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], i);
  }
}

TEST_F(LoopsAlone, AreSharedAfterAllIfTheFirstIterationsTakeLong) {
  visits<int> seen(0, 80);
  std::atomic<bool> helped{false};
  const auto caller = std::this_thread::get_id();
  // The first ten iterations take long. The others wait until another worker runs one of them.
  auto body = [&](int i) {
    seen(i);
    if (i < 10) return std::this_thread::sleep_for(std::chrono::microseconds(10));
    if (std::this_thread::get_id() != caller) helped = true;
    while (!helped) std::this_thread::yield();
  };
  run(80, body, 1'000);
  seen.expect_exactly_once();
  EXPECT_GT((site_of<closure_job<int, decltype(body)>>.cycles_alone(64)), 64U);
}

TEST_F(LoopsAlone, ThrowTheBodysExceptionAndRunNothingAfterIt) {
  std::array<int, 64> runs{};
  for (const int bad : {0, 5, 20, 63}) {
    runs.fill(0);
    auto body = [&](int i) {
      ++runs[static_cast<std::size_t>(i)];
      if (i == bad) throw std::runtime_error("no");
    };
    EXPECT_THROW(run(64, body, hours_), std::runtime_error);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(runs[static_cast<std::size_t>(i)], i <= bad ? 1 : 0);
  }
  auto body = [&](int) {};
  run(64, body, hours_);
}

// Iterations of a loop that runs alone may start loops, in which other workers take part.
TEST_F(LoopsAlone, MayHaveLoopsInside) {
  std::atomic<int> inside{0};
  auto body = [&](int) { parallel_for(0, 50, [&](int) { ++inside; }); };
  run(20, body, hours_);
  EXPECT_EQ(inside, 1'000);
}

struct forking_sum {
  int forks = 0, joins = 0, total = 0;
  void fork(int& own) {
    own = 0;
    ++forks;
  }
  void work(int& own, int i) { own += i; }
  void join(int& own) {
    ++joins;
    total += own;
  }
};

TEST_F(LoopsAlone, ForkAndJoinOnce) {
  teach_alone(site_of<forking_job<forking_sum, int, int>>, 104);
  forking_sum body;
  parallel_for<forking_sum, int, int>(body, 0, 100, {.on = machine_.get()});
  EXPECT_EQ(body.forks, 1);
  EXPECT_EQ(body.joins, 1);
  EXPECT_EQ(body.total, 4'950);
}

TEST_F(LoopsAlone, ReduceTheirPartsToOneValue) {
  auto value = [](int i) { return static_cast<long>(i); };
  const long expected = 4'950;
  for (const std::uint32_t cycles : {104U, hours_}) {  // perhaps shared after the first part
    teach_alone(site_of<reduction_job<int, plus<long>, decltype(value)>>, cycles);
    EXPECT_EQ(parallel_reduce(0, 100, plus<long>{}, value, {.on = machine_.get()}), expected);
  }
}

// If a follower does not come once, an interrupt may be the reason. If the follower never comes,
// each loop that waits for it loses microseconds, so ranges are tried less and less often.
TEST(ShortLoops, TryRangesLessOftenEachTimeAFollowerDoesNotCome) {
  const auto machine = runtime_of(2, wait_policy::spin);
  if (!machine->short_loops_are_static()) GTEST_SKIP() << "short loops have no fixed ranges here";
  std::array<std::atomic<int>, 8> runs{};
  const auto body = [&](int i) { ++runs[static_cast<std::size_t>(i)]; };
  call_site& site = site_of<closure_job<int, std::remove_reference_t<decltype(body)>>>;
  site.backed_off.set(0);
  site.claims_until.set(0);
  site.calls.set(0);
  held_worker follower(*machine);
  std::vector<std::uint32_t> stays;
  for (int call = 0; call < 300; ++call) {
    site.known.set(1'000);
    parallel_for(0, 8, body, {.on = machine.get()});
    const std::uint32_t stay = site.backed_off.get();
    if (stays.empty() || stays.back() != stay) stays.push_back(stay);
  }
  follower.release();
  EXPECT_EQ(stays, (std::vector<std::uint32_t>{4, 16, 64}));
  for (const auto& r : runs) EXPECT_EQ(r, 300);
}

// Loops of one body, whose lengths and costs change from call to call, so that they run in
// different ways.
TEST(ShortLoops, AreRightWhicheverWayIsChosen) {
  const auto machine = runtime_of(2, wait_policy::spin);
  const auto loop = [&](int n, int skew) {
    visits<int> seen(0, n);
    parallel_for(0, n,
                 [&](int i) {
                   seen(i);
                   volatile int x = 0;
                   for (int k = 0; k < (i < n / 4 ? skew : 1); ++k) x = x + k;
                 },
                 {.on = machine.get()});
    seen.expect_exactly_once();
  };
  for (int round = 0; round < 20'000; ++round) loop(1 + round % 97, round / 2000 % 2 ? 200 : 1);
}

}  // namespace
}  // namespace arcas
