// SPDX-License-Identifier: Apache-2.0
#include <arcas/runtime/runtime.h>
#include <arcas/workers/pinning.h>
#include <arcas/workers/pool.h>

#include "tests/loops/exactly_once.h"
#include "tests/loops/runtimes.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
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
    EXPECT_EQ(runtime(workers).workers(), workers);
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

TEST(Runtime, RefusesAProcessorThatTheProcessMayNotUse) {
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

TEST(Runtime, UsesItsSettings) {
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

void expect_limited(runtime& machine, unsigned limit, const std::string& how) {
  machine.set_worker_limit(limit);
  EXPECT_EQ(machine.worker_limit(), limit);
  std::mutex writing;
  std::set<std::thread::id> threads;
  visits<int> seen(0, 100);
  parallel_for(0, 100,
               [&](int i) {
                 seen(i);
                 const std::lock_guard lock(writing);
                 threads.insert(std::this_thread::get_id());
               },
               {.grain = 1, .distributor = how, .on = &machine});
  seen.expect_exactly_once();
  EXPECT_LE(threads.size(), limit) << how;
}

TEST(Runtime, AWorkerLimitHoldsForEveryDistributor) {
  const auto machine = runtime_of(8);
  for (const std::string& how : all_distributors()) {
    for (const unsigned limit : {1U, 3U, 8U, 2U}) expect_limited(*machine, limit, how);
  }
  const auto spinning = runtime_of(4, wait_policy::spin);
  for (const unsigned limit : {1U, 3U, 4U, 2U}) expect_limited(*spinning, limit, "auto");
}

TEST(Runtime, AWorkerLimitHoldsForShortAndNestedLoops) {
  const auto machine = runtime_of(8);
  for (const unsigned limit : {1U, 3U, 8U, 2U}) {
    machine->set_worker_limit(limit);
    EXPECT_EQ(machine->workers_pool().all_take_part(), limit == 8);
    for (int k = 0; k < 100; ++k) expect_exactly_once(0, 20, {.on = machine.get()});
    std::atomic<int> count{0};
    outer_parallel_for(2, 0, 5,
                       [&](int) {
                         outer_parallel_for(
                             1, 0, 7, [&](int) { parallel_for(0, 11, [&](int) { ++count; }); });
                       },
                       {.on = machine.get()});
    EXPECT_EQ(count, 5 * 7 * 11);
  }
}

TEST(Runtime, AWorkerLimitIsClampedToTheNumberOfWorkers) {
  const auto machine = runtime_of(4);
  machine->set_worker_limit(0);
  EXPECT_EQ(machine->worker_limit(), 1U);
  machine->set_worker_limit(9);
  EXPECT_EQ(machine->worker_limit(), 4U);
  EXPECT_EQ(machine->workers(), 4U);
}

TEST(Runtime, ReportsRefusals) {
  EXPECT_TRUE(runtime_of(4)->refusals().empty());
}

// Whether one of the sentences contains the words.
bool says(const std::vector<std::string>& sentences, const std::string& words) {
  return std::ranges::any_of(sentences,
                             [&](const std::string& s) { return s.find(words) != s.npos; });
}

TEST(Runtime, SaysThatWorkersOutnumberTheProcessors) {
  const unsigned there = topology::discover().paid_threads();
  EXPECT_FALSE(says(runtime({.workers = there}).refusals(), " workers share "));
  EXPECT_TRUE(says(runtime({.workers = there + 3}).refusals(),
                   std::to_string(there + 3) + " workers share " + std::to_string(there) + " pro"));
}

TEST(Runtime, SaysThatAVariableOfOpenMPMayHaveBoundTheProcess) {
  if (sysconf(_SC_NPROCESSORS_ONLN) == 1) GTEST_SKIP() << "one processor is all there is";
  std::jthread([] {
    pin_to(pthread_self(), topology::discover().threads()[0].os_index);
    for (const bool set : {true, false}) {
      set ? setenv("OMP_PROC_BIND", "true", 1) : unsetenv("OMP_PROC_BIND");
      EXPECT_EQ(says(runtime(settings{}).refusals(), "OMP_PROC_BIND=true"), set);
    }
  }).join();
}

TEST(Runtime, OfOneProcessorByChoiceBlamesNoVariable) {
  const topology machine = topology::discover();
  if (machine.thread_count() == 1) GTEST_SKIP() << "one processor is all there is";
  setenv("OMP_PROC_BIND", "true", 1);
  const runtime part({.processors = {machine.threads()[0].os_index}});
  EXPECT_FALSE(says(part.refusals(), "OMP_PROC_BIND"));
  unsetenv("OMP_PROC_BIND");
}

}  // namespace
}  // namespace arcas
