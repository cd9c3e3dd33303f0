// SPDX-License-Identifier: Apache-2.0
#include <arcas/runtime/runtime.h>

#include "tests/loops/exactly_once.h"
#include "tests/loops/runtimes.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

namespace arcas {
namespace {

TEST(Runtime, HasTheWorkersThatAreAskedFor) {
  for (const unsigned workers : {1U, 2U, 7U, 64U}) {
    const runtime machine(runtime_options{.workers = workers});
    EXPECT_EQ(machine.workers(), workers);
    EXPECT_EQ(machine.tree().size(), workers);
  }
  EXPECT_EQ(runtime(runtime_options{}).workers(), topology::discover().paid_threads());
}

TEST(Runtime, OfAPartOfTheMachineStaysThere) {
  cpu_set_t mine;
  ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
  unsigned one = 0;
  while (!CPU_ISSET(one, &mine)) ++one;
  runtime part({.workers = 3, .processors = {one}});
  EXPECT_EQ(part.machine().thread_count(), 1U);
  const std::thread::id caller = std::this_thread::get_id();
  parallel_for(0, 300,
               [&](int) {
                 if (std::this_thread::get_id() != caller) {
                   EXPECT_EQ(sched_getcpu(), static_cast<int>(one));
                 }
                 std::this_thread::yield();
               },
               {.grain = 1, .on = &part});
  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&mine, &after)) << "the caller's own processors are left alone";
}

TEST(Runtime, RefusesAProcessorThatIsNotOurs) {
  try {
    runtime part({.processors = {100'000}});
    ADD_FAILURE();
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("arcas topology"), std::string::npos);
  }
}

TEST(Runtime, SeveralLiveBesideEachOther) {
  const auto a = runtime_of(3);
  const auto b = runtime_of(5);
  std::jthread other([&] {
    for (int k = 0; k < 100; ++k) expect_exactly_once(0, 100, {.grain = 1, .on = a.get()});
  });
  for (int k = 0; k < 100; ++k) {
    expect_exactly_once(0, 100, {.grain = 1, .on = b.get()});
    expect_exactly_once(0, 100, {.grain = 1});
  }
}

TEST(Runtime, IsMadeAndDestroyedRepeatedly) {
  for (int round = 0; round < 50; ++round) {
    runtime machine(runtime_options{.workers = 1U + static_cast<unsigned>(round) % 5});
    for (int k = 0; k < round % 3; ++k) expect_exactly_once(0, 40, {.grain = 1, .on = &machine});
  }
}

TEST(Runtime, TheDefaultOneIsTheSameForAll) {
  runtime* first = &runtime::default_runtime();
  std::jthread([&] { EXPECT_EQ(&runtime::default_runtime(), first); }).join();
  EXPECT_EQ(&runtime::current(), first);
}

TEST(Runtime, UsesWhatItsSettingsSay) {
  settings s = settings_of(4);
  s.topology = "pack:2 core:2 pu:1";
  s.distributor = "combine:package";
  s.grain = 5;
  runtime machine(s);
  EXPECT_EQ(machine.machine().thread_count(), 4U);
  EXPECT_EQ(machine.configuration().grain, 5U);
  std::atomic<int> largest{0};
  parallel_for(0, 1000,
               [&](int begin, int end) {
                 int seen = largest;
                 while (end - begin > seen && !largest.compare_exchange_weak(seen, end - begin)) {
                 }
               },
               {.on = &machine});
  EXPECT_LE(largest, 5);
}

TEST(Runtime, SaysWhatWasRefused) {
  EXPECT_TRUE(runtime_of(4)->refusals().empty());
}

}  // namespace
}  // namespace arcas
