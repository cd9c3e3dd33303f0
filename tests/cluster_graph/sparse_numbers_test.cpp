// SPDX-License-Identifier: Apache-2.0
// Results of kernels on the graphs of sparse_graph.h are those of the small graph in one process.
#include "sparse_graph.h"

#include "../graph/graph_texts.h"

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class sparse_numbers_on : public testing::TestWithParam<rank_id> {
 protected:
  void SetUp() override { rank_factor = 1 << 24; }
  void TearDown() override { rank_factor = 1; }

  static void on_graphs(bool directed, const auto& act) {
    on_graphs(directed, act, [](const graph::weighted_edge&) {});
  }
  static void on_graphs(bool directed, const auto& act, const auto& change) {
    on_sparse_graphs(GetParam(), directed, act, change);
  }
};

std::string refusal(const auto& act) {
  return graph::sentence_of<std::invalid_argument>(act);
}

TEST_P(sparse_numbers_on, breadth_first_search) {
  const auto small = graph::build_directed(small_edges());
  const graph::vertex source = a_source(small);
  const auto expected = graph::bfs(small, source);
  on_graphs(true, [&](const distributed_graph& g) {
    using enum graph::bfs_direction;
    for (const auto direction : {automatic, top_down, bottom_up}) {
      const auto found = bfs(g, sparse(source), {.direction = direction});
      const auto levels = small_values(found.levels);
      EXPECT_EQ(levels, in_order(expected.levels));
      EXPECT_EQ(found.reached, expected.reached);
      const auto parents = small_values(found.parents);
      for (graph::vertex v = 0; v < small_size; ++v) {
        if (levels[v] == graph::unreached || v == source) {
          EXPECT_EQ(parents[v], v == source ? sparse(v) : no_vertex);
          continue;
        }
        const auto parent = static_cast<graph::vertex>(small_of(parents[v]));
        EXPECT_EQ(levels[parent] + 1, levels[v]);
        EXPECT_TRUE(std::ranges::binary_search(small.out_neighbors(parent), v));
      }
      found.end();
    }
  });
}

TEST_P(sparse_numbers_on, components) {
  const auto small = graph::build_directed(small_edges());
  const auto weak = graph::components(small).labels;
  const auto strong = graph::strong_components(small).labels;
  on_graphs(false, [&](const distributed_graph& g) {
    const auto found = components(g);
    EXPECT_EQ(small_values(found.labels), sparse_numbers(weak));
    const auto largest = largest_components(found, 1);
    ASSERT_EQ(largest.size(), 1u);
    EXPECT_EQ(static_cast<std::ptrdiff_t>(largest[0].second),
              std::ranges::count(weak, small_of(largest[0].first)));
    found.end();
  });
  on_graphs(true, [&](const distributed_graph& g) {
    const auto found = strong_components(g);
    EXPECT_EQ(small_values(found.labels), sparse_numbers(strong));
    found.end();
  });
}

TEST_P(sparse_numbers_on, shortest_paths) {
  const auto small = graph::build_directed(small_edges());
  const graph::vertex source = a_source(small);
  const auto expected = graph::sssp(small, source, {.parents = true});
  graph::vertex end = source;
  for (graph::vertex v = 0; v < small_size; ++v) {
    const auto length = expected.distances[v];
    if (length != graph::infinitely_far<std::int64_t> && length > expected.distances[end]) end = v;
  }
  on_graphs(true, [&](const distributed_graph& g) {
    const auto found = sssp(g, sparse(source), {.parents = true});
    EXPECT_EQ(small_values(found.distances), in_order(expected.distances));
    EXPECT_EQ(small_values(found.parents), sparse_numbers(expected.parents));
    for (graph::vertex v = 0; v < small_size; v += 97)
      EXPECT_EQ(path_to(found, sparse(v)), sparse_numbers(graph::path_to(expected, v)));
    found.end();
    const auto paths = k_shortest_paths(g, sparse(source), sparse(end), 5);
    const auto small_paths = graph::k_shortest_paths(small, source, end, 5);
    ASSERT_EQ(paths.size(), small_paths.size());
    for (std::size_t i = 0; i < paths.size(); ++i) {
      EXPECT_EQ(paths[i].length, small_paths[i].length);
      EXPECT_EQ(paths[i].vertices, sparse_numbers(small_paths[i].vertices));
    }
  });
}

TEST_P(sparse_numbers_on, distances) {
  const auto small = graph::build_directed(small_edges());
  const std::vector<graph::vertex> some{0, a_source(small), small_size - 1};
  for (const bool weighted : {false, true}) {
    const auto expected = graph::distances_to(small, some, {.weighted = weighted});
    on_graphs(true, [&](const distributed_graph& g) {
      EXPECT_EQ(distances_to(g, sparse_numbers(some), {.weighted = weighted}), expected);
    });
  }
}

// With equal jumps to the vertices of the small graph, others have no score.
TEST_P(sparse_numbers_on, pagerank) {
  const auto small = graph::build_directed(small_edges());
  graph::pagerank_options options{.tolerance = 1e-10};
  const auto expected = graph::pagerank(small, options).scores;
  on_graphs(true, [&](const distributed_graph& g) {
    const vertex_values<double> jumps(g, [g] {
      std::vector<double> own(g.local().vertex_count());
      for (local_vertex i = 0; i < own.size(); ++i)
        own[i] = small_of(own_vertex(i).number()) < small_size ? 1 : 0;
      return own;
    });
    const auto found = pagerank(g, options, jumps);
    const auto scores = small_values(found.scores);
    for (std::size_t v = 0; v < small_size; ++v) EXPECT_NEAR(scores[v], expected[v], 1e-8);
    const auto highest = found.scores.highest(3);
    ASSERT_EQ(highest.size(), 3u);
    for (const auto& [v, score] : highest) EXPECT_EQ(found.scores.at(v), score);
    EXPECT_EQ(highest[0].second, std::ranges::max(scores));
    found.end();
    jumps.end();
  });
}

// Orders are drawn by numbers, so that decisions are not those of the small graph.
TEST_P(sparse_numbers_on, greedy_decisions) {
  const auto small = graph::build_undirected(small_edges());
  on_graphs(false, [&](const distributed_graph& g) {
    const auto matched = matching(g);
    const auto mates = small_values(matched.mates);
    const auto set = independent_set(g);
    const auto members = small_values(set.members);
    const auto coloured = colouring(g);
    const auto colours = small_values(coloured.colours);
    for (graph::vertex v = 0; v < small_size; ++v) {
      bool has_member = members[v] != 0;
      for (const graph::vertex u : small.neighbors(v)) {
        if (u == v) continue;
        EXPECT_NE(colours[u], colours[v]);
        EXPECT_FALSE(members[u] != 0 && members[v] != 0);
        EXPECT_FALSE(mates[u] == no_vertex && mates[v] == no_vertex);
        has_member |= members[u] != 0;
      }
      EXPECT_TRUE(has_member);
      if (mates[v] == no_vertex) continue;
      const auto mate = static_cast<graph::vertex>(small_of(mates[v]));
      EXPECT_EQ(mates[mate], sparse(v));
      EXPECT_TRUE(std::ranges::binary_search(small.neighbors(v), mate));
    }
    matched.end();
    set.end();
    coloured.end();
  });
}

TEST_P(sparse_numbers_on, summary) {
  const auto small = graph::build_undirected(small_edges());
  const auto expected = graph::summary_of(small);
  on_graphs(false, [&](const distributed_graph& g) {
    const auto found = summary_of(g);
    EXPECT_EQ(found.edges, expected.edges);
    EXPECT_EQ(found.self_loops, expected.self_loops);
    EXPECT_EQ(found.parallel_edges, expected.parallel_edges);
    EXPECT_EQ(found.out.most, expected.out.most);
    EXPECT_EQ(found.total_weight, expected.total_weight);
  });
}

// Estimates from some sources are proportional to the number of vertices.
TEST_P(sparse_numbers_on, betweenness) {
  const auto small = graph::build_directed(small_edges());
  const std::vector<graph::vertex> some{1, a_source(small)};
  for (const bool weighted : {false, true}) {
    const graph::betweenness_options options{.weighted = weighted, .normalized = false};
    const auto expected = graph::betweenness(small, some, options).scores;
    on_graphs(true, [&](const distributed_graph& g) {
      const auto found = betweenness(g, sparse_numbers(some), options);
      const auto scores = small_values(found.scores);
      const double factor = double{small_size} / static_cast<double>(g.vertex_count());
      for (std::size_t v = 0; v < small_size; ++v)
        EXPECT_NEAR(scores[v] * factor, expected[v], 1e-9 * (1 + expected[v]));
      found.end();
    });
  }
}

TEST_P(sparse_numbers_on, cores_and_triangles) {
  const auto small = graph::build_undirected(small_edges());
  const auto cores = graph::core_numbers(small).cores;
  const auto triangles = graph::triangles_by_vertex(small).triangles;
  on_graphs(false, [&](const distributed_graph& g) {
    const auto found = core_numbers(g);
    EXPECT_EQ(small_values(found.cores), in_order(cores));
    found.end();
    const auto counts = triangles_by_vertex(g);
    EXPECT_EQ(small_values(counts.triangles), in_order(triangles));
    counts.end();
  });
}

TEST_P(sparse_numbers_on, topological_order) {
  const auto cyclic = [](auto& /*edge*/) {};
  const auto acyclic = [](auto& e) {
    if (e.from > e.to) std::swap(e.from, e.to);
    if (e.from == e.to) e = {0, 1, 1};
  };
  const auto check = [](const auto& change) {
    const auto expected = graph::topological_order(graph::build_directed(small_edges(change)));
    const auto act = [&](const distributed_graph& g) {
      const auto found = topological_order(g);
      EXPECT_EQ(small_values(found.levels), in_order(expected.levels));
      EXPECT_EQ(found.cycle, sparse_numbers(expected.cycle));
      found.end();
    };
    on_graphs(true, act, change);
  };
  check(cyclic);
  check(acyclic);
}

TEST_P(sparse_numbers_on, random_walks) {
  const auto small = graph::build_directed(small_edges());
  const std::vector<graph::vertex> starts{1, a_source(small), small_size - 1};
  for (const bool weighted : {false, true}) {
    const graph::random_walks_options options{
        .steps = 20, .per_start = 3, .weighted = weighted, .p = 0.5, .q = 2};
    const auto expected = graph::random_walks(small, starts, options);
    on_graphs(true, [&](const distributed_graph& g) {
      const auto found = random_walks(g, sparse_numbers(starts), options);
      EXPECT_EQ(found.slice(0, expected.visited.size()), sparse_numbers(expected.visited));
      found.end();
    });
  }
}

TEST_P(sparse_numbers_on, spanning_forest) {
  const auto expected = graph::spanning_forest(graph::build_undirected(small_edges()));
  on_graphs(false, [&](const distributed_graph& g) {
    const auto found = spanning_forest<graph::weight>(g);
    EXPECT_EQ(found.weight, expected.weight);
    ASSERT_EQ(found.edges.size(), expected.edges.size());
    for (std::size_t i = 0; i < found.edges.size(); ++i) {
      EXPECT_EQ(found.edges[i].from, sparse(expected.edges[i].from));
      EXPECT_EQ(found.edges[i].to, sparse(expected.edges[i].to));
    }
  });
}

TEST_P(sparse_numbers_on, truss_numbers) {
  const auto expected = graph::truss_numbers(graph::build_undirected(small_edges()));
  on_graphs(false, [&](const distributed_graph& g) {
    const auto found = truss_numbers(g);
    EXPECT_EQ(found.greatest, expected.greatest);
    ASSERT_EQ(found.edges.size(), expected.edges.size());
    std::vector<graph::basic_truss_edge<vertex>> edges(found.edges.size());
    cluster::read_into(found.edges, 0, edges);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [from, to, number] = expected.at(e);
      EXPECT_EQ(edges[e], (graph::basic_truss_edge<vertex>{sparse(from), sparse(to), number}));
    }
    found.end();
  });
}

TEST_P(sparse_numbers_on, eccentricities) {
  const auto expected = graph::eccentricities(graph::build_undirected(small_edges()));
  on_graphs(false, [&](const distributed_graph& g) {
    const auto found = eccentricities(g);
    EXPECT_EQ(found.diameter, expected.diameter);
    EXPECT_EQ(found.from, sparse(expected.from));
    EXPECT_EQ(found.to, sparse(expected.to));
    EXPECT_EQ(small_values(found.eccentricities), in_order(expected.eccentricities));
    found.end();
  });
}

