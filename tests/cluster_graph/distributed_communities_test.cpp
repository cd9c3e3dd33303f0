// SPDX-License-Identifier: Apache-2.0
// Communities over ranks are right, and as good as those of one process, with and without hubs.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/rank_level.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/community_steps.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

using graph::communities_options;
using graph::community_method;
using graph::community_quality;

constexpr community_method all_methods[] = {community_method::leiden, community_method::louvain,
                                            community_method::label_propagation};

class communities_on : public testing::TestWithParam<rank_id> {};

// Requires right communities; returns their quality.
template <class W>
double right_quality(const distributed_graph& g, const graph::basic_undirected_graph<W>& whole,
                     const communities_options& options) {
  const auto found = communities(g, options);
  const auto labels = found.labels.gathered();
  EXPECT_EQ(fault_in_communities(whole, labels, found.count,
                                 {.quality = found.quality,
                                  .cpm = options.quality == community_quality::cpm,
                                  .resolution = options.resolution,
                                  .weighted = options.weighted,
                                  .connected = options.method == community_method::leiden}),
            "");
  EXPECT_NEAR(partition_quality(g, found.labels, options), found.quality, 1e-12);
  const auto expected = graph::conductances(whole, labels, found.count, options);
  EXPECT_EQ(conductances(g, found.labels, found.count, options), expected);
  const auto again = communities(g, options);
  EXPECT_EQ(again.labels.gathered(), labels);
  EXPECT_EQ(again.iterations, found.iterations);
  again.end();
  if (cluster::ranks() == 1 && options.method != community_method::label_propagation) {
    const auto alone = graph::communities(whole, options);
    EXPECT_TRUE(std::ranges::equal(alone.labels.all(), labels));
    EXPECT_EQ(alone.iterations, found.iterations);
  }
  found.end();
  return found.quality;
}

// Requires right communities whose quality is at least `share` of that of one process.
template <class W>
void as_good_as_in_one_process(const distributed_graph& g,
                               const graph::basic_undirected_graph<W>& whole,
                               const communities_options& options, double share) {
  const double quality = right_quality(g, whole, options);
  const double expected = graph::communities(whole, options).quality;
  EXPECT_GE(quality, expected - (1 - share) * std::abs(expected) - 1e-12)
      << "method " << static_cast<int>(options.method);
}

TEST_P(communities_on, kronecker_graphs_with_and_without_hubs) {
  const auto whole = graph::kronecker_graph({.scale = 9, .edge_factor = 4});
  on_kronecker_graphs(GetParam(), 9, 4, [&](const distributed_graph& g) {
    for (const community_method method : {community_method::leiden, community_method::louvain}) {
      as_good_as_in_one_process(g, whole, {.method = method}, 0.97);
      right_quality(g, whole,
                    {.method = method, .quality = community_quality::cpm, .resolution = 0.05});
    }
    right_quality(g, whole, {.method = community_method::label_propagation});
  });
}

// A ring of 24 cliques of 6 vertices, whose numbers are mixed.
std::string ring_of_cliques() {
  std::string text;
  const auto number = [](unsigned clique, unsigned i) {
    return std::to_string((clique + 24 * i) * 5 % 144);
  };
  for (unsigned c = 0; c < 24; ++c) {
    for (unsigned i = 0; i < 6; ++i)
      for (unsigned j = 0; j < i; ++j) text += number(c, i) + ' ' + number(c, j) + " 2.5\n";
    text += number(c, 0) + ' ' + number((c + 1) % 24, 1) + " 0.75\n";
  }
  return text;
}

TEST_P(communities_on, cliques_of_a_ring_are_found) {
  const graph::scratch_file file(ring_of_cliques(), ".wel");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::basic_undirected_graph<graph::real_weight>>(path);
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                         const auto g = distributed_graph::of(*read_edges<graph::real_weight>(path),
                                                              {.both_ways = true, .hub_degree = 5});
                         for (const community_method method : all_methods) {
                           const communities_options options{
                               .weighted = true, .method = method, .resolution = 3};
                           as_good_as_in_one_process(g, whole, options, 1);
                           const auto found = communities(g, options);
                           EXPECT_EQ(found.count, 24u);
                           found.end();
                         }
                         g.end();
                       }));
}

// Parallel edges, self-loops, whole weights, several components, isolated vertices.
TEST_P(communities_on, graphs_with_parallel_edges_and_loops) {
  std::string text = "400 400 3\n";
  for (unsigned i = 0; i < 600; ++i)
    text += std::to_string(i * i % 137 + i % 2 * 150) + ' ' +
            std::to_string(i * 5 % 129 + i % 2 * 150) + ' ' + std::to_string(i % 7) + '\n';
  const graph::scratch_file file(text, ".wel");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::weighted_undirected_graph>(path);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 5), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{3}, automatic_hub_degree}) {
          const auto g = distributed_graph::of(*read_edges<graph::weight>(path),
                                               {.both_ways = true, .hub_degree = hub_degree});
          for (const community_method method : all_methods) {
            for (const bool weighted : {false, true}) {
              right_quality(g, whole, {.weighted = weighted, .method = method, .seed = 5});
              right_quality(g, whole,
                            {.weighted = weighted,
                             .method = method,
                             .quality = community_quality::cpm,
                             .resolution = 0.3,
                             .iterations = 4});
            }
          }
          g.end();
        }
      }));
}

