// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/pinning.h>

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

std::vector<unsigned> processors_of(pthread_t thread) {
  cpu_set_t set;
  std::vector<unsigned> found;
  if (pthread_getaffinity_np(thread, sizeof set, &set) != 0) return found;
  for (unsigned p = 0; p < CPU_SETSIZE; ++p) {
    if (CPU_ISSET(p, &set)) found.push_back(p);
  }
  return found;
}

// A thread that exists as long as the test.
class Pinning : public testing::Test {
 protected:
  void TearDown() override {
    stop = true;
    worker.join();
  }
  std::atomic<bool> stop{false};
  std::thread worker{[this] {
    while (!stop) std::this_thread::yield();
  }};
  std::vector<unsigned> allowed = processors_of(pthread_self());
};

TEST_F(Pinning, PutsAThreadOnOneProcessor) {
  ASSERT_EQ(pin_to(worker.native_handle(), allowed.front()), 0);
  EXPECT_EQ(processors_of(worker.native_handle()), std::vector{allowed.front()});
}

TEST_F(Pinning, ReportsARefusal) {
  EXPECT_EQ(pin_to(worker.native_handle(), CPU_SETSIZE - 1), EINVAL);
  EXPECT_EQ(processors_of(worker.native_handle()), allowed);
}

TEST_F(Pinning, AWorkerMakesRoomForACallerOnItsProcessor) {
  if (allowed.size() < 2) GTEST_SKIP() << "needs two processors";
  pinning pins(allowed[0]);
  ASSERT_EQ(pins.pin(worker.native_handle(), allowed[1]), 0);
  std::thread caller([&] {
    ASSERT_EQ(pin_to(pthread_self(), allowed[0]), 0);
    pins.make_room();
    EXPECT_EQ(processors_of(worker.native_handle()), std::vector{allowed[1]});
    ASSERT_EQ(pin_to(pthread_self(), allowed[1]), 0);
    pins.make_room();
    EXPECT_EQ(processors_of(worker.native_handle()), std::vector{allowed[0]});
    pins.make_room();
    EXPECT_EQ(processors_of(worker.native_handle()), std::vector{allowed[0]});
    ASSERT_EQ(pin_to(pthread_self(), allowed[0]), 0);
    pins.make_room();
    EXPECT_EQ(processors_of(worker.native_handle()), std::vector{allowed[1]});
  });
  caller.join();
}

TEST_F(Pinning, AWorkerIsElsewhereOnlyWhileTheCallerIsOnItsProcessor) {
  if (allowed.size() < 4) GTEST_SKIP() << "needs four processors";
  std::thread second([this] {
    while (!stop) std::this_thread::yield();
  });
  pinning pins(allowed[0]);
  ASSERT_EQ(pins.pin(worker.native_handle(), allowed[1]), 0);
  ASSERT_EQ(pins.pin(second.native_handle(), allowed[2]), 0);
  // Checks where the two workers are while the caller is on a processor.
  const auto expect_with_caller_on = [&](unsigned caller, unsigned first, unsigned other) {
    std::thread thread([&] {
      ASSERT_EQ(pin_to(pthread_self(), allowed[caller]), 0);
      pins.make_room();
    });
    thread.join();
    EXPECT_EQ(processors_of(worker.native_handle()), std::vector{allowed[first]}) << caller;
    EXPECT_EQ(processors_of(second.native_handle()), std::vector{allowed[other]}) << caller;
  };
  expect_with_caller_on(1, 0, 2);
  expect_with_caller_on(2, 1, 0);
  expect_with_caller_on(1, 0, 2);
  expect_with_caller_on(3, 1, 2);
  expect_with_caller_on(2, 1, 0);
  expect_with_caller_on(0, 1, 2);
  stop = true;
  second.join();
}

}  // namespace
}  // namespace arcas
