// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/builder.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/snap_reader.h>
#include <gtest/gtest.h>

#include <random>

#include "graph_texts.h"

namespace arcas::graph {
namespace {

TEST(SnapReader, NumbersVerticesInTheOrderOfTheirIds) {
  const edge_list list = parse_snap("30 3\n3 7\n", "text");
  EXPECT_EQ(list.vertex_count, 3u);
  ASSERT_EQ(list.edges.size(), 2u);
  EXPECT_EQ(list.edges[0], (edge{2, 0}));
  EXPECT_EQ(list.edges[1], (edge{0, 1}));
  EXPECT_EQ(list.names[0], 3u);
  EXPECT_EQ(list.names[2], 30u);
}

TEST(SnapReader, KeepsIdsFarApart) {
  const edge_list list = parse_snap("18446744073709551615 1\n5000000000 1\n", "text");
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.names[1], 5000000000u);
  EXPECT_EQ(list.names[2], 18446744073709551615u);
}

// Long enough for many parts that are parsed at the same time.
std::string long_text(std::uint64_t id_range, std::size_t edges) {
  std::mt19937_64 random(7);
  std::string text = "# a long one\r\n";
  for (std::size_t i = 0; i < edges; ++i) {
    text += std::to_string(random() % id_range) + '\t' + std::to_string(i) + "\r\n";
  }
  return text;
}

TEST(SnapReader, PartsComeTogetherInTheOrderOfTheFile) {
  constexpr std::size_t edges = 100000;
  for (const std::uint64_t range : {std::uint64_t{50000}, ~std::uint64_t{0}}) {
    const edge_list list = parse_snap(long_text(range, edges), "text");
    ASSERT_EQ(list.edges.size(), edges);
    std::mt19937_64 random(7);
    for (std::size_t i = 0; i < edges; ++i) {
      ASSERT_EQ(list.names[list.edges[i].from], random() % range);
      ASSERT_EQ(list.names[list.edges[i].to], i);
    }
    for (std::size_t v = 1; v < list.vertex_count; ++v) {
      ASSERT_LT(list.names[static_cast<vertex>(v - 1)], list.names[static_cast<vertex>(v)]);
    }
  }
}

TEST(SnapReader, CountsLinesAcrossParts) {
  std::string text = long_text(1000, 100000);
  text += "1 2 3\nnonsense\n";
  EXPECT_EQ(sentence_of<input_error>([&] { parse_snap(text, "FILE"); }).substr(0, 35),
            "FILE:100002: a third column, '3', i");
}

TEST(SnapReader, NamesTheFirstOfSeveralWrongLines) {
  std::string text = long_text(1000, 50000);
  const std::size_t middle = text.find('\n', text.size() / 2) + 1;
  text.insert(middle, "-1 2\n");
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(middle), '\n');
  text += "-3 4\n";
  EXPECT_EQ(sentence_of<input_error>([&] {
              parse_snap(text, "F");
            }).starts_with("F:" + std::to_string(line) + ": '-1' is negative"),
            true);
}

TEST(SnapReader, ReadsALineLongerThanAPart) {
  const std::string text = "1 2\n#" + std::string(600000, 'x') + "\n2 3\n";
  EXPECT_EQ(parse_snap(text, "text").edges.size(), 2u);
}

TEST(SnapReader, RefusesATextWithoutEdges) {
  EXPECT_EQ(sentence_of<input_error>([] { parse_snap("", "F"); }),
            "F:1: the end, and no edge before it; check that this is the right file");
  EXPECT_EQ(sentence_of<input_error>([] { parse_snap("# only\n# words\n", "F"); }).substr(0, 12),
            "F:2: the end");
}

TEST(SnapReader, ReadsPlainFiles) {
  const scratch_file file("1 2\n2 1\n");
  EXPECT_EQ(read_snap(file.path()).edges.size(), 2u);
}

TEST(SnapReader, SentencesStartWithFileAndLine) {
  const scratch_file file("1 2\n2 y\n");
  EXPECT_TRUE(sentence_of<input_error>([&] {
                read_snap(file.path());
              }).starts_with(file.path() + ":2: 'y' is not"));
}

TEST(SnapReader, ReadsTheBundledGraphAsPublished) {
  const directed_graph g =
      build_directed(read_snap(ARCAS_BUNDLED_DATA "/soc-Slashdot0902.txt.zst"));
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

}  // namespace
}  // namespace arcas::graph
