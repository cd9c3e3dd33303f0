// SPDX-License-Identifier: Apache-2.0
#include <arcas/memory/memory_nodes.h>

#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace arcas {

namespace {

constexpr std::size_t page = page_homes::small_page;

// Checks that the runs cover the block in order and agree with node_of(); returns the bytes of each
// node.
std::map<unsigned, std::size_t> expect_whole(const page_homes& homes, std::size_t bytes) {
  std::map<unsigned, std::size_t> of_node;
  std::size_t next = 0;
  homes.each_run([&](const home_run& run) {
    EXPECT_EQ(run.first, next);
    EXPECT_LT(run.first, run.last);
    EXPECT_EQ(homes.node_of(run.first), run.node);
    EXPECT_EQ(homes.node_of(run.last - 1), run.node);
    EXPECT_TRUE(run.first % homes.unit() == 0) << "a page has one home";
    of_node[run.node] += run.last - run.first;
    next = run.last;
  });
  EXPECT_EQ(next, bytes);
  return of_node;
}

const std::vector<std::vector<unsigned>>& teams() {
  static const std::vector<std::vector<unsigned>> all = {
      {1}, {2, 2}, {1, 3}, {4, 4, 4, 4}, {0, 2, 0, 5}, {8, 8, 8, 8, 8, 8, 8, 8}};
  return all;
}

const std::vector<std::size_t> sizes = {0,        1,        page - 1,  page,
                                        page + 1, 8 * page, 1'000'003, std::size_t{1} << 31};

TEST(PageHomes, EveryByteHasOneHomeWhereThereAreWorkers) {
  for (const auto& workers : teams()) {
    for (const std::size_t bytes : sizes) {
      for (const placement how : {placement::interleaved, placement::blocked}) {
        const page_homes homes(how, bytes, workers);
        for (const auto& [node, some] : expect_whole(homes, bytes)) EXPECT_NE(workers[node], 0U);
      }
    }
  }
}

TEST(PageHomes, BlocksAreInProportionToWorkersUpToAPage) {
  for (const auto& workers : teams()) {
    const std::size_t all = std::accumulate(workers.begin(), workers.end(), std::size_t{0});
    for (const std::size_t bytes : {std::size_t{1'000'003}, std::size_t{3} << 30}) {
      const page_homes homes(placement::blocked, bytes, workers);
      std::size_t runs = 0;
      homes.each_run([&](const home_run&) { ++runs; });
      EXPECT_LE(runs, workers.size());
      for (const auto& [node, some] : expect_whole(homes, bytes)) {
        const double share = static_cast<double>(bytes) * workers[node] / static_cast<double>(all);
        EXPECT_NEAR(static_cast<double>(some), share, 2 * static_cast<double>(homes.unit()));
      }
    }
  }
}

TEST(PageHomes, InterleavedGoesRoundTheNodes) {
  const std::vector<unsigned> workers = {1, 0, 1, 1};
  const page_homes homes(placement::interleaved, 7 * page, workers);
  std::vector<unsigned> order;
  for (std::size_t p = 0; p < 7; ++p) order.push_back(homes.node_of(p * page));
  EXPECT_EQ(order, (std::vector<unsigned>{0, 2, 3, 0, 2, 3, 0}));
}

TEST(PageHomes, InterleavedHasNotMorePiecesThanTheKernelHasAreas) {
  const std::vector<unsigned> workers(8, 16);
  for (const std::size_t bytes : {std::size_t{1} << 24, std::size_t{1} << 40}) {
    const page_homes homes(placement::interleaved, bytes, workers);
    std::size_t pieces = 0;
    homes.each_run([&](const home_run&) { ++pieces; });
    EXPECT_LE(pieces, page_homes::most_pieces);
    EXPECT_GT(pieces, workers.size());
  }
}

TEST(PageHomes, LargeBlocksAreCutAtHugePages) {
  const std::vector<unsigned> workers = {1, 1};
  EXPECT_EQ(page_homes(placement::blocked, std::size_t{1} << 30, workers).unit(),
            page_homes::huge_page);
  EXPECT_EQ(page_homes(placement::blocked, std::size_t{1} << 20, workers).unit(), page);
}

TEST(PageHomes, GivenPartsEndAtPageBorders) {
  const std::vector<std::size_t> ends = {page + 1, page + 2, 3 * page, 3 * page, 5 * page - 1};
  const page_homes homes(ends);
  EXPECT_EQ(expect_whole(homes, 5 * page - 1),
            (std::map<unsigned, std::size_t>{{0, 2 * page}, {2, page}, {4, 2 * page - 1}}));
  EXPECT_EQ(expect_whole(page_homes(std::vector<std::size_t>{0, 0}), 0),
            (std::map<unsigned, std::size_t>{}));
}

TEST(PageHomes, WithOneNodeAllPlacementsAreEqual) {
  const page_homes homes(5 * page, 3);
  EXPECT_EQ(expect_whole(homes, 5 * page), (std::map<unsigned, std::size_t>{{3, 5 * page}}));
}

}  // namespace
}  // namespace arcas
