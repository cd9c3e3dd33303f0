// SPDX-License-Identifier: Apache-2.0
// Options of files and kernels have the same effect over ranks as on one machine.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kernels/triangles.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster_graph {
namespace {

using graph::scratch_file;

constexpr auto people =
    "when,who,whom,times\n"
    "1,\"Ada, of London\",Grace,3\n"
    "2,Grace,Edsger,2\n"
    "3,Edsger,\"Ada, of London\",9\n"
    "4,Zoë,Grace,1\n";

std::string numbers(unsigned vertices, unsigned edges, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  for (unsigned i = 0; i < edges; ++i) {
    text += std::to_string(random() % vertices * 7) + ' ' +
            std::to_string(random() % vertices * 7) + ' ' + std::to_string(random() % 9 + 1) + '\n';
  }
  return text;
}

class options_on : public testing::TestWithParam<rank_id> {};

TEST_P(options_on, a_table_with_names_is_read_by_its_columns) {
  const scratch_file file(people, ".csv");
  const std::string path = file.path();
  file_reading how;
  how.file.from = "who";
  how.file.to = "whom";
  how.file.weight = "times";
  how.weights = graph::weight_kind::whole;
  const auto whole = graph::read_graph<graph::weighted_directed_graph>(path, {.file = how.file});
  cluster::run_virtual(
      virtual_ranks(GetParam(), 1), cluster::job([&] {
        const auto g = distributed_graph::read(path, how);
        ASSERT_EQ(g.vertex_count(), 4u);
        EXPECT_EQ(g.edge_count(), 4u);
        const graph::vertex_names names = g.names();
        EXPECT_TRUE(names.are_text());
        for (vertex v = 0; v < 4; ++v) {
          EXPECT_EQ(names.text(v), whole.original_name(v));
        }
        EXPECT_EQ(names.find("Ada, of London", 4), 0u);
        EXPECT_EQ(names.find("Ada", 4), std::nullopt);
        const auto from = static_cast<vertex>(*names.find("Zoë", 4));
        const auto found = sssp(g, from);
        EXPECT_EQ(graph::fault_in_distances(whole, from, found.distances.gathered()), "");
        g.end();
      }));
}

TEST_P(options_on, a_table_of_numbers_is_read_in_parts) {
  std::string text = "day;from;weight;\"to\"\n";
  std::mt19937 random(11);
  for (unsigned i = 0; i < 400; ++i) {
    text += std::to_string(i) + ';' + std::to_string(random() % 50 * 3) + ";" +
            std::to_string(random() % 9) + ".5;" + std::to_string(random() % 50 * 3) + "\n";
  }
  const scratch_file file(text, ".csv");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::real_directed_graph>(path);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 11), cluster::job([&] {
        EXPECT_TRUE(read_edges(path).has_value());
        const auto g = distributed_graph::read(path, {.weights = graph::weight_kind::real});
        EXPECT_EQ(g.edge_count(), 400u);
        EXPECT_EQ(g.original_id(3), whole.original_id(3));
        const auto found = sssp<graph::real_weight>(g, 0);
        EXPECT_EQ(graph::fault_in_distances(whole, 0, found.distances.gathered()), "");
        g.end();
      }));
}

TEST_P(options_on, a_list_is_directed_where_that_is_asked_for) {
  const scratch_file file("# Undirected graph\n1 2\n2 3\n", ".txt");
  file_reading how;
  how.file.directed = true;
  cluster::run_virtual(virtual_ranks(GetParam(), 12), cluster::job([&] {
                         const auto g = distributed_graph::read(file.path(), how);
                         EXPECT_FALSE(g.is_symmetric());
                         EXPECT_EQ(g.arc_count(), 2u);
                         const auto both = distributed_graph::read(file.path());
                         EXPECT_TRUE(both.is_symmetric());
                         EXPECT_EQ(both.edge_count(), 2u);
                       }));
}

