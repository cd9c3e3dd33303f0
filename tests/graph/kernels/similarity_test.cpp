// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/similarity.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include "kernel_graphs.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

using Similarity = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Kernels, Similarity, testing::Values(1u, 2u, 8u));

constexpr similarity_measure measures[] = {similarity_measure::jaccard,
                                           similarity_measure::adamic_adar,
                                           similarity_measure::common_neighbors};

similarity_claim claim_of(similarity_measure measure) {
  return {.jaccard = measure == similarity_measure::jaccard,
          .adamic_adar = measure == similarity_measure::adamic_adar};
}

struct lists {
  std::vector<std::vector<vertex>> vertices;
  std::vector<std::vector<double>> scores;
};

lists lists_of(const most_similar_result& found) {
  lists all;
  for (const auto& column : found.columns) {
    all.vertices.emplace_back(column.vertices.begin(), column.vertices.end());
    all.scores.emplace_back(column.scores.begin(), column.scores.end());
  }
  return all;
}

TEST_P(Similarity, OfPairsAndOfTheMostSimilarIsTheDefinition) {
  on_undirected_graphs([&](const undirected_graph& g) {
    for (const similarity_measure measure : measures) {
      for (const bool neighbors : {false, true}) {
        // For one measure more columns than a vertex has neighbours.
        const unsigned best = !neighbors ? 3 : measure == similarity_measure::jaccard ? 1000 : 20;
        const most_similar_options options{measure, best, neighbors, mixed()};
        const lists found = lists_of(most_similar(g, options));
        EXPECT_EQ(
            fault_in_most_similar(g, claim_of(measure), neighbors, found.vertices, found.scores),
            "");
        // The pairs of the lists have the same scores, to the bit.
        std::vector<edge> pairs;
        std::vector<double> scores;
        for (std::size_t c = 0; c < std::min<std::size_t>(3, found.vertices.size()); ++c) {
          for (std::size_t u = 0; u < g.vertex_count(); ++u) {
            if (found.vertices[c][u] == no_vertex) continue;
            pairs.push_back({found.vertices[c][u], static_cast<vertex>(u)});
            scores.push_back(found.scores[c][u]);
          }
        }
        const auto again = similarities(g, pairs, {measure, mixed()});
        EXPECT_TRUE(std::ranges::equal(again, scores));
        EXPECT_EQ(fault_in_similarities(g, claim_of(measure), pairs, again.all()), "");
      }
    }
  });
}

TEST_P(Similarity, StopsOnRequest) {
  std::stop_source asked;
  asked.request_stop();
  loop_options loops = usual();
  loops.stop = asked.get_token();
  const auto g = kronecker_graph({.scale = 8});
  EXPECT_THROW((void)most_similar(g, {.loops = loops}), interrupted);
  EXPECT_THROW((void)similarities(g, std::vector<edge>{{0, 1}}, {.loops = loops}), interrupted);
}

// 0 and 1 have the neighbours 2 and 3; there are two edges between 0 and 3. 2 has a self-loop. 3 is
// the only neighbour of 4. 5 and 6 have no edges.
undirected_graph two_of_four() {
  return build_undirected(edges_of(7, {{0, 2}, {0, 3}, {3, 0}, {1, 2}, {1, 3}, {2, 2}, {3, 4}}));
}

TEST(SimilarityOf, KnownPairs) {
  const undirected_graph g = two_of_four();
  const std::vector<edge> pairs = {{0, 1}, {1, 0}, {0, 4}, {2, 3}, {0, 2}, {5, 6}, {0, 5}};
  using enum similarity_measure;
  EXPECT_TRUE(std::ranges::equal(similarities(g, pairs, {.measure = common_neighbors}),
                                 std::vector<double>{2, 2, 1, 2, 0, 0, 0}));
  EXPECT_TRUE(
      std::ranges::equal(similarities(g, pairs), std::vector<double>{1, 1, 0.5, 2.0 / 3, 0, 0, 0}));
  const auto scores = similarities(g, pairs, {.measure = adamic_adar});
  EXPECT_NEAR(scores[0], 1 / std::log(2) + 1 / std::log(3), 1e-14);
  EXPECT_NEAR(scores[2], 1 / std::log(3), 1e-14);
  EXPECT_EQ(scores[5], 0);
}

TEST(SimilarityOf, TheMostSimilarOfFewVertices) {
  const undirected_graph g = two_of_four();
  const most_similar_result found = most_similar(g, {.count = 2});
  ASSERT_EQ(found.columns.size(), 2u);
  const vertex none = no_vertex;
  EXPECT_TRUE(std::ranges::equal(found.columns[0].vertices,
                                 std::vector<vertex>{1, 0, 3, 2, 0, none, none}));
  EXPECT_TRUE(std::ranges::equal(found.columns[1].vertices,
                                 std::vector<vertex>{4, 4, none, none, 1, none, none}));
  const undirected_graph triangle = build_undirected(edges_of(3, clique_of(3)));
  EXPECT_EQ(most_similar(triangle).columns[0].vertices[0], no_vertex);
  EXPECT_EQ(most_similar(triangle, {.neighbors = true}).columns[1].vertices[0], 2u);
  EXPECT_EQ(most_similar(build_undirected(edges_of(1, {}))).columns.size(), 0u);
  EXPECT_EQ(most_similar(build_undirected(edges_of(0, {}))).columns.size(), 0u);
}

TEST(SimilarityOf, WrongArgumentsAreRefused) {
  const undirected_graph g = two_of_four();
  EXPECT_THROW((void)most_similar(g, {.count = 0}), std::invalid_argument);
  EXPECT_THROW((void)similarities(g, std::vector<edge>{{0, 7}}), std::invalid_argument);
  EXPECT_THROW((void)similarities(g, std::vector<edge>{{0, 1}, {3, 3}}), std::invalid_argument);
}

TEST(SimilarityCheck, FindsWhatIsWrong) {
  const undirected_graph g = two_of_four();
  const auto jaccard = similarity_measure::jaccard;
  EXPECT_EQ(fault_in_similarities(g, claim_of(jaccard), std::vector<edge>{{0, 1}},
                                  std::vector<double>{0.5}),
            "vertices 0 and 1 have similarity 1, not 0.5");
  const lists right = lists_of(most_similar(g, {.count = 1}));
  const auto fault = [&](vertex v, double score) {
    lists wrong = right;
    wrong.vertices[0][0] = v;
    wrong.scores[0][0] = score;
    return fault_in_most_similar(g, claim_of(jaccard), false, wrong.vertices, wrong.scores);
  };
  EXPECT_EQ(fault(1, 1), "");
  EXPECT_EQ(fault(4, 0.5), "the list of vertex 0 lacks vertex 1, of similarity 1");
  EXPECT_EQ(fault(no_vertex, 0), "the list of vertex 0 lacks vertex 1, of similarity 1");
  EXPECT_EQ(fault(2, 0.5), "vertices 0 and 2 have similarity 0, not 0.5");
  EXPECT_EQ(fault(no_vertex, 1), "vertex 0 has a vertex behind the end of its list");
}

}  // namespace
}  // namespace arcas::inline v0::graph
