// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/transform.h>

#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/kernel_graphs.h"

namespace arcas::inline v0::graph {
namespace {

using Transform = WithWorkers;
INSTANTIATE_TEST_SUITE_P(Graphs, Transform, testing::Values(1u, 2u, 8u));

template <class W>
bool equal_rows(const basic_adjacency<W>& a, const basic_adjacency<W>& b) {
  return std::ranges::equal(a.offsets(), b.offsets()) &&
         std::ranges::equal(a.targets(), b.targets()) &&
         std::ranges::equal(a.weights(), b.weights());
}

template <class W, bool Directed>
bool same_graphs(const basic_graph<W, Directed>& a, const basic_graph<W, Directed>& b) {
  return equal_rows(a.out(), b.out()) && equal_rows(a.in(), b.in()) &&
         a.edge_count() == b.edge_count();
}

// Different weights distinguish parallel edges.
template <class W>
basic_edge_list<W> counted(const edge_list& list) {
  basic_edge_list<W> result{
      list.vertex_count, plain_array<basic_edge<vertex, W>>(list.edges.size()), {}};
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    result.edges[i] = {list.edges[i].from, list.edges[i].to, static_cast<W>(i)};
  }
  return result;
}

TEST_P(Transform, TransposeIsTheInRows) {
  on_all_graphs([&](const auto& g) {
    EXPECT_TRUE(equal_rows(transpose(g.out(), mixed()), g.in()));
    EXPECT_TRUE(equal_rows(transpose(g.in(), mixed()), g.out()));
  });
  for (const named_edges& some : kernel_graphs()) {
    const auto g = build_directed(counted<weight>(some.make()));
    EXPECT_TRUE(equal_rows(transpose(g.out(), mixed()), g.in())) << some.name;
  }
}

TEST(Reverse, ExchangesTheDirections) {
  const directed_graph g = reverse(build_directed(edges_of(3, {{0, 1}, {0, 2}})));
  EXPECT_EQ(g.out_degree(0), 0u);
  EXPECT_EQ(g.in_degree(0), 2u);
  EXPECT_EQ(g.out_neighbors(2).front(), 0u);
  EXPECT_EQ(g.edge_count(), 2u);
}

// The result is the graph that the builder makes of the chosen edges.
TEST_P(Transform, FilterKeepsTheChosenEdges) {
  const auto odd = [](std::uint64_t u, std::uint64_t v) { return (u * 7 + v) % 3 != 0; };
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    const auto list = counted<weight>(some.make());
    std::vector<weighted_edge> directed, undirected;
    for (const auto& e : list.edges.all()) {
      if (odd(e.from, e.to) && e.weight % 5 != 0) directed.push_back(e);
      if (odd(std::min(e.from, e.to), std::max(e.from, e.to))) undirected.push_back(e);
    }
    const auto built_of = [&](const std::vector<weighted_edge>& edges) {
      weighted_edge_list chosen{list.vertex_count, plain_array<weighted_edge>(edges.size()), {}};
      std::ranges::copy(edges, chosen.edges.begin());
      return chosen;
    };
    EXPECT_TRUE(same_graphs(
        filter_edges(
            build_directed(counted<weight>(some.make())),
            [&](vertex u, vertex v, weight w) { return odd(u, v) && w % 5 != 0; }, mixed()),
        build_directed(built_of(directed))));
    EXPECT_TRUE(
        same_graphs(filter_edges(build_undirected(counted<weight>(some.make())), odd, mixed()),
                    build_undirected(built_of(undirected))));
  }
}

TEST(FilterEdges, MakesComponentsByThreshold) {
  real_edge_list list{4, plain_array<real_edge>(3), vertex_names({10, 20, 30, 40})};
  const real_edge edges[] = {{0, 1, 0.9}, {1, 2, 0.1}, {2, 3, 0.8}};
  std::ranges::copy(edges, list.edges.begin());
  const auto strong = filter_edges(build_undirected(std::move(list)),
                                   [](vertex, vertex, double w) { return w >= 0.5; });
  const auto labels = components(strong).labels;
  EXPECT_EQ(std::vector(labels.begin(), labels.end()), (std::vector<vertex>{0, 0, 2, 2}));
  EXPECT_EQ(strong.original_id(3), 40u);
}