// The fraction comes after the first megabyte, so a look at the first lines does not find it.
TEST_P(options_on, a_fraction_at_the_end_of_a_long_list_makes_all_weights_real) {
  std::string lines;
  while (lines.size() <= std::size_t{1} << 20) lines += "0 1 3\n";
  const scratch_file whole(lines, ".wel"), real(lines + "1 2 0.5\n", ".wel"),
      great(lines + "1 2 3000000000\n", ".wel");
  const file_reading how{.weights = graph::weight_kind::whole, .or_real = true};
  cluster::run_virtual(
      virtual_ranks(GetParam(), 14), cluster::job([&] {
        const auto g = distributed_graph::read(whole.path(), how);
        EXPECT_EQ(g.weights(), graph::weight_kind::whole);
        g.end();
        const auto r = distributed_graph::read(real.path(), how);
        EXPECT_EQ(r.weights(), graph::weight_kind::real);
        const auto found = sssp<graph::real_weight>(r, 0);
        EXPECT_EQ(found.distances.at(2), 3.5);
        found.end();
        r.end();
        EXPECT_THROW(distributed_graph::read_weighted(real.path()), graph::input_error);
        EXPECT_THROW(distributed_graph::read(great.path(), how), graph::input_error);
      }));
}

// With two columns of numbers after the edge, it is not known which one has the weights.
TEST_P(options_on, a_weight_that_is_not_named_is_refused_as_on_one_machine) {
  const scratch_file file("1,2,7,9\n2,3,8,9\n", ".csv");
  cluster::run_virtual(virtual_ranks(GetParam(), 13), cluster::job([&] {
                         EXPECT_EQ(distributed_graph::read(file.path()).edge_count(), 2u);
                         EXPECT_THROW(distributed_graph::read_weighted(file.path()),
                                      graph::input_error);
                       }));
}

TEST_P(options_on, numbers_with_gaps_are_names_and_counted_ones_need_no_table) {
  const scratch_file gaps("7 900\n900 31\n", ".txt");
  const scratch_file counted("0 1\n1 2\n", ".el");
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([&] {
                         const auto g = distributed_graph::read(gaps.path());
                         EXPECT_EQ(g.names().find("900", 3), 2u);
                         EXPECT_EQ(g.names().find("0", 3), std::nullopt);
                         const auto plain = distributed_graph::read(counted.path());
                         EXPECT_TRUE(plain.names().plain());
                       }));
}

// The same edges are in a list, of which each rank reads a part, and in a file of the format
// MatrixMarket, which each rank reads whole.
TEST_P(options_on, files_are_taken_undirected_and_simple_as_on_one_machine) {
  const std::string body = "3 1\n1 3\n2 2\n2 3\n2 3\n4 1\n";
  const scratch_file list(body, ".el");
  const scratch_file undirected("# Undirected graph\n" + body, ".txt");
  const scratch_file matrix("%%MatrixMarket matrix coordinate pattern general\n4 4 6\n" + body,
                            ".mtx");
  for (const std::string& path : {list.path(), undirected.path(), matrix.path()}) {
    for (const bool simple : {false, true}) {
      graph::graph_file file(path);
      const bool both_ways_once = simple || file.facts().directed;
      const auto whole = file.read<graph::undirected_graph>(
          {.build = {.drop_duplicates = both_ways_once, .drop_self_loops = simple}});
      cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&] {
                             const auto g = distributed_graph::read(
                                 path, {.undirected = true, .simple = simple});
                             EXPECT_TRUE(g.is_symmetric());
                             EXPECT_EQ(g.vertex_count(), whole.vertex_count());
                             EXPECT_EQ(g.edge_count(), whole.edge_count()) << path << simple;
                             EXPECT_EQ(g.arc_count(), whole.arc_count());
                             g.end();
                           }));
    }
  }
}

