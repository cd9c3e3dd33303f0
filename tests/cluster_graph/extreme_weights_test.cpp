// SPDX-License-Identifier: Apache-2.0
// Weights whose sums are beyond the range of double: ranks give the answers and errors of a single
// process.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/spectral.h>
#include <arcas/graph/kernels/sssp.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class extreme_weights_on : public testing::TestWithParam<rank_id> {};

std::string refusal(const auto& f) {
  return graph::sentence_of<std::invalid_argument>(f);
}

distributed_graph read_real(const std::string& path) {
  return distributed_graph::read(path, {.weights = graph::weight_kind::real});
}

TEST_P(extreme_weights_on, a_distance_that_overflows_is_refused_by_its_vertex) {
  const graph::scratch_file path("0 1 1e308\n1 2 1e308\n2 3 1e308\n", ".wel");
  const graph::scratch_file round("0 1 1e308\n1 2 1e308\n0 3 2\n3 2 5\n", ".wel");
  const std::string name = path.path(), other = round.path();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 1), cluster::job([&] {
        const auto g = read_real(name);
        const auto whole = graph::read_graph<graph::real_directed_graph>(name);
        const std::string alone = refusal([&] { (void)graph::sssp(whole, 0); });
        EXPECT_EQ(refusal([&] { (void)sssp<graph::real_weight>(g, 0); }), alone);
        const std::vector<vertex> source = {0};
        EXPECT_EQ(refusal([&] { (void)betweenness(g, source, {.weighted = true}); }), alone);
        g.end();
        const auto shorter = read_real(other);
        const auto found = sssp<graph::real_weight>(shorter, 0);
        EXPECT_EQ(found.distances.gathered(), (std::vector<double>{0, 1e308, 7, 2}));
        found.end();
        shorter.end();
      }));
}

TEST_P(extreme_weights_on, whole_distances_are_exact_or_refused) {
  std::string text;
  for (unsigned i = 0; i < 4; ++i)
    text += std::to_string(i) + ' ' + std::to_string(i + 1) + " 2147483647\n";
  const graph::scratch_file file(text, ".wel");
  const std::string name = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                         const auto g = distributed_graph::read_weighted(name);
                         const auto found = sssp(g, 0);
                         EXPECT_EQ(found.distances.gathered().back(), 4 * 2147483647LL);
                         found.end();
                         g.end();
                       }));
}

TEST_P(extreme_weights_on, centralities_are_those_of_one_machine) {
  const graph::scratch_file file("0 1 1e300\n1 2 5e299\n2 0 1e300\n2 3 2e299\n3 0 1e299\n", ".wel");
  const graph::scratch_file star("0 1 1e308\n0 2 1e308\n1 0 1\n2 0 1\n", ".wel");
  const std::string name = file.path(), other = star.path();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([&] {
        const auto whole = graph::read_graph<graph::real_directed_graph>(name);
        const graph::spectral_options options{.weighted = true, .tolerance = 1e-9};
        const auto g = read_real(name);
        const auto hubs = hits(g, options);
        const auto vector = eigenvector_centrality(g, options);
        const auto expected_hubs = graph::hits(whole, options).scores;
        const auto expected = graph::eigenvector_centrality(whole, options).scores;
        const auto found_hubs = hubs.scores.gathered(), found = vector.scores.gathered();
        for (std::size_t v = 0; v < found.size(); ++v) {
          EXPECT_NEAR(found_hubs[v], expected_hubs[v], 1e-7);
          EXPECT_NEAR(found[v], expected[v], 1e-7);
        }
        hubs.end();
        vector.end();
        g.end();
        const auto s = read_real(other);
        const auto alone = graph::read_graph<graph::real_directed_graph>(other);
        EXPECT_EQ(refusal([&] { (void)pagerank(s, {.weighted = true}); }),
                  refusal([&] { (void)graph::pagerank(alone, {.weighted = true}); }));
        s.end();
      }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, extreme_weights_on, testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
