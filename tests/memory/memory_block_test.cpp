// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/cache_line.h>
#include <arcas/memory/memory_block.h>
#include <arcas/memory/memory_nodes.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace arcas {

using namespace detail;
namespace {

std::size_t address(const memory_block& block) {
  return reinterpret_cast<std::uintptr_t>(block.get());
}

TEST(MemoryBlock, IsAlignedForItsSizeAndCanBeWritten) {
  for (const bool own_pages : {false, true}) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{4096}, std::size_t{100'000},
                                    std::size_t{2'097'153}, std::size_t{9'000'001}}) {
      const memory_block block = allocate(bytes, 1, own_pages);
      EXPECT_EQ(address(block) % no_sharing, 0U);
      if (own_pages) {
        EXPECT_EQ(address(block) % page_homes::small_page, 0U);
      }
      if (bytes >= page_homes::huge_page) {
        EXPECT_EQ(address(block) % page_homes::huge_page, 0U);
      }
      std::memset(block.get(), 1, bytes);
    }
  }
  EXPECT_NE(allocate(0, 8), nullptr);
  EXPECT_NE(allocate(0, 8, true), nullptr);
  EXPECT_NE(allocate_briefly(0, 8), nullptr);
}

TEST(MemoryBlock, OfTheHeapBeginsAtACacheLine) {
  for (const std::size_t count : {1U, 1000U, 500'000U}) {
    const memory_block block = allocate_briefly(count, 8);
    EXPECT_EQ(address(block) % no_sharing, 0U);
    std::memset(block.get(), 1, count * 8);
  }
  EXPECT_THROW(allocate_briefly(std::size_t{1} << 62, 8), out_of_memory);
}

TEST(MemoryBlock, AFailureIsAnExceptionThatStatesTheRequest) {
  for (const bool own_pages : {false, true}) {
    // Both requests exceed the address space. For a block without pages of its own the smaller
    // request would reach the heap, and a sanitizer ends a program whose heap refuses a request.
    for (const std::size_t count : {std::size_t{1} << 62, std::size_t{1} << 50}) {
      if (!own_pages && count < std::size_t{1} << 60) continue;
      try {
        const memory_block block = allocate(count, 8, own_pages);
        ADD_FAILURE() << "the request was not refused";
      } catch (const std::bad_alloc& e) {
        const std::string text = e.what();
        EXPECT_NE(text.find(std::to_string(count) + " values of 8 bytes"), text.npos) << text;
      }
    }
  }
}

}  // namespace
}  // namespace arcas
