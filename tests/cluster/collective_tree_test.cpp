// SPDX-License-Identifier: Apache-2.0
// Are the ranks below each rank of the tree of collective operations consecutive, and what happens
// if ranks call different operations?
#include "virtual_runs.h"

#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/collectives.h>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

// The ranks of a subtree, in the order in which the subtree joins them.
std::vector<rank_id> joined(rank_id self, rank_id ranks) {
  const span_tree tree(self, ranks);
  std::vector<rank_id> all{self};
  for (rank_id k = 0; k < tree.children(); ++k) {
    const span_tree child(tree.child(k), ranks);
    EXPECT_EQ(child.parent(), self);
    EXPECT_EQ(child.place(), k);
    EXPECT_FALSE(child.is_root());
    const std::vector<rank_id> below = joined(tree.child(k), ranks);
    for (const rank_id r : below) EXPECT_TRUE(tree.leads_to(k, r));
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

TEST(span_tree, joins_all_ranks_in_their_order) {
  for (rank_id ranks = 1; ranks < 150; ++ranks) {
    const std::vector<rank_id> all = joined(0, ranks);
    ASSERT_EQ(all.size(), ranks);
    for (rank_id r = 0; r < ranks; ++r) ASSERT_EQ(all[r], r);
  }
}

TEST(span_tree, is_logarithmically_high) {
  for (const rank_id ranks : {64u, 1024u, 32'768u}) {
    for (rank_id r = 0; r < ranks; r += 1 + r / 7) {
      unsigned height = 0;
      for (rank_id at = r; at != 0; at = span_tree(at, ranks).parent()) ++height;
      // At most two levels more than the logarithm to base 4 of the number of ranks.
      EXPECT_LE(1ull << (2 * height), 16ull * ranks);
    }
  }
}

TEST(collectives, that_differ_between_ranks_end_the_job) {
  const std::string sentence = test::failure_of(test::usual(3, 1), job([] {
                                                  on_all_ranks([] {
                                                    if (self() == 1) {
                                                      barrier();
                                                    } else {
                                                      allreduce(1, std::plus<>{});
                                                    }
                                                  });
                                                }));
  EXPECT_NE(sentence.find("different collective operations at the same time"), std::string::npos)
      << sentence;
}

TEST(collectives, of_vectors_of_different_lengths_end_the_job) {
  const std::string sentence = test::failure_of(
      test::usual(3, 1), job([] {
        on_all_ranks([] { allreduce(std::vector<int>(1 + self() / 2), std::plus<>{}); });
      }));
  EXPECT_NE(sentence.find("vectors of different lengths: 1 on one rank and 2 on another"),
            std::string::npos)
      << sentence;
}

TEST(collectives, refuse_a_root_that_is_no_rank) {
  const std::string sentence =
      test::failure_of(test::usual(2, 1), job([] { on_all_ranks([] { broadcast(1, 2); }); }));
  EXPECT_NE(
      sentence.find("broadcast: root 2 is out of range; it must be below ranks(), which is 2"),
      std::string::npos)
      << sentence;
}

}  // namespace
}  // namespace arcas::inline v0::cluster