// Communities that are paths cross from rank to rank at each step.
TEST_P(communities_on, files_of_a_path_a_star_and_one_loop) {
  std::string path_text, star_text;
  for (unsigned i = 1; i < 300; ++i) {
    path_text += std::to_string(i - 1) + ' ' + std::to_string(i) + '\n';
    star_text += "0 " + std::to_string(i) + '\n';
  }
  for (const std::string& text : {path_text, star_text, std::string("3 3\n")}) {
    const graph::scratch_file file(text, ".el");
    const std::string path = file.path();
    const auto whole = graph::read_graph<graph::undirected_graph>(path);
    cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&] {
                           const auto g = distributed_graph::read(path, {.undirected = true});
                           for (const double resolution : {0.01, 1.0, 5.0})
                             for (const community_method method : all_methods)
                               right_quality(g, whole,
                                             {.method = method, .resolution = resolution});
                           g.end();
                         }));
  }
}

// A search seldom ends with communities in several pieces, so the test makes some.
TEST_P(communities_on, pieces_of_communities_get_labels_of_their_own) {
  const auto whole = graph::kronecker_graph({.scale = 9, .edge_factor = 2});
  graph::detail::community_objective objective;
  const graph::unweighted* const no_weights = nullptr;
  std::vector<vertex> labels;
  for (vertex v = 0; v < whole.vertex_count(); ++v) labels.push_back(v % 5);
  split_unconnected(graph::detail::community_graph(graph::undirected_view(whole).out(), no_weights,
                                                   {}, objective),
                    labels);
  EXPECT_GT(std::ranges::max(labels), 5u);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 7), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{1}, automatic_hub_degree}) {
          const auto g =
              distributed_graph::of(draw_kronecker_edges(9, 2), {.both_ways = true,
                                                                 .drop_duplicates = true,
                                                                 .drop_self_loops = true,
                                                                 .hub_degree = hub_degree});
          const detail::rank_level level = detail::first_level(g, {}, objective);
          cluster::on_all_ranks([level] {
            for (vertex v = 0; v < level.local().size(); ++v)
              level.local().labels[v] = own_vertex(v).number() % 5;
          });
          announce_labels(level);
          split_unconnected(level);
          const auto own = [level] {
            const std::vector<vertex>& all = level.local().labels;
            return std::vector<vertex>(all.begin(), all.begin() + level.local().size());
          };
          EXPECT_EQ(gather_vertices<vertex>(g, own), labels);
          level.end();
          g.end();
        }
      }));
}

TEST_P(communities_on, label_propagation_is_the_same_for_any_number_of_ranks) {
  std::vector<vertex> alone;
  for (const rank_id ranks : {rank_id{1}, GetParam()}) {
    cluster::run_virtual(virtual_ranks(ranks, 6), cluster::job([&] {
                           const auto g = distributed_graph::kronecker(8, 3);
                           const auto found =
                               communities(g, {.method = community_method::label_propagation});
                           if (alone.empty()) alone = found.labels.gathered();
                           EXPECT_EQ(found.labels.gathered(), alone);
                           found.end();
                           g.end();
                         }));
  }
}

TEST_P(communities_on, wrong_arguments_are_refused) {
  const graph::scratch_file file("0 1\n1 2\n", ".el"), weighted("0 1 -1\n1 2 2\n", ".wel");
  const std::string path = file.path(), weights = weighted.path();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 4), cluster::job([&] {
        const auto directed = distributed_graph::read(path);
        EXPECT_THROW(communities(directed), std::invalid_argument);
        directed.end();
        const auto g = distributed_graph::read(path, {.undirected = true});
        EXPECT_THROW(communities(g, {.weighted = true}), std::invalid_argument);
        EXPECT_THROW(communities(g, {.resolution = 0}), std::invalid_argument);
        const vertex_values<vertex> labels(g.places(), 3);
        EXPECT_EQ(conductances(g, labels, 1), std::vector<double>{0});
        labels.set(1, 7);
        EXPECT_THROW(partition_quality(g, labels), std::invalid_argument);
        labels.end();
        g.end();
        const auto negative =
            distributed_graph::of(*read_edges<graph::weight>(weights), {.both_ways = true});
        EXPECT_THROW(communities(negative, {.weighted = true}), std::invalid_argument);
        negative.end();
      }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, communities_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
