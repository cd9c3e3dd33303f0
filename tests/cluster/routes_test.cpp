// SPDX-License-Identifier: Apache-2.0
// Do the promises hold if messages go over other ranks, and what do such routes cost? On virtual
// clusters with two and three hops, with complete grids and grids with empty places.
#include "conformance.h"
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>

#include <gtest/gtest.h>

#include <tuple>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

virtual_options routed(virtual_options o, unsigned hops) {
  o.cluster.hops = hops;
  return o;
}

// Parameters: the number of hops (2: a square of ranks, 3: a box), and the number of ranks, with
// which some places of the square or box stay empty.
class promises_hold_over_hops : public testing::TestWithParam<std::tuple<unsigned, rank_id>> {
 protected:
  template <class Conditions>
  void hold(Conditions&& conditions) const {
    const auto [hops, ranks] = GetParam();
    std::uint64_t seed = 1;
    for (const test::promise& p : test::promises()) {
      SCOPED_TRACE(p.name);
      ASSERT_NO_THROW(run_virtual(routed(conditions(ranks, seed++), hops), job(p.body)));
    }
  }
};

TEST_P(promises_hold_over_hops, on_a_calm_network) {
  hold(test::usual);
}

TEST_P(promises_hold_over_hops, with_every_capacity_at_its_least) {
  hold(test::tight);
}

TEST_P(promises_hold_over_hops, in_storms) {
  hold(test::stormy);
}

INSTANTIATE_TEST_SUITE_P(cluster, promises_hold_over_hops,
                         testing::Values(std::tuple(2u, rank_id{5}), std::tuple(3u, rank_id{6})),
                         [](const auto& of) {
                           return std::to_string(std::get<0>(of.param)) + "_hops_on_" +
                                  std::to_string(std::get<1>(of.param));
                         });

void everyone_adds_to_everyone() {
  auto counts = global_array<std::uint64_t>::make(ranks(), 1);
  forall(counts, [](std::uint64_t, std::uint64_t& c) { c = 0; });
  on_all_ranks([counts] {
    for (rank_id to = 0; to < ranks(); ++to) async_add(counts[to], 1 + self());
  });
  const std::uint64_t n = ranks();
  forall(counts, [n](std::uint64_t, const std::uint64_t& c) {
    test::require(c == n * (n + 1) / 2, "everyone has been added to by everyone");
  });
}

TEST(routes, are_as_short_as_the_budget_allows) {
  const cluster_options usual;
  EXPECT_EQ(usual.within_budget(2).transport.hops, 1u);
  EXPECT_EQ(usual.within_budget(64).transport.hops, 1u);
  EXPECT_EQ(usual.within_budget(1024).transport.hops, 2u);
  EXPECT_EQ(usual.within_budget(100'000).transport.hops, 3u);
  for (const rank_id ranks : {2u, 64u, 1024u, 100'000u, 1'000'000u}) {
    const cluster_options o = usual.within_budget(ranks);
    EXPECT_LE(o.buffer_bytes(ranks), usual.buffer_budget) << ranks;
    EXPECT_GE(o.transport.credits, 4u) << ranks;
  }
  cluster_options forced;
  forced.hops = 1;
  EXPECT_EQ(forced.within_budget(1024).transport.hops, 1u);
}

// If buffer_budget allows it, the ranks of a process are a row of the grid, so that one of the hops
// stays inside a process.
TEST(routes, have_a_row_for_each_process_where_they_have_several_hops) {
  cluster_options usual;
  EXPECT_EQ(usual.within_budget(1024).transport.row, 0u);
  for (const unsigned workers : {2u, 4u, 16u, 64u}) {
    usual.workers = workers;
    EXPECT_EQ(usual.within_budget(64).transport.hops, 1u);
    const cluster_options o = usual.within_budget(1024);
    EXPECT_EQ(o.transport.hops, 2u) << workers;
    // Rows of two exceed the budget: each rank would have 511 links to other processes.
    EXPECT_EQ(o.transport.row, workers == 2 ? 0u : workers);
    EXPECT_LE(o.buffer_bytes(1024), usual.buffer_budget) << workers;
    EXPECT_GE(o.transport.credits, 4u) << workers;
  }
}

TEST(routes, forward_what_is_not_for_a_neighbour) {
  for (unsigned hops = 1; hops <= 3; ++hops) {
    const auto counts =
        run_virtual(routed(test::usual(27, 1), hops), job([] { everyone_adds_to_everyone(); }));
    rank_counts all{};
    for (const rank_counts& c : counts) all += c;
    EXPECT_EQ(all.aggregated.forwarded != 0, hops != 1);
  }
}

// The maximum number of packets that a rank has had in hand.
std::uint64_t most_packets(rank_id ranks, const cluster_options& options) {
  virtual_options o;
  o.ranks = ranks;
  o.cluster = options;
  rank_counts all{};
  for (const rank_counts& c : run_virtual(o, job([] { everyone_adds_to_everyone(); }))) all += c;
  return all.sent.most_packets;
}

TEST(routes, keep_packets_to_the_budget) {
  cluster_options options = test::usual(1, 1).cluster;
  options.buffer_budget = std::size_t{4} << 20;
  for (const rank_id ranks : {8u, 30u, 100u}) {
    const transport_options kept = options.within_budget(ranks).transport;
    const std::size_t bytes = packet::head + kept.packet_bytes;
    // Posted receive buffers exist whether they are used or not.
    const std::size_t posted =
        rank_grid(ranks, kept.hops).most_links() * lanes * kept.credits * bytes;
    EXPECT_LE(posted + most_packets(ranks, options) * bytes, options.buffer_budget) << ranks;
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
