// SPDX-License-Identifier: Apache-2.0
// Betweenness over ranks, by weights and by sampling, compared with the results of one machine and
// with the serial checker.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/betweenness.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

// Two parts that do not reach each other, with parallel edges and self-loops, and with few
// different weights, so that many paths are equally long.
std::string tied_text(unsigned vertices, const char* fraction) {
  std::string text;
  const auto line = [&](unsigned from, unsigned to, unsigned weight) {
    text += std::to_string(from) + ' ' + std::to_string(to) + ' ' + std::to_string(weight) +
            fraction + '\n';
  };
  for (unsigned i = 0; i < vertices; ++i) {
    for (unsigned step = 1; step < 5; ++step) line(i, (i * step + step) % vertices, step % 3 + 1);
    line(i, 7, 2);
    line(vertices + i, vertices + (i + 1) % vertices, 1);
    line(vertices + (i + 1) % vertices, vertices + i, i % 2 + 1);
  }
  line(0, 1, 2);
  return text;
}

void expect_near(const std::vector<double>& found, std::span<const double> expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v)
    ASSERT_NEAR(found[v], expected[v], 1e-12 * expected[v] + 1e-15) << "vertex " << v;
}

class betweenness_on : public testing::TestWithParam<rank_id> {};

template <class G>
void expect_that_of_one_machine(const std::string& path, const row_options& rows) {
  using W = typename G::weight_type;
  const auto whole =
      graph::read_graph<G>(path, {.build = {.drop_duplicates = rows.drop_duplicates}});
  std::vector<vertex> all(whole.vertex_count());
  std::iota(all.begin(), all.end(), vertex{0});
  const auto g = distributed_graph::of(*read_edges<W>(path), rows);
  const auto exact = betweenness(g, all, {.weighted = true});
  expect_near(exact.scores.gathered(), graph::betweenness(whole, {.weighted = true}).scores.all());
  exact.end();
  const std::vector<vertex> some{3, 0, 31};
  const auto found =
      betweenness(g, some, {.weighted = true, .normalized = false, .endpoints = true});
  const auto scores = found.scores.gathered();
  const graph::betweenness_options alone{.weighted = true, .normalized = false, .endpoints = true};
  expect_near(scores, graph::betweenness(whole, some, alone).scores.all());
  const double pairs = G::directed ? 1 : 2;
  EXPECT_EQ(graph::fault_in_weighted_betweenness(
                whole, some, true, static_cast<double>(whole.vertex_count()) / 3 / pairs, scores),
            "");
  found.end();
  g.end();
}

TEST_P(betweenness_on, weights_of_a_directed_graph_count_as_on_one_machine) {
  const graph::scratch_file file(tied_text(24, ""), ".wel");
  const std::string path = file.path();
  for (const edge_index hub_degree : {edge_index{3}, automatic_hub_degree}) {
    cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                           expect_that_of_one_machine<graph::weighted_directed_graph>(
                               path, {.hub_degree = hub_degree});
                         }));
  }
}

TEST_P(betweenness_on, fractions_of_an_undirected_graph_count_as_on_one_machine) {
  const graph::scratch_file file(tied_text(16, ".1"), ".wel");
  const std::string path = file.path();
  for (const edge_index hub_degree : {edge_index{3}, automatic_hub_degree}) {
    cluster::run_virtual(
        virtual_ranks(GetParam(), 2), cluster::job([&] {
          expect_that_of_one_machine<graph::real_undirected_graph>(
              path, {.both_ways = true, .drop_duplicates = true, .hub_degree = hub_degree});
        }));
  }
}

// Two paths lead from 0 to 3. By weights only the path over 1 is shortest; by number of edges both
// are.
TEST_P(betweenness_on, the_longer_of_two_ways_does_not_count) {
  const graph::scratch_file file("0 1 1\n1 3 1\n0 2 1\n2 3 2\n", ".wel");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&] {
                         const auto g = distributed_graph::read_weighted(path);
                         const std::vector<vertex> source{0};
                         const graph::betweenness_options by_weights{.weighted = true,
                                                                     .normalized = false};
                         EXPECT_EQ(betweenness(g, source, by_weights).scores.gathered(),
                                   (std::vector<double>{0, 4, 0, 0}));
                         EXPECT_EQ(betweenness(g, source, {.normalized = false}).scores.gathered(),
                                   (std::vector<double>{0, 2, 2, 0}));
                         g.end();
                       }));
}

