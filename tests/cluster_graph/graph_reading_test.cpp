// SPDX-License-Identifier: Apache-2.0
// A file of which each rank reads a part gives the same graph as on one machine.
#include "../graph/graph_texts.h"
#include "same_graph.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/graph_file.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace arcas::inline v0::cluster_graph {
namespace {

using graph::scratch_file;

class reading_on : public testing::TestWithParam<rank_id> {
 protected:
  void expect_same(const std::string& path) {
    const auto whole = graph::read_graph<graph::directed_graph>(path);
    cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                           const auto g = distributed_graph::read(path);
                           same_graph(g, whole);
                           g.end();
                         }));
  }
};

TEST_P(reading_on, ids_with_gaps_are_numbered) {
  expect_same(
      scratch_file("# a comment\n% another\n\n7 900\n900 31\r\n7 7\n# inside\n31 7\n7 900\n\n5 31",
                   ".txt")
          .path());
}

TEST_P(reading_on, fewer_lines_than_ranks_are_read) {
  expect_same(scratch_file("10 20\n", ".txt").path());
}

TEST_P(reading_on, ids_of_64_bits_are_numbered) {
  expect_same(scratch_file(
                  "18446744073709551615 0\n5000000000 18446744073709551615\n3 5000000000\n", ".txt")
                  .path());
}

TEST_P(reading_on, ids_that_are_vertices_stay) {
  expect_same(scratch_file("0 9\n9 3\n3 0\n4 4\n", ".el").path());
}

// The file has more edges than a rank parses or sends at a time.
TEST_P(reading_on, many_lines_are_read) {
  std::mt19937 random(7);
  std::string text;
  for (unsigned i = 0; i < 60'000; ++i) {
    text += std::to_string(random() % 500 * 31 + 1'000'000) + '\t' +
            std::to_string(random() % 700 * 17 + 1'000'000) + '\n';
    if (i % 1000 == 0) text += "# so far " + std::to_string(i) + '\n';
  }
  expect_same(scratch_file(text, ".txt").path());
}

TEST(reading, the_packed_bundled_graph_is_read_on_three_ranks) {
  const std::string path = std::string(ARCAS_BUNDLED_DATA) + "/soc-Slashdot0902.txt.zst";
  const auto whole = graph::read_graph<graph::directed_graph>(path);
  cluster::run_virtual(virtual_ranks(3, 2), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         EXPECT_EQ(g.vertex_count(), whole.vertex_count());
                         EXPECT_EQ(g.arc_count(), whole.arc_count());
                         for (vertex v = 0; v < whole.vertex_count(); v += 997) {
                           EXPECT_EQ(g.original_id(v), whole.original_id(v));
                           EXPECT_EQ(g.vertex_of(whole.original_id(v)), v);
                           EXPECT_EQ(row_of(g, v, true), sorted(whole.out_neighbors(v)));
                           EXPECT_EQ(row_of(g, v, false), sorted(whole.in_neighbors(v)));
                         }
                         g.end();
                       }));
}

template <class Ends, class Weights>
std::vector<std::int64_t> weighted_row_of(const Ends& ends, const Weights& weights) {
  std::vector<std::int64_t> all;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    all.push_back((static_cast<std::int64_t>(ends[i]) << 32) +
                  static_cast<std::int64_t>(weights[i]));
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST_P(reading_on, weights_of_the_file_and_random_ones_are_those_of_one_machine) {
  const scratch_file weights("4 1 7\n1 4 -2\n4 1 3\n9 4 12\n", ".txt");
  const scratch_file none("4 1\n1 4\n4 1\n9 4\n", ".txt");
  for (const std::string& path : {weights.path(), none.path()}) {
    graph::read_options options;
    options.random_weights.emplace();
    const auto whole = graph::read_graph<graph::weighted_directed_graph>(path, options);
    cluster::run_virtual(
        virtual_ranks(GetParam(), 3), cluster::job([&] {
          const auto g = distributed_graph::read_weighted(path);
          EXPECT_TRUE(g.is_weighted());
          ASSERT_EQ(g.vertex_count(), whole.vertex_count());
          for (vertex v = 0; v < whole.vertex_count(); ++v) {
            const auto found = cluster::call(g.places().home(v), [g, local = g.places().local(v)] {
              const graph_rows& own = g.local().out;
              return weighted_row_of(own.neighbors(local), own.weights_of(local));
            });
            EXPECT_EQ(found, weighted_row_of(whole.out_neighbors(v), whole.out_edges(v).weights()));
          }
        }));
  }
}

// The error is that of one machine: the first wrong line, whichever rank finds it.
TEST_P(reading_on, what_is_wrong_is_said_with_its_line) {
  std::string text = "# head\n";
  for (unsigned i = 0; i < 200; ++i) text += std::to_string(i) + ' ' + std::to_string(i + 1) + '\n';
  text += "17 x\n";
  for (unsigned i = 0; i < 200; ++i) text += "1 2\n";
  text += "5\n";
  const scratch_file wrong(text, ".txt");
  const scratch_file empty("# nothing\n", ".txt");
  const scratch_file sparse("0 4000000000\n", ".el");
  for (const std::string& path :
       {wrong.path(), empty.path(), sparse.path(), testing::TempDir() + "no_such_file.txt"}) {
    std::string expected;
    try {
      graph::read_graph<graph::directed_graph>(path);
    } catch (const graph::input_error& e) {
      expected = e.what();
    }
    ASSERT_NE(expected, "");
    try {
      cluster::run_virtual(virtual_ranks(GetParam(), 4),
                           cluster::job([&] { distributed_graph::read(path); }));
      FAIL() << path << " was read";
    } catch (const std::exception& e) {
      EXPECT_NE(std::string(e.what()).find(expected), std::string::npos) << e.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, reading_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
