// SPDX-License-Identifier: Apache-2.0
// Refused memory. A deque that cannot grow: run() of a group throws, and no wait() counts the task;
// a thread that ends a task of a graph runs the successor itself. A graph that cannot grow: add()
// throws, and the graph is as before. A coroutine for which there is no other slot keeps its own.
#include <arcas/tasks/coroutine.h>
#include <arcas/tasks/future.h>
#include <arcas/tasks/task_graph.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

// For this thread: only blocks for tasks can be allocated.
thread_local bool no_memory_left = false;
thread_local int still_allowed = 0;  // number of other allocations that succeed before
[[maybe_unused]] bool is_refused(std::size_t bytes) {
  return no_memory_left && bytes != block_pool::block_size && --still_allowed < 0;
}

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

TEST(NoMemory, ACoroutineThatRunRefusesIsNotCounted) {
  const auto team = test::team_of(1);
  constexpr int all = 200;
  int runs = 0;
  const auto count = [&runs]() -> arcas::task<> {
    ++runs;
    co_return;
  };
  for (int spawned = 0, allowed = 0; spawned != all; ++allowed) {
    spawned = 0;
    task_group group({.on = team.get()});
    still_allowed = allowed;
    no_memory_left = true;
    try {
      for (; spawned != all; ++spawned) group.run(count);
    } catch (const std::bad_alloc&) {
    }
    no_memory_left = false;
    runs = 0;
    group.wait();
    ASSERT_EQ(runs, spawned);
  }
}

TEST(NoMemory, ACoroutinePollsInItsOwnSlot) {
  const auto poll = []() -> arcas::task<> {
    no_memory_left = true;
    for (int i = 0; i < 200; ++i) co_await schedule();
    no_memory_left = false;
  };
  test::on(*test::team_of(1), [&] { sync_wait(poll()); });
  EXPECT_FALSE(no_memory_left);
}

TEST(NoMemory, ATaskOfAFutureThatIsRefusedThrows) {
  const auto team = test::team_of(1);
  int refused = 0;
  for (bool is_refused = true; is_refused; refused += is_refused) {
    task_group group({.on = team.get()});
    still_allowed = refused;
    no_memory_left = true;
    future<int> f;
    try {
      f = async(group, [] { return 1; });
      is_refused = false;
    } catch (const std::bad_alloc&) {
    }
    no_memory_left = false;
    if (!is_refused) {
      EXPECT_EQ(f.get(), 1);
    }
    group.wait();
  }
  EXPECT_GE(refused, 2) << "the result and the record of its dependences";
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

TEST(NoMemory, ATaskThatAddRefusesLeavesTheGraphAsItWas) {
  int runs = 0;
  task_graph g;
  const auto large = [&runs, filler = std::array<char, 30'000>{}] { runs += 1 + filler[0]; };
  g.add(large);
  int added = 1;
  no_memory_left = true;
  try {
    for (;; ++added) g.add(large);
  } catch (const std::bad_alloc&) {
  }
  EXPECT_THROW(g.add(large), std::bad_alloc) << "the block that was refused has no room";
  no_memory_left = false;
  g.add(large);
  g.run();
  EXPECT_EQ(runs, added + 1);
}

// A number of tasks that fills a deque, so that further pushes are refused.
constexpr int more_than_a_deque = 1'000;
// If each refused task ran inside the previous one, the stack would overflow.
constexpr int depth = 150'000;

TEST(NoMemory, ADeepGraphRunsInAShallowStack) {
  const auto first = test::team_of(1), second = test::team_of(1);
  int runs = 0;
  const auto count = [&runs] { ++runs; };
  task_graph g;
  const auto root = g.add(count);
  for (int i = 0; i < more_than_a_deque; ++i) g.add(count, after(root));
  auto last = g.add(count, after(root));
  for (int i = 0; i < depth; ++i) {
    g.add(count, after(last));
    last = g.add(count, after(last));
  }
  g.run({.on = first.get()});
  test::on(*second, [] {});  // makes a context, whose deque is small
  runs = 0;
  no_memory_left = true;
  g.run({.on = second.get()});
  no_memory_left = false;
  EXPECT_EQ(runs, 2 + more_than_a_deque + 2 * depth);
}

TEST(NoMemory, ADeepGroupRunsInAShallowStack) {
  const auto team = test::team_of(2);
  std::atomic<bool> began{false}, are_all_spawned{false};
  std::atomic<int> runs{0};
  int root = 0, chain = 0;
  std::vector<int> links(depth);
  const auto count = [&runs] { ++runs; };
  task_group group({.on = team.get()});
  group.run(
      [&] {
        began = true;
        while (!are_all_spawned) std::this_thread::yield();
        no_memory_left = true;  // on the worker, which then runs the successors
      },
      out(root), out(chain));
  while (!began) std::this_thread::yield();
  for (int i = 0; i < more_than_a_deque; ++i) group.run(count, in(root));
  // The worker keeps the successor that was spawned last, a leaf, and cannot push the other one.
  for (int i = 0; i < depth; ++i) {
    group.run(count, inout(chain), out(links[i]));
    if (i != 0) group.run(count, in(links[i - 1]));
  }
  constexpr int all = more_than_a_deque + 2 * depth - 1;
  are_all_spawned = true;
  while (runs != all) std::this_thread::yield();  // this thread, which has memory, takes no task
  group.wait();
  EXPECT_EQ(runs, all);
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

// For the whole test program, except arrays. Not inline: the compiler would warn
// about a mismatch of malloc() and free().
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return arcas::is_refused(bytes) ? nullptr : std::malloc(std::max<std::size_t>(bytes, 1));
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment,
                                     const std::nothrow_t&) noexcept {
  void* room = nullptr;
  const auto least = std::max(static_cast<std::size_t>(alignment), sizeof(void*));
  return arcas::is_refused(bytes) || posix_memalign(&room, least, bytes) != 0 ? nullptr : room;
}
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const room = ::operator new(bytes, std::nothrow);
  return room ? room : throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  void* const room = ::operator new(bytes, alignment, std::nothrow);
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
[[gnu::noinline]] void operator delete(void* room, std::align_val_t) noexcept {
  std::free(room);
}
[[gnu::noinline]] void operator delete(void* room, std::size_t, std::align_val_t) noexcept {
  std::free(room);
}
[[gnu::noinline]] void operator delete(void* room, std::align_val_t,
                                       const std::nothrow_t&) noexcept {
  std::free(room);
}
