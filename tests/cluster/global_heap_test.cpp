// SPDX-License-Identifier: Apache-2.0
// Which rank may allocate which offsets, and where are the blocks of very large heaps?
#include "conformance.h"
#include "virtual_runs.h"

#include <arcas/cluster/heap/global_heap.h>
#include <arcas/cluster/heap/range_owners.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

TEST(range_owners, have_equal_shares_at_first) {
  const range_owners owners(5, 100);
  for (std::uint64_t offset = 0; offset < 500; ++offset) {
    EXPECT_EQ(owners.owner_of(offset), offset / 100);
  }
  EXPECT_EQ(owners.owner_of(500), 0u) << "what does not divide is the first rank's";
  EXPECT_EQ(range_owners(5, 0).owner_of(7), 0u) << "where shares are empty, all is";
}

// Compares with an array that has the owner of each offset.
TEST(range_owners, follow_every_move) {
  constexpr rank_id ranks = 6;
  constexpr std::uint64_t share = 50;
  range_owners owners(ranks, share);
  std::vector<rank_id> expected(ranks * share + 40);
  for (std::uint64_t i = 0; i < ranks * share; ++i) expected[i] = static_cast<rank_id>(i / share);
  std::minstd_rand random(1);
  for (int step = 0; step < 500; ++step) {
    const std::uint64_t first = random() % expected.size();
    const std::uint64_t bytes = 1 + random() % (expected.size() - first);
    const rank_id to = random() % ranks;
    owners.assign({first, bytes}, to);
    std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(first), bytes, to);
    for (std::uint64_t i = 0; i < expected.size(); ++i) ASSERT_EQ(owners.owner_of(i), expected[i]);
    std::uint64_t ranges = 1;
    for (std::uint64_t i = 1; i < expected.size(); ++i) ranges += expected[i] != expected[i - 1];
    ASSERT_LE(owners.ranges(), ranges + 1) << "neighbours of one owner are one range";
  }
}

// All ranks together have `bytes` bytes. Only the first and the last rank exist, since one process
// does not have address space for all.
void allocate_all_of(std::uint64_t bytes, rank_id ranks) {
  const std::uint64_t each = bytes / ranks;
  global_heap first(0, ranks, each);
  global_heap last(ranks - 1, ranks, each);
  const std::uint64_t share = first.first_share();
  first.add_free({share, (ranks - 1) * share});
  for (const unsigned block_log2 : {6u, 3u, 12u, 20u}) {
    const std::uint64_t wanted = (each - (std::uint64_t{1} << 21)) * ranks;
    const auto a = first.allocate(wanted, block_log2);
    ASSERT_TRUE(a) << "in blocks of 2^" << block_log2;
    const std::uint64_t block = std::uint64_t{1} << block_log2;
    const std::uint64_t blocks = wanted / block;
    EXPECT_EQ(first.home(*a), 0u);
    for (const std::uint64_t b : {std::uint64_t{0}, blocks / 3, blocks / 2 + 1, blocks - 1}) {
      const auto at = a->plus(static_cast<std::int64_t>(b * block));
      EXPECT_EQ(first.home(at), b % ranks);
    }
    // The last block on each of the two ranks is at the right address, and can be written.
    const std::uint64_t rows = blocks / ranks;
    const auto end_of_first = a->plus(static_cast<std::int64_t>((rows - 1) * ranks * block));
    const auto end_of_last = a->plus(static_cast<std::int64_t>((rows * ranks - 1) * block));
    ASSERT_EQ(first.home(end_of_first), 0u);
    ASSERT_EQ(last.home(end_of_last), ranks - 1);
    const auto* const begin = static_cast<std::byte*>(first.local(*a));
    EXPECT_EQ(static_cast<std::byte*>(first.local(end_of_first)) - begin,
              static_cast<std::ptrdiff_t>((rows - 1) * block));
    std::memset(first.local(end_of_first), 1, block);
    std::memset(last.local(end_of_last), 1, block);
    EXPECT_FALSE(first.allocate(wanted, block_log2)) << "there is no room twice";
    first.release(*a);
  }
}

TEST(global_heap, has_addresses_up_to_2_to_the_48) {
  for (const unsigned size_log2 : {36u, 40u, 44u, 48u}) {
    for (const rank_id ranks : {16u, 1000u, 1024u, 4096u}) {
      SCOPED_TRACE(testing::Message() << "2^" << size_log2 << " on " << ranks << " ranks");
      // One process must have address space for two ranks, and under sanitizers for their shadow.
      if ((std::uint64_t{1} << size_log2) / ranks > std::uint64_t{1} << 42) continue;
      allocate_all_of(std::uint64_t{1} << size_log2, ranks);
    }
  }
}

// The error message names a heap size with which the same program runs.
TEST(global_heap, that_is_too_small_says_what_suffices) {
  for (const std::uint64_t before : {std::uint64_t{0}, std::uint64_t{300'000}}) {
    for (const std::uint64_t wanted : {std::uint64_t{5'000'000}, std::uint64_t{12'345'678}}) {
      const auto allocate = [before, wanted] {
        if (before != 0) global_malloc<char>(before);
        global_malloc<char>(wanted, 4096);
      };
      virtual_options o = test::usual(4, 1);
      o.cluster.heap_bytes = std::size_t{1} << 20;
      const std::string sentence = test::failure_of(o, job(allocate));
      const std::string words = "set ARCAS_CLUSTER_HEAP to ";
      ASSERT_NE(sentence.find(words), std::string::npos) << sentence;
      o.cluster.heap_bytes = std::stoull(sentence.substr(sentence.find(words) + words.size()));
      EXPECT_EQ(test::failure_of(o, job(allocate)), "");
      EXPECT_LE(o.cluster.heap_bytes, (before + wanted) / 4 + (1 << 17)) << "and not much more";
    }
  }
}

// The message does not name a size that would be refused.
TEST(global_heap, is_not_advised_beyond_what_a_rank_can_have) {
  const std::string sentence = test::failure_of(
      test::usual(2, 1), job([] { global_malloc<char>(std::uint64_t{1} << 49, 4096); }));
  EXPECT_EQ(sentence.find("set ARCAS_CLUSTER_HEAP to"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("ask for less: no rank can give more than "), std::string::npos)
      << sentence;
}

TEST(global_heap, of_1024_ranks_is_filled_by_the_main_task) {
  virtual_options o = test::usual(1024, 1);
  o.cluster.heap_bytes = std::size_t{1} << 27;
  run_virtual(o, job(&test::main_can_allocate_what_all_ranks_have));
  // The array is also written from end to end, with little memory for each rank.
  o.cluster.heap_bytes = std::size_t{1} << 16;
  run_virtual(o, job([] {
                const std::uint64_t elements = ranks() * ((std::uint64_t{1} << 16) - (1 << 13)) / 8;
                auto a = global_array<std::uint64_t>::make(elements);
                forall(a, [](std::uint64_t i, std::uint64_t& x) { x = i; });
                for (std::uint64_t i = 0; i < elements; i += elements / 100) {
                  test::require(read(a[i]) == i, "all elements are apart");
                }
                a.free();
              }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster
