// SPDX-License-Identifier: Apache-2.0
// Clusters of up to 1,024 ranks: the promises hold, packets take no more memory than the budget,
// and the number of turns until the end of a finish() is found grows as the logarithm of the number
// of ranks.
#include "conformance.h"
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/spawn.h>

#include <gtest/gtest.h>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr std::uint64_t updates = 200;

void everyone_updates_everyone() {
  const auto counts = global_array<std::uint64_t>::make(ranks(), 1);
  forall(counts, [](std::uint64_t, std::uint64_t& c) { c = 0; });
  on_all_ranks([counts] {
    for (std::uint64_t i = 0; i < updates; ++i) {
      async_add(counts[(self() + i * i) % ranks()], 1);
    }
  });
  // The i-th updates of all ranks hit each element once.
  forall(counts, [](std::uint64_t, const std::uint64_t& c) {
    test::require(c == updates, "every update is done once");
  });
}

virtual_options many(rank_id ranks, unsigned hops) {
  virtual_options o = test::usual(ranks, 1);
  o.cluster.heap_bytes = std::size_t{1} << 28;
  o.cluster.hops = hops;
  return o;
}

TEST(many_ranks, keep_packets_to_the_budget) {
  for (const rank_id ranks : {64u, 256u, 1024u}) {
    for (unsigned hops = 0; hops <= rank_grid::most_hops; ++hops) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks, hops " + std::to_string(hops));
      const virtual_options o = many(ranks, hops);
      rank_counts all{};
      for (const rank_counts& c : run_virtual(o, job(&everyone_updates_everyone))) all += c;
      const cluster_options kept = o.cluster.within_budget(ranks);
      EXPECT_LE(kept.buffer_bytes(ranks), o.cluster.buffer_budget);
      const std::size_t bytes = packet::head + kept.transport.packet_bytes;
      const std::size_t posted = rank_grid(ranks, kept.transport.hops).most_links() * lanes *
                                 kept.transport.credits * bytes;
      EXPECT_LE(posted + all.sent.most_packets * bytes, o.cluster.buffer_budget);
    }
  }
}

// The number of turns that a rank takes during a finish() with one activity, on the last rank.
double turns_of_a_finish(rank_id ranks) {
  constexpr int finishes = 10;
  virtual_options o = many(ranks, 0);
  std::uint64_t now = 0;
  std::uint64_t taken = 0;
  o.before_turn = [&now](std::uint64_t turn, virtual_faults&) { now = turn; };
  run_virtual(o, job([&] {
                const std::uint64_t first = now;
                for (int i = 0; i < finishes; ++i) finish([] { async(here().ranks() - 1, [] {}); });
                taken = now - first;
              }));
  return static_cast<double>(taken) / finishes / ranks;
}

TEST(many_ranks, find_the_end_in_logarithmically_many_turns) {
  // Four times the number of ranks adds a level to the tree and, from some size on, a hop to each
  // level.
  const double of_16 = turns_of_a_finish(16);
  EXPECT_LE(turns_of_a_finish(64), 3 * of_16);
  EXPECT_LE(turns_of_a_finish(1024), 6 * of_16);
}

TEST(many_ranks, keep_every_promise) {
  for (unsigned hops = 2; hops <= rank_grid::most_hops; ++hops) {
    for (const test::promise& p : test::promises()) {
      SCOPED_TRACE(p.name);
      ASSERT_NO_THROW(run_virtual(many(64, hops), job(p.body))) << hops << " hops";
    }
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
