// SPDX-License-Identifier: Apache-2.0
// Passes over all arcs, and the centralities that use them, compared with those of one machine.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/placed_vertices.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

class spectral_on : public testing::TestWithParam<rank_id> {};
INSTANTIATE_TEST_SUITE_P(cluster_graph, spectral_on, testing::Values(1u, 2u, 3u, 7u));

// A graph of 50 vertices with parallel edges and self-loops. Vertex 0 leads to most vertices, and
// most vertices lead to vertex 7.
std::string weighted_arcs() {
  std::mt19937 random(11);
  std::string text;
  for (unsigned i = 0; i < 300; ++i) {
    const unsigned from = i % 3 == 0 ? 0 : random() % 50, to = i % 3 == 1 ? 7 : random() % 50;
    text +=
        std::to_string(from) + ' ' + std::to_string(to) + ' ' + std::to_string(random() % 9) + '\n';
  }
  return text + "49 49 2\n";
}

struct two_vectors {
  std::vector<double> values, sums;
};

// A pass gives each vertex the sum of the values of its in- or out-neighbours. The value of a
// vertex is its number plus 1.
void expect_sums(const distributed_graph& g, arc_side side, bool weighted) {
  std::vector<double> expected(g.vertex_count());
  const auto at = cluster::export_to_all(expected);
  forall_edges(g, [at, side, weighted](vertex from, vertex to, arc_weight w) {
    const vertex end = side == arc_side::in ? to : from, other = side == arc_side::in ? from : to;
    cluster::async(at.home(), [at, end, here = (weighted ? w : 1) * (other + 1.0)] {
      (*at.local())[end] += here;
    });
  });
  const auto state = cluster::distributed<two_vectors>::make();
  cluster::on_all_ranks([state, g] {
    for (vertex i = 0; i < g.local().vertex_count(); ++i)
      state.local().values.push_back(own_vertex(i).number() + 1.0);
  });
  const auto sums = neighbor_values<double>::make(g, side);
  for (int pass = 0; pass < 2; ++pass) {
    sums.pass([state]() -> const auto& { return state.local().values; },
              [state]() -> auto& { return state.local().sums; }, sum_of_neighbors{weighted});
    EXPECT_EQ(gather_vertices<double>(g, [state] { return state.local().sums; }), expected);
  }
  sums.end();
  state.end();
}

TEST_P(spectral_on, neighbours_are_added_up_on_both_sides) {
  const graph::scratch_file file(weighted_arcs(), ".wel");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                         for (const edge_index hub_degree : {0, 1, 20}) {
                           for (const bool both_ways : {false, true}) {
                             const auto g = distributed_graph::of(
                                 *read_edges<graph::weight>(path),
                                 {.both_ways = both_ways, .hub_degree = hub_degree});
                             for (const arc_side side : {arc_side::in, arc_side::out}) {
                               expect_sums(g, side, false);
                               expect_sums(g, side, true);
                             }
                             g.end();
                           }
                         }
                       }));
}

// The number of messages of this rank in a pass, without control messages.
std::uint64_t messages_of_a_pass(unsigned scale) {
  const auto g =
      distributed_graph::of(draw_kronecker_edges(scale, 8), {.both_ways = true, .hub_degree = 0});
  const auto state = cluster::distributed<two_vectors>::make();
  cluster::on_all_ranks([state, g] { state.local().values.assign(g.local().vertex_count(), 1); });
  const auto neighbors = neighbor_values<double>::make(g, arc_side::in);
  const std::uint64_t before =
      cluster::counts().aggregated.messages - cluster::counts().control_run;
  neighbors.pass([state]() -> const auto& { return state.local().values; },
                 [state]() -> auto& { return state.local().sums; }, sum_of_neighbors{});
  const std::uint64_t after = cluster::counts().aggregated.messages - cluster::counts().control_run;
  neighbors.end();
  state.end();
  g.end();
  return after - before;
}

// The number of messages does not depend on the numbers of vertices and arcs.
TEST_P(spectral_on, a_pass_sends_each_rank_one_message) {
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([] {
                         const std::uint64_t few = messages_of_a_pass(7);
                         EXPECT_NEAR(messages_of_a_pass(10), few, 3 * cluster::ranks());
                       }));
}

TEST(placed_vertices, are_the_same_as_bits_and_as_numbers) {
  const vertex_places places(5);
  const std::vector<vertex> some{7, 3, 999, 3, 0, 10, 64, 320, 8};
  placed_vertices bits(places, 1000, 1000), numbers(places, 1000, some.size());
  for (placed_vertices* const set : {&bits, &numbers}) {
    for (const vertex v : some) set->insert(v);
    set->place();
    EXPECT_EQ(set->of_rank(0), (std::vector<vertex>{0, 2, 64}));
    EXPECT_EQ(set->of_rank(1), std::vector<vertex>{});
    EXPECT_EQ(set->of_rank(3), (std::vector<vertex>{0, 1}));
    EXPECT_EQ(set->of_rank(4), (std::vector<vertex>{12, 199}));
    const std::vector<vertex> in_order{0, 10, 320, 7, 3, 8, 64, 999};
    std::vector<vertex> found;
    for (const vertex v : in_order) found.push_back(set->place_of(v));
    EXPECT_EQ(found, (std::vector<vertex>{0, 1, 2, 3, 4, 5, 6, 7}));
  }
}

// Runs each kernel over all ranks; serial checks test the results on the same graph of one machine.
template <class G>
void expect_centralities(const distributed_graph& g, const G& whole, bool weighted) {
  const graph::each_edge edges = graph::edges_of_graph(whole, weighted);
  const graph::spectral_options options{.weighted = weighted, .tolerance = 1e-7};
  const auto x = eigenvector_centrality(g, options);
  EXPECT_LE(x.residual, 1e-7);
  EXPECT_EQ(graph::fault_in_eigenvector(edges, x.scores.gathered(), 1e-7), "");
  x.end();
  const auto k = katz_centrality(g, {options});
  EXPECT_LE(k.residual, 1e-7);
  EXPECT_GT(k.alpha, 0);
  EXPECT_EQ(graph::fault_in_katz(edges, k.scores.gathered(), k.alpha, 1e-7), "");
  k.end();
  const auto h = hits(g, options);
  EXPECT_LE(h.residual, 1e-7);
  EXPECT_EQ(graph::fault_in_hits(edges, h.scores.gathered(), h.authorities.gathered(), 1e-7), "");
  h.end();
}

TEST_P(spectral_on, centralities_are_those_of_one_machine) {
  const graph::scratch_file file(weighted_arcs(), ".wel");
  const std::string path = file.path();
  const auto directed = graph::read_graph<graph::weighted_directed_graph>(path);
  const auto undirected = graph::read_graph<graph::weighted_undirected_graph>(path);
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&] {
                         for (const bool weighted : {false, true}) {
                           const auto one_way =
                               distributed_graph::of(*read_edges<graph::weight>(path),
                                                     {.both_ways = false, .hub_degree = 20});
                           expect_centralities(one_way, directed, weighted);
                           one_way.end();
                           const auto both_ways = distributed_graph::of(
                               *read_edges<graph::weight>(path), {.both_ways = true});
                           expect_centralities(both_ways, undirected, weighted);
                           both_ways.end();
                         }
                       }));
}

// On this graph, a grid, the power iteration alone would take thousands of passes.
TEST_P(spectral_on, the_search_is_that_of_one_machine) {
  const auto grid = graph::grid_graph(graph::grid_of_scale(8));
  const auto alone = eigenvector_centrality(grid, {.tolerance = 1e-9});
  cluster::run_virtual(virtual_ranks(GetParam(), 4), cluster::job([&] {
                         const auto g = distributed_graph::of_whole(
                             [] { return graph::grid_graph(graph::grid_of_scale(8)); });
                         const auto x = eigenvector_centrality(g, {.tolerance = 1e-9});
                         EXPECT_NEAR(x.iterations, alone.iterations, 3);
                         EXPECT_LT(x.iterations, 200u);
                         const auto scores = x.scores.gathered();
                         for (vertex v = 0; v < g.vertex_count(); ++v)
                           ASSERT_NEAR(scores[v], alone.scores[v], 1e-5);
                       }));
}

TEST_P(spectral_on, components_of_a_long_way_take_few_steps) {
  std::string text;
  for (unsigned i = 0; i < 4095; ++i)
    text += std::to_string(i * 37 % 4096) + ' ' + std::to_string((i + 1) * 37 % 4096) + '\n';
  const graph::scratch_file file(text, ".el");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 7), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         const auto found = components(g);
                         EXPECT_EQ(found.components, 1u);
                         EXPECT_LE(found.steps, 14u);
                       }));
}

// A negative weight is refused wherever its arc is stored: in a row, or with the arcs of a hub.
TEST_P(spectral_on, weights_that_are_no_strengths_are_refused) {
  const graph::scratch_file file(weighted_arcs() + "0 3 -1\n", ".wel");
  const std::string path = file.path();
  cluster::run_virtual(virtual_ranks(GetParam(), 6), cluster::job([&] {
                         for (const edge_index hub_degree : {0, 20}) {
                           const auto g = distributed_graph::of(
                               *read_edges<graph::real_weight>(path),
                               {.both_ways = false, .hub_degree = hub_degree});
                           EXPECT_THROW(hits(g, {.weighted = true}), std::invalid_argument);
                           EXPECT_THROW(pagerank(g, {.weighted = true}), std::invalid_argument);
                           g.end();
                         }
                       }));
}

struct counting_observer final : graph::iteration_observer {
  void iteration_done(unsigned iterations, double) override {
    seen = iterations;
    if (iterations == most) throw std::runtime_error("enough");
  }
  unsigned seen = 0;
  unsigned most = 0;
};

TEST_P(spectral_on, a_run_ends_where_asked_and_wrong_options_are_refused) {
  cluster::run_virtual(
      virtual_ranks(GetParam(), 5), cluster::job([] {
        const auto g = distributed_graph::kronecker(6, 4);
        EXPECT_EQ(hits(g, {.tolerance = 0, .max_iterations = 3}).iterations, 3u);
        counting_observer watch;
        const auto x = eigenvector_centrality(g, {.observer = &watch});
        EXPECT_EQ(watch.seen, x.iterations);
        watch.most = 2;
        const std::size_t objects = objects_here();
        EXPECT_THROW(hits(g, {.observer = &watch}), std::runtime_error);
        EXPECT_THROW(eigenvector_centrality(g, {.weighted = true}), std::invalid_argument);
        EXPECT_THROW(eigenvector_centrality(g, {.tolerance = -1}), std::invalid_argument);
        EXPECT_THROW(hits(g, {.max_iterations = 0}), std::invalid_argument);
        EXPECT_THROW(katz_centrality(g, {{}, 5}), std::invalid_argument) << "a sum without end";
        EXPECT_THROW(katz_centrality(g, {{}, -1}), std::invalid_argument);
        hits(g).end();
        pagerank(g).end();
        components(g).end();
        EXPECT_EQ(objects_here(), objects) << "all have been ended";
        g.end();
        const auto nothing = distributed_graph::of(distributed_edges<>{
            .part = cluster::distributed<edges_part<graph::unweighted>>::make()});
        EXPECT_EQ(hits(nothing).iterations, 0u);
        EXPECT_TRUE(katz_centrality(nothing).scores.empty());
        EXPECT_EQ(components(nothing).components, 0u);
      }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