TEST_P(options_on, drawn_weights_follow_the_options) {
  const scratch_file file("0 1\n1 2\n0 2\n", ".el");
  cluster::run_virtual(
      virtual_ranks(GetParam(), 4), cluster::job([&] {
        const auto g = distributed_graph::read(
            file.path(), {.weights = graph::weight_kind::whole, .draws = {.most_weight = 1}});
        EXPECT_EQ(sssp(g, 0).distances.gathered(), (std::vector<std::int64_t>{0, 1, 1}));
        g.end();
      }));
}

TEST_P(options_on, a_search_from_several_vertices_is_that_of_one_machine) {
  const scratch_file file(numbers(90, 140, 5), ".txt");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::directed_graph>(path);
  const std::vector<vertex> sources{3, 50, 17};
  cluster::run_virtual(virtual_ranks(GetParam(), 5), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         const auto found = bfs(g, sources);
                         EXPECT_EQ(graph::fault_in_bfs(whole, sources, found.parents.gathered(),
                                                       found.levels.gathered()),
                                   "");
                         g.end();
                       }));
}

TEST_P(options_on, weighted_and_personalised_scores_are_right) {
  const scratch_file file(numbers(80, 400, 6), ".txt");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::weighted_directed_graph>(path);
  std::vector<double> jumps(whole.vertex_count());
  jumps[4] = 1;
  jumps[33] = 3;
  cluster::run_virtual(
      virtual_ranks(GetParam(), 6), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{0}, edge_index{5}}) {
          const auto g =
              distributed_graph::of(*read_edges<graph::weight>(path), {.hub_degree = hub_degree});
          const auto heavy = pagerank(g, {.weighted = true, .tolerance = 1e-10});
          EXPECT_EQ(
              graph::check_weighted_pagerank(whole, heavy.scores.gathered(), 0.85, 1e-9).fault, "");
          const vertex_values<double> weights(g.places(), g.vertex_count());
          weights.set(4, 1);
          weights.set(33, 3);
          const auto near = pagerank(g, {.tolerance = 1e-10}, weights);
          EXPECT_EQ(graph::check_pagerank(whole, near.scores.gathered(), 0.85, 1e-9, jumps).fault,
                    "");
          const auto both = pagerank(g, {.weighted = true, .tolerance = 1e-10}, weights);
          EXPECT_EQ(graph::check_weighted_pagerank(whole, both.scores.gathered(), 0.85, 1e-9, jumps)
                        .fault,
                    "");
          weights.end();
          EXPECT_THROW(pagerank(g, {}, weights), std::logic_error);
          g.end();
        }
        const auto plain = distributed_graph::kronecker(4, 2);
        EXPECT_THROW(pagerank(plain, {.weighted = true}), std::invalid_argument);
        EXPECT_THROW(pagerank(plain, {}, vertex_values<double>(plain.places(), 3)),
                     std::invalid_argument);
        const vertex_values<double> weights(plain.places(), plain.vertex_count());
        EXPECT_THROW(pagerank(plain, {}, weights), std::invalid_argument);
        weights.set(1, 1);
        for (const double wrong : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
          weights.set(7, wrong);
          EXPECT_THROW(pagerank(plain, {}, weights), std::invalid_argument);
        }
        EXPECT_THROW(weights.set(16, 1), std::invalid_argument);
        weights.set(7, 1);
        cluster::call(cluster::ranks() - 1, [weights] { weights.local().pop_back(); });
        EXPECT_THROW(pagerank(plain, {}, weights), std::invalid_argument);
      }));
}

TEST_P(options_on, triangles_by_vertex_are_those_of_one_machine) {
  const scratch_file file(numbers(60, 500, 7), ".txt");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::undirected_graph>(path);
  const auto expected = graph::triangles_by_vertex(whole);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 7), cluster::job([&] {
        const auto g = distributed_graph::read(path);
        const auto found = triangles_by_vertex(g);
        EXPECT_EQ(graph::fault_in_triangles(whole, found.total, found.triangles.gathered(),
                                            found.clustering.gathered()),
                  "");
        EXPECT_NEAR(found.average_clustering, expected.average_clustering, 1e-12);
        EXPECT_NEAR(found.transitivity, expected.transitivity, 1e-12);
        g.end();
      }));
}

