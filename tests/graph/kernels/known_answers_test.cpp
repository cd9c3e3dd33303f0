// SPDX-License-Identifier: Apache-2.0
// Results for real graphs equal those that others have published or computed. The bundled graph is
// always available; the others are in the folder that ARCAS_SHARED_GRAPHS names, and without it
// their tests are skipped.
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kernels/triangles.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <ostream>
#include <string>

#include "reference_values.h"

namespace arcas::inline v0::graph {
namespace {

// SNAP's figures; those that SNAP does not publish are computed with SciPy.
struct published_answers {
  std::string file;
  std::size_t weak = 0;
  std::size_t largest_weak = 0;
  std::size_t strong = 0;
  std::size_t largest_strong = 0;
  std::optional<std::uint64_t> triangles = {};
};

std::ostream& operator<<(std::ostream& out, const published_answers& p) {
  return out << p.file;
}

const published_answers slashdot = {"soc-Slashdot0902.txt.zst", 1, 82168, 10559, 71307, 602592};

void expect_published(const std::string& path, const published_answers& known) {
  const auto g = read_graph<directed_graph>(path);
  const auto weak = component_sizes(components(g).labels.all());
  EXPECT_EQ(weak.size(), known.weak);
  EXPECT_EQ(weak.front().vertices, known.largest_weak);
  const auto strong = component_sizes(strong_components(g).labels.all());
  EXPECT_EQ(strong.size(), known.strong);
  EXPECT_EQ(strong.front().vertices, known.largest_strong);
  if (!known.triangles) return;
  const auto both = read_graph<undirected_graph>(path);
  EXPECT_EQ(count_triangles(both), *known.triangles);
}

TEST(KnownAnswers, AreFoundForTheBundledGraph) {
  expect_published(ARCAS_BUNDLED_DATA "/" + slashdot.file, slashdot);
}

// The path of a shared graph; empty, with the reason, if the file does not exist.
class SharedGraphs : public testing::Test {
 protected:
  static std::string path_of(const std::string& file) {
    const char* folder = std::getenv("ARCAS_SHARED_GRAPHS");
    if (folder == nullptr) return {};
    const auto path = std::filesystem::path(folder) / file;
    return std::filesystem::exists(path) ? path.string() : std::string();
  }
};

constexpr const char* reason = "ARCAS_SHARED_GRAPHS does not name a folder with this graph";

class PublishedGraphs : public SharedGraphs,
                        public testing::WithParamInterface<published_answers> {};

TEST_P(PublishedGraphs, HavePublishedCounts) {
  const std::string path = path_of(GetParam().file);
  if (path.empty()) GTEST_SKIP() << reason;
  expect_published(path, GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    KnownAnswers, PublishedGraphs,
    testing::Values(published_answers{"Amazon0601.txt.zst", 7, 403364, 1588, 395234, 3986507},
                    published_answers{"cnr-2000.txt.zst", 1, 325557, 100977, 112023},
                    published_answers{"email-Enron.txt.zst", 1065, 33696, 1065, 33696, 727044},
                    published_answers{"wiki-Vote.txt.zst", 24, 7066, 5816, 1300, 608389},
                    published_answers{"p2p-31/p2p-31.e.zst", 12, 62561, 48438, 14149, 2024}));

TEST_F(SharedGraphs, FacebookHasItsTriangles) {
  const std::string path = path_of("facebook_combined.txt.zst");
  if (path.empty()) GTEST_SKIP() << reason;
  const auto g = read_graph<undirected_graph>(path);
  EXPECT_EQ(count_triangles(g), 1612010u);
  EXPECT_EQ(component_sizes(components(g).labels.all()).size(), 1u);
}

// SciPy's Dijkstra and breadth-first search have computed the distances from node 1, by weights and
// in steps.
TEST_F(SharedGraphs, RoadsOfNewYorkHaveTheirLengths) {
  const std::string path = path_of("USA-road-d.NY.gr.zst");
  if (path.empty()) GTEST_SKIP() << reason;
  const auto g = read_graph<weighted_directed_graph>(path);
  ASSERT_EQ(g.original_id(0), 1u);
  const auto lengths = sssp(g, 0).distances;
  const auto farthest = std::ranges::max_element(lengths);
  EXPECT_EQ(*farthest, 1440081);
  EXPECT_EQ(g.original_id(static_cast<vertex>(farthest - lengths.begin())), 90644u);
  EXPECT_EQ(std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}), 186686642878);
  const bfs_result hops = bfs(g, 0);
  EXPECT_EQ(hops.reached, 264346u);
  EXPECT_EQ(hops.depth, 619u);
  EXPECT_EQ(std::accumulate(hops.levels.begin(), hops.levels.end(), std::uint64_t{0}), 90771609u);
}

// The reference results of libgrape-lite for p2p-31; "-directed" files are for the directed graph.
class ReferenceResults : public SharedGraphs {
 protected:
  template <class G>
  static G graph(const std::string& path) {
    read_options options;
    options.build.drop_duplicates = false;
    return read_graph<G>(path, options);
  }

