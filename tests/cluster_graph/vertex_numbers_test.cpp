// SPDX-License-Identifier: Apache-2.0
// Numbers of vertices, and ids that need more than 40 bits: in texts, in tables, in arrays that
// ranks write, and in files of values. Compiled for both widths of numbers.
#include "file_parts.h"

#include <arcas/cluster_graph/centralities.h>
#include <arcas/cluster_graph/vertex_files.h>
#include <arcas/graph/kernels/spectral.h>
#include <arcas/graph/write_graph.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace arcas::inline v0::cluster_graph {
namespace {

TEST(vertex_numbers, have_a_place_each) {
  constexpr std::uint64_t greatest = std::numeric_limits<vertex>::max();
  for (const rank_id ranks : {1u, 3u, 7u, 1000u, 40'000u}) {
    const vertex_places places(ranks);
    const std::uint64_t end = std::min(most_vertices(ranks), greatest);
    for (const std::uint64_t v : {std::uint64_t{0}, std::uint64_t{ranks}, end / 3, end / 2,
                                  end - ranks, end - 2, end - 1}) {
      const auto number = static_cast<vertex>(v);
      EXPECT_EQ(places.home(number), v % ranks);
      EXPECT_EQ(places.local(number), v / ranks);
      EXPECT_EQ(places.global(places.home(number), places.local(number)), number);
    }
    std::uint64_t sum = 0;
    for (rank_id r = 0; r < ranks; ++r) sum += places.count_on(r, end);
    EXPECT_EQ(sum, end);
  }
}

std::uint64_t far_id(unsigned i, unsigned shift = 41) {
  return (std::uint64_t{i} << shift) + i % 3;
}

// The edges of a graph whose ids are between 2^shift and 2^(shift + 8). Nearly all numbers in this
// range have no edge. Vertex far_id(1) leads to all other vertices.
std::string far_lines(char separator, unsigned shift = 41) {
  std::string text;
  const auto line = [&](unsigned from, unsigned to) {
    text += std::to_string(far_id(from, shift)) + separator + std::to_string(far_id(to, shift));
    text += '\n';
  };
  for (unsigned i = 1; i < 200; ++i) {
    line(i, i * i % 200 + 1);
    line(1, i);
  }
  return text;
}

class far_ids_on : public file_parts_on {};

TEST_P(far_ids_on, are_read_in_parts_from_lists_and_tables) {
  for (const unsigned shift : {25u, 33u, 41u, 56u}) {
    const scratch_file list(far_lines('\t', shift), ".txt");
    const scratch_file table("from,to\n" + far_lines(',', shift), ".csv");
    expect_same(list.path(), list.path());
    expect_same(table.path(), list.path());
  }
}

TEST_P(far_ids_on, are_kept_in_files_that_ranks_write_and_read) {
  const scratch_file list(far_lines('\t'), ".txt");
  const auto whole = graph::read_graph<graph::directed_graph>(list.path());
  for (const char* const ending : {".sg", ".txt", ".csv", ".graphml"}) {
    const scratch_file alone("", ending), spread("", ending);
    graph::write_graph(whole, alone.path());
    cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                           const auto g = distributed_graph::read(list.path());
                           write_graph(g, spread.path());
                           g.end();
                         }));
    EXPECT_EQ(graph::bytes_of(spread.path()), graph::bytes_of(alone.path())) << ending;
    if (std::string(ending) != ".graphml") expect_same(spread.path(), list.path());
  }
}

TEST_P(far_ids_on, are_asked_for_and_written_with_values) {
  const scratch_file list(far_lines('\t'), ".txt");
  const auto whole = graph::read_graph<graph::directed_graph>(list.path());
  const scratch_file table("", ".csv");
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                         const auto g = distributed_graph::read(list.path());
                         for (const unsigned i : {1u, 77u, 199u}) {
                           const auto v = g.vertex_of(far_id(i));
                           ASSERT_TRUE(v.has_value());
                           EXPECT_EQ(g.original_id(*v), far_id(i));
                           EXPECT_EQ(g.name_of(*v), std::to_string(far_id(i)));
                           EXPECT_EQ(g.vertex_named(std::to_string(far_id(i))), v);
                         }
                         EXPECT_FALSE(g.vertex_of(far_id(1) + 7).has_value());
                         const vertex_values<std::uint64_t> ids(g, [g] { return g.local().ids; });
                         write_vertex_values(g, table.path(), ids);
                         ids.end();
                         g.end();
                       }));
  std::string expected = "vertex,value\n";
  for (graph::vertex v = 0; v < whole.vertex_count(); ++v) {
    const std::string id = std::to_string(whole.original_id(v));
    expected += id + ',' + id + '\n';
  }
  EXPECT_EQ(graph::bytes_of(table.path()), expected);
}

TEST_P(far_ids_on, have_the_centralities_of_one_machine) {
  const scratch_file list(far_lines('\t'), ".txt");
  const auto whole = graph::read_graph<graph::directed_graph>(list.path());
  const auto alone = graph::katz_centrality(whole);
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([&] {
                         const auto g = distributed_graph::read(list.path());
                         const auto found = katz_centrality(g);
                         const auto scores = found.scores.gathered();
                         ASSERT_EQ(scores.size(), alone.scores.size());
                         for (std::size_t v = 0; v < scores.size(); ++v)
                           EXPECT_NEAR(scores[v], alone.scores[v], 1e-5);
                         found.end();
                         g.end();
                       }));
}

TEST_P(far_ids_on, too_many_vertices_are_refused_in_one_sentence) {
  const std::uint64_t n = most_vertices(GetParam()) + 1;
  cluster::run_virtual(
      virtual_ranks(GetParam(), 1), cluster::job([&] {
        distributed_edges<> edges;
        edges.part = cluster::distributed<edges_part<graph::unweighted>>::make();
        edges.vertices = n;
        const std::string sentence =
            graph::sentence_of<std::invalid_argument>([&] { distributed_graph::of(edges); });
        EXPECT_TRUE(sentence.starts_with(std::to_string(n) + " vertices are too "
                                                             "many, since a graph "))
            << sentence;
      }));
  // The vertices of an .el file are the numbers in it.
  const scratch_file wide("1 2\n0 " + std::to_string(n) + "\n", ".el");
  EXPECT_NE(refusal_of(wide.path()).find(std::to_string(n + 1) + " vertices "), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, far_ids_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