TEST_P(options_on, ends_of_ways_count_where_asked) {
  const scratch_file file(numbers(40, 90, 8), ".txt");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::directed_graph>(path);
  const std::vector<vertex> sources{0, 9, 20};
  const double factor = static_cast<double>(whole.vertex_count()) / 3;
  cluster::run_virtual(
      virtual_ranks(GetParam(), 8), cluster::job([&] {
        const auto g = distributed_graph::read(path);
        const auto found = betweenness(g, sources, {.normalized = false, .endpoints = true});
        EXPECT_EQ(
            graph::fault_in_betweenness(whole, sources, true, factor, found.scores.gathered()), "");
        g.end();
      }));
}

// Fractional weights in a list, of which each rank reads a part, and in a table that each rank
// reads whole.
TEST_P(options_on, fractions_are_weights_too) {
  const std::string body = "4 1 0.5\n1 3 1.25\n3 9 0.1\n4 9 2.5\n9 1 0\n";
  std::string commas = body;
  std::ranges::replace(commas, ' ', ',');
  const scratch_file list(body, ".txt");
  const scratch_file table("a,b,weight\n" + commas, ".csv");
  for (const std::string& path : {list.path(), table.path()}) {
    const auto whole = graph::read_graph<graph::real_directed_graph>(path);
    cluster::run_virtual(
        virtual_ranks(GetParam(), 10), cluster::job([&] {
          const auto g = distributed_graph::read(path, {.weights = graph::weight_kind::real});
          const auto from = static_cast<vertex>(*g.names().find("4", g.vertex_count()));
          const auto found = sssp<graph::real_weight>(g, from, {.parents = true});
          EXPECT_EQ(graph::fault_in_distances(whole, from, found.distances.gathered()), "");
          const auto to = static_cast<vertex>(*g.names().find("9", g.vertex_count()));
          EXPECT_EQ(found.distances.at(to), 0.5 + 1.25 + 0.1);
          EXPECT_EQ(path_to(found, to).size(), 4u);
          EXPECT_THROW(sssp(g, from), std::invalid_argument);
          const auto scores = pagerank(g, {.weighted = true, .tolerance = 1e-10}).scores.gathered();
          EXPECT_EQ(graph::check_weighted_pagerank(whole, scores, 0.85, 1e-9).fault, "");
          g.end();
        }));
  }
}

// A graph with edges of weight 0, some of them in cycles.
TEST_P(options_on, paths_are_as_long_as_their_distances_say) {
  const scratch_file file(numbers(60, 200, 9) + "0 7 0\n7 0 0\n7 14 0\n14 21 0\n21 7 0\n", ".txt");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::weighted_directed_graph>(path);
  cluster::run_virtual(
      virtual_ranks(GetParam(), 9), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{0}, edge_index{4}}) {
          const auto g =
              distributed_graph::of(*read_edges<graph::weight>(path), {.hub_degree = hub_degree});
          const auto found = sssp(g, 0, {.parents = true});
          for (vertex end = 0; end < whole.vertex_count(); ++end) {
            const std::vector<vertex> way = path_to(found, end);
            if (way.empty()) {
              EXPECT_EQ(found.distances.at(end), graph::infinitely_far<std::int64_t>);
              continue;
            }
            const std::vector<vertex> ways[] = {way};
            const double lengths[] = {static_cast<double>(found.distances.at(end))};
            EXPECT_EQ(graph::fault_in_shortest_simple_paths(whole.vertex_count(),
                                                            graph::edges_of_graph(whole, true), 0,
                                                            end, 1, ways, lengths),
                      "");
          }
          EXPECT_THROW(path_to(found, static_cast<vertex>(whole.vertex_count())),
                       std::invalid_argument);
          g.end();
        }
      }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, options_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
