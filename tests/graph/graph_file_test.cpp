// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "graph_texts.h"

namespace arcas::inline v0::graph {
namespace {

constexpr std::string_view roads = "p sp 3 3\na 1 2 7\na 2 1 7\na 2 3 4\n";

graph_facts facts_of(std::string_view bytes, const std::string& name) {
  return graph_file(bytes, name).facts();
}

TEST(GraphFile, FindsTheFormatByContentOrName) {
  EXPECT_EQ(facts_of("1 2\n", "a.txt").format, graph_format::list);
  EXPECT_EQ(facts_of(roads, "a.txt").format, graph_format::dimacs);
  EXPECT_EQ(facts_of("%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", "a").format,
            graph_format::matrix_market);
  EXPECT_EQ(facts_of("1 0\n\n", "a.graph").format, graph_format::metis);
  EXPECT_EQ(facts_of(std::string(25, '\0'), "a.sg.zst").format, graph_format::serialized);
  EXPECT_NE(sentence_of<input_error>([] { graph_file("1 2\n", "a.mtx"); }).find("MatrixMarket"),
            std::string::npos);
  EXPECT_NE(sentence_of<input_error>([] { graph_file("1 2\n", "a.gr"); }).find("p sp"),
            std::string::npos);
}

TEST(GraphFile, SkipsAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  const auto table =
      graph_file(mark + "source,target\nann,bo\nbo,cy\n", "a.csv").read<directed_graph>();
  EXPECT_EQ(table.vertex_count(), 3u);
  EXPECT_EQ(table.edge_count(), 2u);
  EXPECT_EQ((*table.names().texts())[0], "ann");
  const auto named = graph_file(mark + "who,whom\n1,2\n", "a.csv", {.from = "who", .to = "whom"});
  EXPECT_EQ(named.facts().format, graph_format::list);
  for (const auto& [text, name] : std::vector<std::pair<std::string, std::string>>{
           {"0 1\n1 2\n", "a.txt"},
           {"# Undirected graph\n0\t1\n1\t2\n", "a.tsv"},
           {"0 1\n1 2\n", "a.el"},
           {"0 1 4\n1 2 5\n", "a.wel"},
           {"p sp 3 2\na 1 2 7\na 2 3 4\n", "a.txt"},
           {"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n", "a"},
           {"3 2\n2\n1 3\n2\n", "a.graph"}}) {
    SCOPED_TRACE(name + ": " + text);
    const auto plain = graph_file(text, name).facts();
    EXPECT_EQ(facts_of(mark + text, name).format, plain.format);
    EXPECT_EQ(facts_of(mark + text, name).directed, plain.directed);
    const auto g = graph_file(mark + text, name).read<undirected_graph>();
    EXPECT_EQ(g.vertex_count(), 3u);
    EXPECT_EQ(g.edge_count(), 2u);
  }
  EXPECT_NE(sentence_of<input_error>([&] {
              (void)graph_file(mark + "0 1\n1 x\n", "a.txt").read<directed_graph>();
            }).find("a.txt:2: "),
            std::string::npos);
}

TEST(GraphFile, ReadsAGraphOfTheRequestedType) {
  const auto directed = graph_file(roads, "a.gr").read<weighted_directed_graph>();
  EXPECT_EQ(directed.edge_count(), 3u);
  EXPECT_EQ(directed.out_edges(1)[1].weight, 4);
  EXPECT_EQ(directed.original_id(0), 1u);
  const auto real = graph_file(roads, "a.gr").read<real_directed_graph>();
  EXPECT_EQ(real.out_edges(0)[0].weight, 7.0);
  EXPECT_EQ(graph_file(roads, "a.gr").read<directed_graph>().edge_count(), 3u);
  const auto both = graph_file(roads, "a.gr").read<undirected_graph>();
  EXPECT_EQ(both.edge_count(), 3u);
  EXPECT_EQ(both.arc_count(), 6u);
  EXPECT_EQ(graph_file(roads, "a.gr")
                .read<undirected_graph>({.build = {.drop_duplicates = true}})
                .edge_count(),
            2u);
  EXPECT_EQ(graph_file("1 5000000000\n", "a.txt").read<directed_graph>().original_id(1),
            5000000000u);
}

TEST(GraphFile, AnUndirectedFileBecomesADirectedGraphBothWays) {
  const std::string text =
      "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 5\n3 3 6\n";
  const auto g = graph_file(text, "a").read<weighted_directed_graph>();
  EXPECT_EQ(g.edge_count(), 3u);
  EXPECT_EQ(g.out_edges(0)[0].weight, 5);
  EXPECT_EQ(g.in_edges(0)[0].weight, 5);
  EXPECT_EQ(g.out_degree(2), 1u);
  EXPECT_EQ(graph_file(text, "a").read<undirected_graph>().edge_count(), 2u);
}

TEST(GraphFile, DrawsWeightsOnlyOnRequest) {
  EXPECT_EQ(sentence_of<input_error>(
                [] { graph_file("1 2\n", "a.txt").read<weighted_directed_graph>(); }),
            "a.txt: has no weights; ask for random weights, or name a weighted graph");
  const auto g = graph_file("1 2\n2 1\n1 2\n", "a.txt")
                     .read<weighted_directed_graph>({.random_weights = random_weight_options{}});
  EXPECT_EQ(g.out_edges(0)[0], g.out_edges(0)[1]);
  EXPECT_EQ(g.out_edges(0)[0].weight, g.out_edges(1)[0].weight);
}

TEST(GraphFile, WholeWeightsAreNotMadeOfFractions) {
  EXPECT_NE(sentence_of<input_error>([] {
              graph_file("1 2 0.5\n", "a.txt").read<weighted_directed_graph>();
            }).find("a.txt:1: '0.5' is not a whole number"),
            std::string::npos);
}

// When the reader finds the id of 64 bits, it has already released the parts of the text that it
// parsed before.
TEST(GraphFile, ReadsIdsOf64BitsAfterManyOf32) {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += std::to_string(i % 1000) + "\t7\n";
  text += "7 5000000000\n";
  const scratch_file file(text);
  const auto g = read_graph<directed_graph>(file.path());
  EXPECT_EQ(g.edge_count(), 200001u);
  EXPECT_EQ(g.vertex_count(), 1001u);
  EXPECT_EQ(g.original_id(1000), 5000000000u);
  EXPECT_EQ(g.out_degree(7), 201u);
}

TEST(GraphFile, NamesALineAfterManyThatWereReleased) {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "10\t7\n";
  const scratch_file file(text + "10 x\n");
  EXPECT_TRUE(sentence_of<input_error>([&] {
                read_graph<directed_graph>(file.path());
              }).starts_with(file.path() + ":200001: 'x' is not"));
}

TEST(GraphFile, ReadsTheBundledGraphAsPublished) {
  const directed_graph g =
      read_graph<directed_graph>(ARCAS_BUNDLED_DATA "/soc-Slashdot0902.txt.zst");
  EXPECT_EQ(g.vertex_count(), 82168u);
  EXPECT_EQ(g.edge_count(), 948464u);
  std::size_t self_loops = 0;
  std::size_t dangling = 0;
  edge_index most = 0;
  for (std::size_t i = 0; i < g.vertex_count(); ++i) {
    const auto v = static_cast<vertex>(i);
    self_loops += static_cast<std::size_t>(std::ranges::count(g.out_neighbors(v), v));
    dangling += g.out_degree(v) == 0;
    most = std::max(most, g.out_degree(v));
    ASSERT_EQ(g.original_id(v), i);
  }
  EXPECT_EQ(self_loops, 78303u);
  EXPECT_EQ(dangling, 3727u);
  EXPECT_EQ(most, 2511u);
}

TEST(GraphFile, ExpectsTheSizeInTheHeaderOrAnEstimateFromLines) {
  const auto expect = [](const graph_size& size, std::uint64_t vertices, std::uint64_t edges,
                         bool exact) {
    EXPECT_EQ(size.vertices, vertices);
    EXPECT_EQ(size.edges, edges);
    EXPECT_EQ(size.exact, exact);
  };
  expect(graph_file(roads, "a.gr").expected_size(), 3, 3, true);
  expect(graph_file("# Nodes: 7 Edges: 2\n1 2\n2 3\n", "a.txt").expected_size(), 7, 2, true);
  expect(graph_file("0 1\n1 2\n2 0\n0 9\n", "a.txt").expected_size(), 10, 4, false);
  // For names, and for numbers with gaps, the estimate is at most one vertex per edge.
  expect(graph_file("a,b\nb,c\n", "a.csv").expected_size(), 2, 2, false);
  expect(graph_file("1 900\n900 5\n", "a.txt").expected_size(), 2, 2, false);
  expect(graph_file("", "a.txt").expected_size(), 0, 0, true);
  std::string lines;
  for (std::uint64_t v = 0; v < 300'000; ++v)
    lines += std::to_string(v) + ' ' + std::to_string(v + 1) + '\n';
  const graph_size some = graph_file(lines, "a.txt").expected_size();
  EXPECT_NEAR(static_cast<double>(some.edges), 3e5, 6e3);
  EXPECT_NEAR(static_cast<double>(some.vertices), 3e5, 2e4);
}

TEST(GraphFile, ReadsFromDisk) {
  const scratch_file file("1 2\n2 3\n");
  EXPECT_EQ(read_graph<directed_graph>(file.path()).edge_count(), 2u);
  EXPECT_NE(sentence_of<input_error>([] { graph_file("no/such.gr"); }).find("cannot open it"),
            std::string::npos);
}

}  // namespace
}  // namespace arcas::inline v0::graph
