// SPDX-License-Identifier: Apache-2.0
// A pool that cannot be made because memory runs out.
#include <arcas/workers/pool.h>

#include "machines.h"

#include <gtest/gtest.h>

#include <climits>
#include <cstdlib>
#include <new>

namespace arcas {

using namespace detail;
namespace {

// Number of blocks that this thread can still allocate.
thread_local int blocks_left = INT_MAX;

TEST(NoMemory, APoolThatCannotBeMadeThrowsAndHasEndedItsThreads) {
  const topology machine = figure_2();
  const pool_options of_three{.workers = 3, .levels = levels_named("thread,package")};
  int refused = 0;
  for (bool made = false; !made; ++refused) {
    topology copied = machine;
    pool_options options = of_three;
    blocks_left = refused;
    try {
      const pool p(std::move(copied), std::move(options));
      blocks_left = INT_MAX;
      made = true;
    } catch (const std::bad_alloc&) {
      blocks_left = INT_MAX;
    }
  }
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace arcas

// For the whole test program, except arrays and aligned types. Not inline: the compiler would warn
// about a mismatch of malloc() and free().
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  int& left = arcas::blocks_left;
  if (left == 0) return nullptr;
  if (left != INT_MAX) --left;
  return std::malloc(bytes != 0 ? bytes : 1);
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
