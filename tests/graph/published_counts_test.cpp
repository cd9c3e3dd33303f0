// SPDX-License-Identifier: Apache-2.0
// The numbers of vertices and edges of real graphs are those that their publishers state. Only
// Slashdot0902 is part of the project; ARCAS_SHARED_GRAPHS names a folder with the others as
// NAME.zst.
#include <arcas/graph/graph_file.h>
#include <arcas/graph/summary.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace arcas::inline v0::graph {
namespace {

struct published_counts {
  const char* file;
  std::uint64_t vertices;
  std::uint64_t edges;  // lines of the file
  std::uint64_t self_loops;
  std::uint64_t simple_edges;  // undirected, without parallel edges and self-loops
  std::uint64_t most_out;      // greatest out-degree; 0: not known
  friend void PrintTo(const published_counts& p, std::ostream* out) { *out << p.file; }
};

class PublishedCounts : public testing::TestWithParam<published_counts> {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("ARCAS_SHARED_GRAPHS");
    if (folder == nullptr) GTEST_SKIP() << "ARCAS_SHARED_GRAPHS is not set to a folder of graphs";
    path_ = std::string(folder) + '/' + GetParam().file + ".zst";
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << path_ << " does not exist";
  }
  std::string path_;
};

TEST_P(PublishedCounts, AreFound) {
  const published_counts& known = GetParam();
  const graph_summary s = summary_of(read_graph<directed_graph>(path_));
  EXPECT_EQ(s.vertices, known.vertices);
  EXPECT_EQ(s.edges, known.edges);
  EXPECT_EQ(s.self_loops, known.self_loops);
  EXPECT_EQ(s.parallel_edges, 0u);
  EXPECT_EQ(s.isolated, 0u);
  if (known.most_out != 0) {
    EXPECT_EQ(s.out.most, known.most_out);
  }
}

TEST_P(PublishedCounts, AreThoseOfTheUndirectedGraphToo) {
  const published_counts& known = GetParam();
  const auto g = read_graph<undirected_graph>(
      path_, {.build = {.drop_duplicates = true, .drop_self_loops = true}});
  EXPECT_EQ(g.vertex_count(), known.vertices);
  EXPECT_EQ(g.edge_count(), known.simple_edges);
}

INSTANTIATE_TEST_SUITE_P(
    Graphs, PublishedCounts,
    testing::Values(published_counts{"soc-Slashdot0902.txt", 82168, 948464, 78303, 504230, 2511},
                    published_counts{"Amazon0601.txt", 403394, 3387388, 0, 2443408, 10},
                    published_counts{"cnr-2000.txt", 325557, 3216152, 87442, 2738969, 2716},
                    published_counts{"email-Enron.txt", 36692, 367662, 0, 183831, 1383},
                    published_counts{"wiki-Vote.txt", 7115, 103689, 0, 100762, 893},
                    published_counts{"facebook_combined.txt", 4039, 88234, 0, 88234, 0},
                    published_counts{"p2p-31/p2p-31.e", 62586, 147892, 0, 147892, 78},
                    published_counts{"USA-road-d.NY.gr", 264346, 730100, 0, 365050, 8},
                    published_counts{"USA-road.FLA.txt", 1070376, 1343951, 0, 1343951, 0},
                    published_counts{"USA-road.COL.txt", 435666, 521200, 0, 521200, 0}),
    [](const auto& instance) {
      std::string name = instance.param.file;
      std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
      return name;
    });

// The weights of New York's roads in the 9th DIMACS challenge.
TEST(PublishedWeights, OfNewYorkAddUp) {
  const char* folder = std::getenv("ARCAS_SHARED_GRAPHS");
  if (folder == nullptr) GTEST_SKIP() << "ARCAS_SHARED_GRAPHS is not set to a folder of graphs";
  const graph_summary s = summary_of(
      read_graph<weighted_directed_graph>(std::string(folder) + "/USA-road-d.NY.gr.zst"));
  EXPECT_EQ(s.least_weight, 1);
  EXPECT_EQ(s.greatest_weight, 36946);
  EXPECT_EQ(s.total_weight, 944201646);
}

}  // namespace
}  // namespace arcas::inline v0::graph
