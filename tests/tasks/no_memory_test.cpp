// SPDX-License-Identifier: Apache-2.0
// A deque that cannot grow: run() of a group throws, and no wait() counts the task; a graph runs
// the task at once.
#include <arcas/tasks/task_graph.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

// For this thread: only blocks for tasks can be allocated.
thread_local bool no_memory_left = false;

// Spawns tasks until run() throws std::bad_alloc. Returns the number of tasks spawned.
template <class F>
int spawn_until_refused(task_group& group, F f) {
  int spawned = 0;
  no_memory_left = true;
  try {
    for (;; ++spawned) group.run(f);
  } catch (const std::bad_alloc&) {
  }
  no_memory_left = false;
  return spawned;
}

TEST(NoMemory, ATaskThatRunRefusesIsNotCounted) {
  const auto team = test::team_of(1);
  const auto held = std::make_shared<int>(0);
  const auto count = [held] { ++*held; };
  task_group group({.on = team.get()});
  const int spawned = spawn_until_refused(group, count);
  EXPECT_EQ(held.use_count(), spawned + 2) << "the refused one's function is gone";
  group.wait();
  EXPECT_EQ(*held, spawned);
  group.run(count);
  group.wait();
  EXPECT_EQ(*held, spawned + 1);
}

TEST(NoMemory, AGraphThatHasRunRunsWithout) {
  const auto first = test::team_of(1), second = test::team_of(1);
  int runs = 0;
  task_graph g;
  const auto root = g.add([&] { ++runs; });
  for (int i = 0; i < 10'000; ++i) g.add([&] { ++runs; }, after(root));
  g.run({.on = first.get()});
  test::on(*second, [] {});  // makes a context, whose deque is small
  for (runtime* team : {first.get(), second.get()}) {
    runs = 0;
    no_memory_left = true;
    g.run({.on = team});
    no_memory_left = false;
    EXPECT_EQ(runs, 10'001);
  }
}

TEST(NoMemory, ATaskThatRunRefusesOnAnotherThreadIsNotCounted) {
  const auto team = test::team_of(1);
  int runs = 0;
  int spawned = 0;
  task_group group({.on = team.get()});
  std::jthread([&] {
    group.run([&] { ++runs; });  // from now on there is a context
    spawned = 1 + spawn_until_refused(group, [&] { ++runs; });
  }).join();
  group.wait();
  EXPECT_EQ(runs, spawned);
}

}  // namespace
}  // namespace arcas

// For the whole test program, except arrays and aligned types. Not inline: the compiler would warn
// about a mismatch of malloc() and free().
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  const bool refused = arcas::no_memory_left && bytes != arcas::detail::block_pool::block_size;
  return refused ? nullptr : std::malloc(bytes != 0 ? bytes : 1);
}
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const room = ::operator new(bytes, std::nothrow);
  return room ? room : throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* room) noexcept {
  std::free(room);
}
[[gnu::noinline]] void operator delete(void* room, std::size_t) noexcept {
  std::free(room);
}
[[gnu::noinline]] void operator delete(void* room, const std::nothrow_t&) noexcept {
  std::free(room);
}
