// SPDX-License-Identifier: Apache-2.0
// Parts of a graph over ranks, its summary, and generated graphs are those of a single process.
#include "file_parts.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/vertex_files.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/summary.h>
#include <arcas/graph/transform.h>
#include <arcas/graph/write_graph.h>

#include <functional>
#include <sstream>

namespace arcas::inline v0::cluster_graph {
namespace {

std::string stored_bytes_in(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// The same names, rows and weights give the same file.
template <class G>
void expect_same_file(const distributed_graph& g, const G& whole, const std::string& ending) {
  const scratch_file alone("", ending);
  const scratch_file spread("", ending);
  graph::write_graph(whole, alone.path());
  write_graph(g, spread.path());
  EXPECT_EQ(stored_bytes_in(spread.path()), stored_bytes_in(alone.path()));
}

void expect_same_degrees(const graph::degree_summary& a, const graph::degree_summary& b) {
  EXPECT_EQ(a.least, b.least);
  EXPECT_EQ(a.most, b.most);
  EXPECT_EQ(a.mean, b.mean);
  EXPECT_EQ(a.median, b.median);
  EXPECT_EQ(a.percentile99, b.percentile99);
  EXPECT_EQ(a.by_digits, b.by_digits);
}

template <class G>
void expect_same_summary(const distributed_graph& g, const G& whole) {
  const graph::graph_summary spread = summary_of(g), alone = graph::summary_of(whole);
  EXPECT_EQ(spread.vertices, alone.vertices);
  EXPECT_EQ(spread.edges, alone.edges);
  EXPECT_EQ(spread.self_loops, alone.self_loops);
  EXPECT_EQ(spread.parallel_edges, alone.parallel_edges);
  EXPECT_EQ(spread.isolated, alone.isolated);
  EXPECT_EQ(spread.least_weight, alone.least_weight);
  EXPECT_EQ(spread.greatest_weight, alone.greatest_weight);
  EXPECT_EQ(spread.total_weight, alone.total_weight);
  EXPECT_GT(spread.bytes, 0u);
  expect_same_degrees(spread.out, alone.out);
  expect_same_degrees(spread.in, alone.in);
}

// Chooses vertices with many different remainders modulo the number of ranks, all, one, or none.
std::vector<std::function<bool(vertex)>> choices() {
  return {[](vertex v) { return v % 3 != 1 && v % 11 != 2; }, [](vertex) { return true; },
          [](vertex v) { return v == 5; }, [](vertex) { return false; }};
}

class transform_on : public testing::TestWithParam<rank_id> {
 protected:
  template <class G>
  void expect_same_parts(const distributed_graph& g, const G& whole, const std::string& ending) {
    for (const auto& is_chosen : choices()) {
      std::vector<vertex> chosen;
      const vertex_values<std::uint8_t> marks(g.places(), g.vertex_count());
      for (vertex v = 0; v < whole.vertex_count(); ++v) {
        if (!is_chosen(v)) continue;
        chosen.push_back(v);
        marks.set(v, 1);
      }
      const distributed_graph part = induced_subgraph(g, marks);
      const G alone = graph::induced_subgraph(whole, chosen);
      EXPECT_EQ(part.vertex_count(), alone.vertex_count());
      EXPECT_EQ(part.edge_count(), alone.edge_count());
      EXPECT_EQ(part.weights(), g.weights());
      if (alone.edge_count() != 0) expect_same_file(part, alone, ending);
      part.end();
      marks.end();
    }
  }
  // Reads the graph from a file, with many and with few hubs.
  template <class G>
  void expect_same_of_file(const std::string& path, const std::string& ending,
                           bool undirected = false) {
    using W = typename G::weight_type;
    const G whole = graph::graph_file(path).read<G>({.build = {.drop_duplicates = undirected}});
    for (const edge_index hub_degree : {edge_index{6}, automatic_hub_degree}) {
      const auto read = [&] {
        const file_reading how{.weights = detail::kind_of_weights<W>, .undirected = undirected};
        return distributed_graph::of(
            *read_edges<W>(path, how),
            {.both_ways = undirected, .drop_duplicates = undirected, .hub_degree = hub_degree});
      };
      on_graph(GetParam(), read, [&](const distributed_graph& g) {
        expect_same_summary(g, whole);
        expect_same_parts(g, whole, ending);
      });
    }
  }
};

TEST_P(transform_on, parts_and_summaries_of_graphs_with_weights_and_parallel_edges) {
  const scratch_file list(random_lines(900, 3, true), ".wel");
  expect_same_of_file<graph::weighted_directed_graph>(list.path(), ".wsg");
  expect_same_of_file<graph::real_directed_graph>(list.path(), ".mtx");
  expect_same_of_file<graph::undirected_graph>(list.path(), ".sg", true);
  expect_same_of_file<graph::weighted_undirected_graph>(list.path(), ".wsg", true);
}

TEST_P(transform_on, parts_keep_the_names_of_their_vertices) {
  const scratch_file people("from,to\n" + lines_of_people(500, 4), ".csv");
  expect_same_of_file<graph::directed_graph>(people.path(), ".sg");
  const scratch_file list(random_lines(900, 1), ".txt");
  expect_same_of_file<graph::directed_graph>(list.path(), ".sg");
}

TEST_P(transform_on, parallel_edges_of_an_undirected_graph_are_counted_and_kept) {
  const auto several = [] {
    graph::edge_list list;
    list.vertex_count = 9;
    list.edges = graph::plain_array<graph::edge>(8);
    const graph::edge edges[] = {{0, 1}, {1, 0}, {2, 2}, {2, 2}, {5, 3}, {3, 5}, {5, 3}, {0, 8}};
    std::ranges::copy(edges, list.edges.all().begin());
    return graph::build_undirected(std::move(list));
  };
  on_graph(
      GetParam(), [&] { return distributed_graph::of_whole(several); },
      [&](const distributed_graph& g) {
        expect_same_summary(g, several());
        expect_same_parts(g, several(), ".sg");
      });
}

TEST_P(transform_on, a_simple_undirected_graph_is_that_of_one_process) {
  const scratch_file list(random_lines(900, 7), ".el");
  const auto whole = graph::graph_file(list.path()).read<graph::directed_graph>({});
  on_graph(
      GetParam(), [&] { return distributed_graph::read(list.path()); },
      [&](const distributed_graph& g) {
        const distributed_graph made = simple_undirected(g);
        same_graph(made,
                   graph::without_direction(graph::directed_graph(graph::filter_edges(
                                                whole, [](vertex, vertex) { return true; })),
                                            {.drop_duplicates = true, .drop_self_loops = true}));
        made.end();
      });
}

TEST_P(transform_on, generated_graphs_are_those_of_one_process) {
  constexpr row_options rows{.both_ways = true, .drop_duplicates = true, .drop_self_loops = true};
  on_graph(
      GetParam(),
      [&] { return distributed_graph::of(draw_uniform_edges(7, 3, {.seed = 5}), rows); },
      [](const distributed_graph& g) {
        same_graph(g, graph::uniform_graph({.scale = 7, .edge_factor = 3, .seed = 5}));
      });
  graph::grid_options grid = graph::grid_of_scale(7);
  grid.seed = 3;
  on_graph(
      GetParam(), [&] { return distributed_graph::of(draw_grid_edges<graph::weight>(7, 3), rows); },
      [&](const distributed_graph& g) { expect_same_file(g, graph::grid_graph(grid), ".wsg"); });
  on_graph(
      GetParam(), [&] { return distributed_graph::of(draw_grid_edges(1, 3), rows); },
      [&](const distributed_graph& g) { EXPECT_EQ(g.edge_count(), 1u); });
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, transform_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