// Numbers decide ties, so that communities are those of the small graph on one rank only.
TEST_P(sparse_numbers_on, communities) {
  const auto small = graph::build_undirected(small_edges());
  using enum graph::community_method;
  for (const auto method : {leiden, louvain, label_propagation}) {
    const graph::communities_options options{.weighted = true, .method = method};
    const auto expected = graph::communities(small, options);
    on_graphs(false, [&](const distributed_graph& g) {
      const auto found = communities(g, options);
      std::vector<graph::vertex> labels;
      for (const vertex label : small_values(found.labels))
        labels.push_back(static_cast<graph::vertex>(small_of(label)));
      const graph::partition_claim claim{
          .quality = found.quality, .weighted = true, .connected = method == leiden};
      const std::uint64_t others = g.vertex_count() / rank_factor - small_size;
      EXPECT_EQ(fault_in_communities(small, labels, found.count - others, claim), "");
      if (method != label_propagation) {
        EXPECT_GE(found.quality, 0.97 * expected.quality);
        EXPECT_TRUE(cluster::ranks() > 1 || labels == in_order(expected.labels));
      }
      EXPECT_NEAR(partition_quality(g, found.labels, options), found.quality, 1e-12);
      found.end();
    });
  }
}

TEST_P(sparse_numbers_on, conductance) {
  const auto small = graph::build_undirected(small_edges());
  std::vector<std::uint8_t> members(small_size);
  for (std::size_t v = 0; v < small_size; v += 3) members[v] = 1;
  for (const bool weighted : {false, true}) {
    const double expected = graph::conductance(small, members, {.weighted = weighted});
    on_graphs(false, [&](const distributed_graph& g) {
      const vertex_values<std::uint8_t> chosen(g, [g] {
        std::vector<std::uint8_t> own(g.local().vertex_count());
        for (local_vertex i = 0; i < own.size(); ++i)
          own[i] = small_of(own_vertex(i).number()) % 3 == 0 ? 1 : 0;
        return own;
      });
      EXPECT_EQ(conductance(g, chosen, {.weighted = weighted}), expected);
      chosen.end();
    });
  }
}

TEST_P(sparse_numbers_on, similarity) {
  const auto small = graph::build_undirected(small_edges());
  std::vector<graph::edge> pairs;
  for (graph::vertex v = 0; v < small_size; v += 3)
    pairs.push_back({v, static_cast<graph::vertex>((v * v + 1) % small_size)});
  using enum graph::similarity_measure;
  for (const auto measure : {jaccard, adamic_adar}) {
    const auto expected = graph::similarities(small, pairs, {.measure = measure});
    const auto best = graph::most_similar(small, {.measure = measure, .count = 3});
    on_graphs(false, [&](const distributed_graph& g) {
      std::vector<vertex_pair> sparse_pairs;
      for (const auto& [u, v] : pairs) sparse_pairs.push_back({sparse(u), sparse(v)});
      EXPECT_EQ(similarities(g, sparse_pairs, {.measure = measure}), in_order(expected));
      const auto found = most_similar(g, {.measure = measure, .count = 3});
      ASSERT_EQ(found.columns.size(), 3u);
      for (std::size_t c = 0; c < 3; ++c) {
        const auto& [vertices, scores] = found.columns[c];
        EXPECT_EQ(small_values(vertices), sparse_numbers(best.columns[c].vertices));
        EXPECT_EQ(small_values(scores), in_order(best.columns[c].scores));
      }
      found.end();
    });
  }
}

// A rank can have fewer than 2^32 vertices.
TEST_P(sparse_numbers_on, generators_of_too_many_vertices) {
  rank_factor = 1;
  const unsigned scale = 32 + static_cast<unsigned>(std::bit_width(GetParam() - 1u));
  cluster::run_virtual(
      virtual_ranks(GetParam(), 1), cluster::job([&] {
        EXPECT_EQ(refusal([&] { draw_kronecker_edges(scale, 1); }),
                  std::to_string(std::uint64_t{1} << scale) +
                      " vertices are too many, since a graph has at most 4294967295 on each rank; "
                      "use more ranks");
      }));
}

TEST_P(sparse_numbers_on, degrees_that_are_too_great) {
  on_graphs(false, [](const distributed_graph& g) {
    if (g.local().out_hubs().hubs.empty()) return;
    cluster::on_all_ranks(
        [g] { const_cast<graph_part&>(g.local()).out.hubs.degrees[0] = edge_index{1} << 32; });
    const std::string fault = " fewer than 2^32 edges at each vertex; a vertex has 4294967296";
    EXPECT_EQ(refusal([&] { truss_numbers(g).end(); }), "truss numbers require" + fault);
    EXPECT_EQ(refusal([&] { most_similar(g).end(); }), "similarity requires" + fault);
    EXPECT_EQ(refusal([&] { similarities(g, {}); }), "similarity requires" + fault);
  });
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, sparse_numbers_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