TEST_P(Transform, InducedSubgraphHasTheEdgesWithin) {
  on_all_graphs([&](const auto& g) {
    std::vector<vertex> some;
    for (std::size_t v = g.vertex_count(); v-- > 0;) {
      if (v % 3 != 1) some.push_back(static_cast<vertex>(v));
    }
    const auto part = induced_subgraph(g, some, mixed());
    ASSERT_EQ(part.vertex_count(), some.size());
    std::ranges::sort(some);
    std::map<vertex, vertex> number;
    for (const vertex v : some) number.emplace(v, static_cast<vertex>(number.size()));
    edge_index loops = 0;
    for (vertex v = 0; v < part.vertex_count(); ++v) {
      EXPECT_EQ(part.original_id(v), some[v]);
      std::vector<vertex> expected;
      for (const vertex u : g.out_neighbors(some[v])) {
        if (number.contains(u)) expected.push_back(number[u]);
      }
      loops += static_cast<edge_index>(std::ranges::count(expected, v));
      ASSERT_TRUE(std::ranges::equal(part.out_neighbors(v), expected));
    }
    EXPECT_TRUE(equal_rows(part.in(), transpose(part.out())));
    const bool directed = is_directed<std::remove_cvref_t<decltype(g)>>;
    EXPECT_EQ(part.edge_count(), directed ? part.arc_count() : (part.arc_count() + loops) / 2);
  });
}

TEST(InducedSubgraph, KeepsTextNames) {
  edge_list list = edges_of(3, {{0, 2}, {1, 2}});
  list.names = vertex_names(text_table{"annabertcleo", {4, 8, 12}});
  const auto part = induced_subgraph(build_directed(std::move(list)), std::vector<vertex>{2, 0});
  EXPECT_EQ(part.original_name(0), "anna");
  EXPECT_EQ(part.original_name(1), "cleo");
}

TEST(InducedSubgraph, RefusesVerticesThatDoNotExistOrAreRepeated) {
  const directed_graph g = build_directed(edges_of(3, {{0, 1}}));
  const auto refusal = [&](std::vector<vertex> vertices) {
    try {
      induced_subgraph(g, vertices);
    } catch (const std::invalid_argument& wrong) {
      return std::string(wrong.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({0, 3}), "vertex 3 of a subgraph must be less than 3, the number of vertices");
  EXPECT_EQ(refusal({1, 0, 1}), "vertex 1 of a subgraph is given twice; once is allowed");
  EXPECT_EQ(refusal({}), "");
}

using pair_weights = std::map<std::pair<vertex, vertex>, std::vector<weight>>;

// For each pair of vertices, the weights of its edges in the order of merged_weight::first: edges
// from the lower vertex come first, and parallel edges are in the order of their row.
pair_weights weights_by_pair(const basic_directed_graph<weight>& g) {
  pair_weights all;
  for (const bool turned : {false, true}) {
    for (vertex u = 0; u < g.vertex_count(); ++u) {
      for (const auto& [v, w] : g.out_edges(u)) {
        if ((u > v) == turned) all[std::minmax(u, v)].push_back(w);
      }
    }
  }
  return all;
}

TEST_P(Transform, MergedDirectionsHaveOneEdgeAPairWithTheChosenWeight) {
  const auto expect_weights = [this](const basic_directed_graph<weight>& g, merged_weight how,
                                     const auto& chosen) {
    const auto merged = merged_directions(g, how, mixed());
    const pair_weights all = weights_by_pair(g);
    EXPECT_EQ(merged.edge_count(), all.size());
    for (vertex u = 0; u < merged.vertex_count(); ++u) {
      for (const auto& [v, w] : merged.out_edges(u)) {
        const auto found = all.find(std::minmax(u, v));
        ASSERT_NE(found, all.end());
        EXPECT_EQ(w, chosen(found->second)) << u << " - " << v;
      }
    }
  };
  using weights = std::vector<weight>;
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    const auto g = build_directed(counted<weight>(some.make()));
    expect_weights(g, merged_weight::least, [](const weights& w) { return std::ranges::min(w); });
    expect_weights(g, merged_weight::greatest,
                   [](const weights& w) { return std::ranges::max(w); });
    expect_weights(g, merged_weight::sum,
                   [](const weights& w) { return std::accumulate(w.begin(), w.end(), weight{0}); });
    expect_weights(g, merged_weight::first, [](const weights& w) { return w.front(); });
    EXPECT_TRUE(same_graphs(merged_directions(g), build_undirected(counted<weight>(some.make()),
                                                                   {.drop_duplicates = true})));
    EXPECT_TRUE(same_graphs(merged_directions(build_directed(some.make()), {}, mixed()),
                            build_undirected(some.make(), {.drop_duplicates = true})));
  }
}

TEST(MergedDirections, RefusesASumBeyondTheType) {
  basic_edge_list<weight> list{2, plain_array<weighted_edge>(2), {}};
  list.edges[0] = {0, 1, std::numeric_limits<weight>::max()};
  list.edges[1] = {1, 0, 1};
  const auto g = build_directed(std::move(list));
  EXPECT_THROW(merged_directions(g, merged_weight::sum), std::invalid_argument);
  EXPECT_EQ(merged_directions(g, merged_weight::greatest).out().weights().front(),
            std::numeric_limits<weight>::max());
}

}  // namespace
}  // namespace arcas::inline v0::graph
