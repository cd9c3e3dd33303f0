// SPDX-License-Identifier: Apache-2.0
// parallel_for over every integral type, up to the type's limits.
#include "exactly_once.h"
#include "runtimes.h"

#include <gtest/gtest.h>

#include <limits>
#include <stop_token>

namespace arcas {
namespace {

template <class I>
class IndexTypes : public testing::Test {};
using index_types = testing::Types<char, signed char, unsigned char, short, unsigned short, int,
                                   unsigned, long, unsigned long, long long, unsigned long long>;
TYPED_TEST_SUITE(IndexTypes, index_types);

TYPED_TEST(IndexTypes, BothEndsOfTheTypeAreReached) {
  using limits = std::numeric_limits<TypeParam>;
  const auto machine = runtime_of(3);
  const auto near = static_cast<TypeParam>(100);
  for (const std::string& how : all_distributors()) {
    const loop_options options{.grain = 3, .distributor = how, .on = machine.get()};
    expect_exactly_once<TypeParam>(static_cast<TypeParam>(limits::max() - near), limits::max(),
                                   options);
    expect_exactly_once<TypeParam>(limits::min(), static_cast<TypeParam>(limits::min() + near),
                                   options);
    expect_exactly_once_in_chunks<TypeParam>(static_cast<TypeParam>(limits::max() - near),
                                             limits::max(), options);
    expect_exactly_once<TypeParam>(limits::max(), limits::min(), options);
  }
}

TYPED_TEST(IndexTypes, TheWidestRangeOfSmallTypesRunsOnce) {
  using limits = std::numeric_limits<TypeParam>;
  if constexpr (sizeof(TypeParam) <= 2) {
    const auto machine = runtime_of(3);
    expect_exactly_once<TypeParam>(limits::min(), limits::max(), {.on = machine.get()});
    expect_exactly_once_in_chunks<TypeParam>(limits::min(), limits::max(),
                                             {.grain = 1024, .on = machine.get()});
  }
}

// The loop is too long to run to its end, so it is stopped. Few chunks begin after the stop
// request.
TYPED_TEST(IndexTypes, TheWidestRangeOfLargeTypesCanBeStopped) {
  using limits = std::numeric_limits<TypeParam>;
  const auto machine = runtime_of(3);
  for (const char* how : {"auto", "shared", "combine:package", "async:core"}) {
    std::stop_source stop;
    std::atomic<unsigned> chunks{0};
    std::atomic<unsigned> late{0};
    parallel_for(limits::min(), limits::max(),
                 [&](TypeParam begin, TypeParam end) {
                   EXPECT_LT(begin, end);
                   if (stop.stop_requested()) ++late;
                   if (++chunks >= 50) stop.request_stop();
                 },
                 {.grain = 2, .distributor = how, .stop = stop.get_token(), .on = machine.get()});
    EXPECT_GE(chunks, 50U) << how;
    EXPECT_LE(late, 3U) << how << ": one chunk for each worker, claimed just before";
  }
}

TEST(IndexTypes64, ALoopLongerThanAPieceRunsToItsEnd) {
  const auto machine = runtime_of(3);
  const std::uint64_t n = (std::uint64_t{5} << 40) + 12'345;
  std::atomic<std::uint64_t> sum{0};
  std::atomic<std::uint64_t> last{0};
  parallel_for(std::uint64_t{7}, n,
               [&](std::uint64_t begin, std::uint64_t end) {
                 sum += end - begin;
                 if (end == n) ++last;
               },
               {.grain = std::size_t{1} << 31, .distributor = "shared", .on = machine.get()});
  EXPECT_EQ(sum, n - 7);
  EXPECT_EQ(last, 1U);
}

// Counts its forks, and the iterations of all chunks.
struct counted_forks {
  struct own_count {
    std::uint64_t iterations = 0;
  };
  void fork(own_count&) { ++forks; }
  void work(own_count& own, std::uint64_t) { ++own.iterations; }
  void work(own_count& own, std::uint64_t begin, std::uint64_t end) {
    own.iterations += end - begin;
  }
  void join(own_count& own) {
    ++joins;
    iterations += own.iterations;
  }

  std::atomic<std::uint64_t> forks{0};
  std::atomic<std::uint64_t> joins{0};
  std::uint64_t iterations = 0;  // two workers never call join at the same time
};

void run_forking(runtime& on, std::uint64_t n, const char* how, counted_forks& body) {
  parallel_for<counted_forks, counted_forks::own_count, std::uint64_t>(
      body, 0, n, {.grain = std::size_t{1} << 30, .distributor = how, .on = &on});
}

TEST(IndexTypes64, ALoopOf2To40ForksOnceInEachWorkerAndPiece) {
  const auto machine = runtime_of(3);
  const std::uint64_t n = std::uint64_t{1} << 40;
  constexpr std::uint64_t biased_piece = (std::uint64_t{1} << 30) - 1;
  struct expected_pieces {
    const char* how;
    std::uint64_t pieces;
  };
  for (const auto [how, pieces] :
       {expected_pieces{"auto", n / biased_piece + 1}, expected_pieces{"striped:thread", 1},
        expected_pieces{"shared", 1}}) {
    SCOPED_TRACE(how);
    counted_forks body;
    run_forking(*machine, n, how, body);
    EXPECT_EQ(body.iterations, n);
    EXPECT_EQ(body.joins, body.forks);
    EXPECT_GE(body.forks, pieces);
    EXPECT_LE(body.forks, 3 * pieces);
  }
}

TEST(IndexTypesMixed, TheCommonTypeIsTheIndex) {
  const std::size_t n = 10;
  parallel_for(0, n, [](auto i) { static_assert(std::is_same_v<decltype(i), std::size_t>); });
  parallel_for(short{0}, 5L, [](auto i) { static_assert(std::is_same_v<decltype(i), long>); });
  const std::int8_t small = 3;
  parallel_for(std::int8_t{0}, small,
               [](auto i) { static_assert(std::is_same_v<decltype(i), std::int8_t>); });
}

}  // namespace
}  // namespace arcas