// A chain of 135 diamonds with eight copies of each edge: 2^945 shortest paths.
TEST_P(betweenness_on, more_paths_than_double_can_count_are_those_of_one_machine) {
  std::string text;
  constexpr unsigned last = 3 * 135;
  for (unsigned at = 0; at < last; at += 3) {
    for (const auto& [from, to] : {std::pair{0u, 1u}, {0u, 2u}, {1u, 3u}, {2u, 3u}})
      for (int copy = 0; copy < 8; ++copy)
        text += std::to_string(at + from) + ' ' + std::to_string(at + to) + " 1\n";
  }
  const graph::scratch_file file(text, ".wel");
  const std::string path = file.path();
  const std::vector<vertex> some{0, 1, 200};
  cluster::run_virtual(
      virtual_ranks(GetParam(), 8), cluster::job([&] {
        const auto whole = graph::read_graph<graph::weighted_directed_graph>(path);
        const auto g = distributed_graph::of(*read_edges<graph::weight>(path), {});
        for (const bool weighted : {false, true}) {
          const auto found = betweenness(g, some, {.weighted = weighted, .normalized = false});
          const auto scores = found.scores.gathered();
          expect_near(scores,
                      graph::betweenness(whole, some, {.weighted = weighted, .normalized = false})
                          .scores.all());
          EXPECT_GT(scores[300], 1000);
          found.end();
        }
        const graph::sampled_betweenness_options sampled{.error = 0.2, .seed = 4};
        const auto found = sampled_betweenness(g, sampled);
        expect_near(found.scores.gathered(),
                    graph::sampled_betweenness(whole, sampled).scores.all());
        found.end();
        g.end();
      }));
}

std::string refusal(const distributed_graph& g, vertex source) {
  try {
    betweenness(g, {&source, 1}, {.weighted = true});
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
  return "";
}

TEST_P(betweenness_on, weights_that_do_not_lengthen_a_path_are_refused) {
  const graph::scratch_file whole("0 1 4\n1 2 0\n3 0 1\n", ".wel");
  const graph::scratch_file real("0 1 1e30\n1 2 0.5\n", ".wel");
  const std::string whole_path = whole.path(), real_path = real.path();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 4), cluster::job([&] {
        const auto g = distributed_graph::read_weighted(whole_path);
        EXPECT_EQ(refusal(g, 0),
                  "betweenness by weights requires weights above 0 that lengthen a path; an edge "
                  "has weight 0 at distance 4");
        EXPECT_EQ(refusal(g, 2), "") << "the edge is not met";
        g.end();
        const auto r = distributed_graph::read(real_path, {.weights = graph::weight_kind::real});
        EXPECT_NE(refusal(r, 0).find("has weight 0.5 at distance 1e+30"), std::string::npos);
        r.end();
        const auto plain = distributed_graph::kronecker(4, 2);
        EXPECT_NE(refusal(plain, 0), "");
        plain.end();
      }));
}

// The same samples for any number of ranks.
template <class G>
void expect_same_samples(const std::string& path, const row_options& rows,
                         const graph::sampled_betweenness_options& options) {
  const auto whole =
      graph::read_graph<G>(path, {.build = {.drop_duplicates = rows.drop_duplicates}});
  const auto expected = graph::sampled_betweenness(whole, options);
  const auto g = distributed_graph::of(*read_edges<graph::unweighted>(path), rows);
  const auto found = sampled_betweenness(g, options);
  EXPECT_EQ(found.samples, expected.samples);
  EXPECT_EQ(found.certain, expected.certain);
  EXPECT_NEAR(found.error, expected.error, 1e-9);
  expect_near(found.scores.gathered(), expected.scores.all());
  found.end();
  g.end();
}

TEST_P(betweenness_on, samples_are_those_of_one_machine) {
  const graph::scratch_file file(tied_text(24, ""), ".wel");
  const std::string path = file.path();
  for (const edge_index hub_degree : {edge_index{3}, automatic_hub_degree}) {
    cluster::run_virtual(
        virtual_ranks(GetParam(), 5), cluster::job([&] {
          expect_same_samples<graph::directed_graph>(path, {.hub_degree = hub_degree},
                                                     {.error = 0.05, .seed = 3});
          expect_same_samples<graph::undirected_graph>(
              path, {.both_ways = true, .drop_duplicates = true, .hub_degree = hub_degree},
              {.error = 0.02, .certain_top = 1, .seed = 4});
        }));
  }
}

TEST_P(betweenness_on, samples_of_two_vertices_are_none_and_a_wrong_error_is_refused) {
  const graph::scratch_file file("0 1\n", ".el");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 6), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         const auto none = sampled_betweenness(g, {.certain_top = 1});
                         EXPECT_EQ(none.scores.gathered(), std::vector<double>(2));
                         EXPECT_EQ(none.samples, 0u);
                         EXPECT_TRUE(none.certain);
                         none.end();
                         EXPECT_THROW(sampled_betweenness(g, {.error = 1}), std::invalid_argument);
                         g.end();
                       }));
}

struct refusing_observer final : graph::sampling_observer {
  void sampled(std::uint64_t /*samples*/, std::uint64_t /*most*/) override {
    throw std::runtime_error("no more");
  }
};

TEST_P(betweenness_on, what_an_observer_throws_is_thrown) {
  cluster::run_virtual(virtual_ranks(GetParam(), 7), cluster::job([] {
                         const auto g = distributed_graph::kronecker(5, 4);
                         refusing_observer refuses;
                         EXPECT_THROW(sampled_betweenness(g, {.error = 0.1, .observer = &refuses}),
                                      std::runtime_error);
                         g.end();
                       }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, betweenness_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
