// SPDX-License-Identifier: Apache-2.0
// Rows and degrees that a rank keeps are those of the whole graph, whatever it has kept and dropped
// before.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/known_rows.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/vertex_table.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {
namespace {

class known_rows_on : public testing::TestWithParam<rank_id> {};
INSTANTIATE_TEST_SUITE_P(cluster_graph, known_rows_on, testing::Values(1u, 2u, 5u));

std::string text_with_hubs(unsigned vertices) {
  std::mt19937 random(3);
  std::string text;
  const auto line = [&](unsigned from, unsigned to) {
    text += std::to_string(from) + ' ' + std::to_string(to) + '\n';
  };
  for (unsigned v = 0; v < vertices; ++v) {
    line(v, (v + 1) % vertices);
    line(v, static_cast<unsigned>(random() % vertices));
    line(v % 3, v);
  }
  return text;
}

template <class V>
std::vector<vertex> ascending(std::span<const V> row) {
  std::vector<vertex> ends(row.begin(), row.end());
  std::ranges::sort(ends);
  return ends;
}

// Several tasks of each rank request rows, so that rows are kept and dropped while other tasks
// wait.
template <class G>
void expect_rows_of_the_whole_graph(const std::string& path, const row_options& rows) {
  const auto whole = graph::read_graph<G>(path);
  const graph::graph_view all(whole);
  const graph::graph_view* const view = &all;
  const auto g = distributed_graph::of(*read_edges<graph::unweighted>(path), rows);
  const auto known = cluster::distributed<std::unique_ptr<known_rows>>::make();
  cluster::on_all_ranks([g, known] { known.local() = std::make_unique<known_rows>(g); });
  cluster::on_all_ranks([g, known, view] {
    for (unsigned task = 0; task < 4; ++task) {
      cluster::spawn([g, known, view, seed = 10 * cluster::self() + task] {
        std::mt19937 random(seed);
        std::vector<known_rows::row> found;
        for (unsigned round = 0; round < 50; ++round) {
          std::vector<vertex> asked(1 + random() % 9);
          for (vertex& v : asked)
            v = static_cast<vertex>(random() %
                                    (random() % 2 ? std::min<std::size_t>(12, view->vertex_count())
                                                  : view->vertex_count()));
          for (const arc_side side : {arc_side::out, arc_side::in}) {
            const auto expected = [&](vertex v) {
              return side == arc_side::out ? view->out_neighbors(v) : view->in_neighbors(v);
            };
            known.local()->bring(asked, side, found);
            edge_index degrees = 0;
            for (std::size_t i = 0; i < asked.size(); ++i) {
              EXPECT_EQ(std::vector<vertex>(found[i].ends.begin(), found[i].ends.end()),
                        ascending(expected(asked[i])));
              degrees += expected(asked[i]).size();
            }
            EXPECT_EQ(known.local()->sum_of_degrees(asked, side), degrees);
          }
        }
      });
    }
  });
  cluster::on_all_ranks([known] { known.local().reset(); });
  known.end();
  g.end();
}

TEST_P(known_rows_on, are_those_of_the_whole_graph) {
  const graph::scratch_file file(text_with_hubs(90), ".txt");
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                         for (const edge_index hub_degree : {edge_index{0}, edge_index{20}}) {
                           expect_rows_of_the_whole_graph<graph::directed_graph>(
                               file.path(), {.hub_degree = hub_degree});
                           expect_rows_of_the_whole_graph<graph::undirected_graph>(
                               file.path(), {.both_ways = true, .hub_degree = hub_degree});
                         }
                       }));
}

TEST_P(known_rows_on, are_copied_from_other_ranks_once) {
  const graph::scratch_file file(text_with_hubs(90), ".txt");
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([&] {
        const auto g = distributed_graph::of(*read_edges<graph::unweighted>(file.path()), {});
        known_rows known(g);
        std::vector<known_rows::row> first, again;
        for (const vertex v : {vertex{40}, vertex{46}, vertex{52}, vertex{58}}) {
          known.bring({&v, 1}, arc_side::out, first);
          known.bring({&v, 1}, arc_side::out, again);
          EXPECT_EQ(first[0].copy, again[0].copy);
          EXPECT_EQ(first[0].copy == nullptr, g.places().home(v) == cluster::self());
        }
        g.end();
      }));
}

// Each edge is there twice, and vertices 0 to 2 have self-loops.
TEST_P(known_rows_on, copies_of_simple_rows_have_each_neighbor_once_and_no_weights) {
  std::string text = text_with_hubs(90);
  std::ranges::replace(text, '\n', ';');
  for (std::size_t at = 0; (at = text.find(';', at)) != std::string::npos;)
    text.replace(at, 1, " 5\n");
  const graph::scratch_file file(text + text, ".wel");
  const auto whole = graph::read_graph<graph::weighted_undirected_graph>(file.path());
  std::vector<vertex> all;
  for (vertex v = 0; v < whole.vertex_count(); ++v) all.push_back(v);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 4), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{0}, edge_index{20}}) {
          const auto g = distributed_graph::of(*read_edges<graph::weight>(file.path()),
                                               {.both_ways = true, .hub_degree = hub_degree});
          const arc_rows rows = copied_rows(g, all, arc_side::out, {.simple = true});
          EXPECT_TRUE(rows.weights.empty());
          for (const vertex v : all) {
            std::vector<vertex> expected = ascending(whole.neighbors(static_cast<unsigned>(v)));
            std::erase(expected, v);
            expected.erase(std::ranges::unique(expected).begin(), expected.end());
            EXPECT_EQ(ascending(rows.neighbors(v)), expected);
          }
          g.end();
        }
      }));
}

// Some ranks have no vertices, and some have a vertex without edges.
TEST_P(known_rows_on, are_those_of_a_graph_of_few_vertices) {
  const graph::scratch_file file("0 1\n1 2\n", ".txt");
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                         expect_rows_of_the_whole_graph<graph::directed_graph>(file.path(), {});
                       }));
}

TEST(vertex_table, has_what_was_given_until_it_is_cleared) {
  for (const std::size_t vertices : {0, 320'000}) {
    graph::detail::vertex_table<double> values(vertices);
    for (unsigned round = 0; round < 3; ++round) {
      for (vertex v = 0; v < 5000; ++v) EXPECT_EQ(values[v * 64], 0);
      for (vertex v = 0; v < 5000; ++v) values[v * 64] = v + 1;
      for (vertex v = 0; v < 5000; ++v) EXPECT_EQ(values[v * 64], v + 1);
      values.clear();
    }
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster_graph::detail