  // Calls value(v) for each vertex and compares with the reference of its id.
  template <class G, class F>
  void expect_values(const G& g, const std::string& file, const F& right) {
    const std::string path = path_of(file);
    if (path.empty()) GTEST_SKIP() << reason;
    const auto expected = reference_values(path);
    ASSERT_EQ(expected.size(), g.vertex_count());
    for (std::size_t v = 0; v < g.vertex_count(); ++v) {
      const auto id = g.original_id(static_cast<vertex>(v));
      ASSERT_TRUE(right(static_cast<vertex>(v), expected.at(id)))
          << "node " << id << ": " << expected.at(id);
    }
  }

  template <class G>
  static vertex node_6(const G& g) {
    vertex v = 0;
    while (g.original_id(v) != 6) ++v;
    return v;
  }

  std::string edges_ = path_of("p2p-31/p2p-31.e.zst");
};

TEST_F(ReferenceResults, AreFoundForBreadthFirstSearch) {
  if (edges_.empty()) GTEST_SKIP() << reason;
  const auto try_out = [&](const auto& g, const std::string& file) {
    const bfs_result r = bfs(g, node_6(g));
    expect_values(g, file, [&](vertex v, const std::string& value) {
      return value ==
             (r.levels[v] == unreached ? "9223372036854775807" : std::to_string(r.levels[v]));
    });
  };
  try_out(graph<directed_graph>(edges_), "p2p-31/p2p-31-BFS-directed.zst");
  try_out(graph<undirected_graph>(edges_), "p2p-31/p2p-31-BFS.zst");
}

TEST_F(ReferenceResults, AreFoundForShortestPaths) {
  if (edges_.empty()) GTEST_SKIP() << reason;
  const auto try_out = [&](const auto& g, const std::string& file) {
    const auto r = sssp(g, node_6(g));
    expect_values(g, file, [&](vertex v, const std::string& value) {
      if (r.distances[v] == infinitely_far<std::int64_t>) return value == "infinity";
      return value != "infinity" && std::stod(value) == static_cast<double>(r.distances[v]);
    });
  };
  try_out(graph<weighted_directed_graph>(edges_), "p2p-31/p2p-31-SSSP-directed.zst");
  try_out(graph<weighted_undirected_graph>(edges_), "p2p-31/p2p-31-SSSP.zst");
}

// The reference has other labels; the same vertices must be together.
TEST_F(ReferenceResults, AreFoundForComponents) {
  if (edges_.empty()) GTEST_SKIP() << reason;
  const auto g = graph<undirected_graph>(edges_);
  const components_result r = components(g);
  std::map<std::string, vertex> label_of;
  std::map<vertex, std::string> name_of;
  expect_values(g, "p2p-31/p2p-31-WCC.zst", [&](vertex v, const std::string& value) {
    return label_of.try_emplace(value, r.labels[v]).first->second == r.labels[v] &&
           name_of.try_emplace(r.labels[v], value).first->second == value;
  });
}

TEST_F(ReferenceResults, AreFoundForClusteringCoefficients) {
  if (edges_.empty()) GTEST_SKIP() << reason;
  const auto g = graph<undirected_graph>(edges_);
  const vertex_triangles_result r = triangles_by_vertex(g);
  expect_values(g, "p2p-31/p2p-31-LCC.zst", [&](vertex v, const std::string& value) {
    return std::abs(std::stod(value) - r.clustering[v]) <= 1e-9;
  });
}

// The reference made ten passes of Jacobi's method with damping 0.85.
TEST_F(ReferenceResults, AreFoundForPageRank) {
  if (edges_.empty()) GTEST_SKIP() << reason;
  const pagerank_options ten = {
      .tolerance = 0, .max_iterations = 10, .order = pagerank_order::jacobi};
  const auto g = graph<undirected_graph>(edges_);
  const pagerank_result r = pagerank(g, ten);
  expect_values(g, "p2p-31/p2p-31-PR.zst", [&](vertex v, const std::string& value) {
    return std::abs(std::stod(value) - r.scores[v]) <= 1e-4 * r.scores[v];
  });
}

}  // namespace
}  // namespace arcas::inline v0::graph
