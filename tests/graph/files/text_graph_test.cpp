// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/input_file.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

edge_list read_matrix(std::string_view text) {
  return edges_of<unweighted>(open_matrix_market(text, "F"), {});
}

template <class Open>
std::string refusal(const Open& open, std::string_view text) {
  return sentence_of<input_error>([&] { edges_of<unweighted>(open(text, "F"), {}); });
}

text_graph as_list(std::string_view text, const std::string& name) {
  return open_edge_list(text, name);
}

std::string matrix(const std::string& kind, const std::string& rest) {
  return "%%MatrixMarket matrix coordinate " + kind + "\n" + rest;
}

TEST(EdgeListText, TheFirstEdgeDecidesWhetherEdgesHaveWeights) {
  EXPECT_EQ(open_edge_list("# c\n\n1 2\n", "F").facts.weights, weight_kind::none);
  EXPECT_EQ(open_edge_list("# c\n1 2 3\n", "F").facts.weights, weight_kind::whole);
  EXPECT_EQ(open_edge_list("1 2 0.5\n", "F").facts.weights, weight_kind::real);
  EXPECT_EQ(open_edge_list("1 2 3\n", "F").facts.format, graph_format::list);
  EXPECT_EQ(refusal(as_list, "# c\n1 2\n3 4 5\n").substr(0, 36),
            "F:3: the line has a third column, '5");
  EXPECT_EQ(refusal(as_list, "1 2 3\n3 4\n").substr(0, 27), "F:2: the line has no weight");
}

TEST(EdgeListText, GapListsHaveAllVerticesUpToTheGreatest) {
  const auto gap = edges_of<unweighted>(open_edge_list("0 1\n5 1\n", "a.el"), {});
  EXPECT_EQ(gap.vertex_count, 6u);
  EXPECT_TRUE(gap.names.plain());
  EXPECT_EQ((edges_of<unweighted>(open_edge_list("0 1\n5 1\n", "a.txt"), {}).vertex_count), 3u);
  EXPECT_NE(sentence_of<input_error>([] {
              edges_of<unweighted>(open_edge_list("0 1 7\n", "a.el"), {});
            }).find("the line has a third column"),
            std::string::npos);
  EXPECT_NE(
      sentence_of<input_error>([] {
        edges_of<unweighted>(open_edge_list("0 4294967296\n", "a.el"), {});
      }).find("a.el:1: 4294967297 vertices are too many, since a graph has at most 4294967295 ("),
      std::string::npos);
  EXPECT_NE(
      sentence_of<input_error>([] {
        edges_of<unweighted>(open_edge_list("0 18446744073709551615\n", "a.el"), {});
      }).find("18446744073709551615 vertices are too many, since a graph has at most 4294967295"),
      std::string::npos);
}

TEST(EdgeListText, AnIdOutOfProportionToTheEdgesIsRefused) {
  EXPECT_EQ(sentence_of<input_error>(
                [] { edges_of<unweighted>(open_edge_list("0 4000000000\n", "a.el"), {}); }),
            "a.el:1: 4000000001 vertices for 1 edges are too many; renumber the "
            "vertices without gaps");
}

TEST(EdgeListText, NumbersVerticesInTheOrderOfTheirIds) {
  const edge_list list = edges_in_text("30 3\n3 7\n", "text");
  EXPECT_EQ(list.vertex_count, 3u);
  ASSERT_EQ(list.edges.size(), 2u);
  EXPECT_EQ(list.edges[0], (edge{2, 0}));
  EXPECT_EQ(list.edges[1], (edge{0, 1}));
  EXPECT_EQ(list.names[0], 3u);
  EXPECT_EQ(list.names[2], 30u);
}

TEST(EdgeListText, KeepsIdsFarApart) {
  const edge_list list = edges_in_text("18446744073709551615 1\n5000000000 1\n", "text");
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.names[1], 5000000000u);
  EXPECT_EQ(list.names[2], 18446744073709551615u);
}

// A text that is long enough for many parts, which are parsed in parallel.
std::string long_text(std::uint64_t id_range, std::size_t edges) {
  std::mt19937_64 random(7);
  std::string text = "# a long one\r\n";
  for (std::size_t i = 0; i < edges; ++i) {
    text += std::to_string(random() % id_range) + '\t' + std::to_string(i) + "\r\n";
  }
  return text;
}

TEST(EdgeListText, PartsAreJoinedInTheOrderOfTheFile) {
  constexpr std::size_t edges = 100000;
  for (const std::uint64_t range : {std::uint64_t{50000}, ~std::uint64_t{0}}) {
    const edge_list list = edges_in_text(long_text(range, edges), "text");
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

TEST(EdgeListText, CountsLinesAcrossParts) {
  std::string text = long_text(1000, 100000);
  text += "1 2 3\nnonsense\n";
  EXPECT_EQ(sentence_of<input_error>([&] { edges_in_text(text, "FILE"); }).substr(0, 48),
            "FILE:100002: the line has a third column, '3', i");
}

TEST(EdgeListText, NamesTheFirstOfSeveralWrongLines) {
  std::string text = long_text(1000, 50000);
  const std::size_t middle = text.find('\n', text.size() / 2) + 1;
  text.insert(middle, "-1 2\n");
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(middle), '\n');
  text += "-3 4\n";
  EXPECT_EQ(sentence_of<input_error>([&] {
              edges_in_text(text, "F");
            }).starts_with("F:" + std::to_string(line) + ": '-1' is negative"),
            true);
}

TEST(EdgeListText, ReadsALineLongerThanAPart) {
  const std::string text = "1 2\n#" + std::string(600000, 'x') + "\n2 3\n";
  EXPECT_EQ(edges_in_text(text, "text").edges.size(), 2u);
}

TEST(EdgeListText, RefusesATextWithoutEdges) {
  EXPECT_EQ(sentence_of<input_error>([] { edges_in_text("", "F"); }),
            "F:1: there is no edge; check that this is the right file");
  EXPECT_EQ(sentence_of<input_error>([] { edges_in_text("# only\n# words\n", "F"); }).substr(0, 21),
            "F:2: there is no edge");
}

// Dense ids above 32 bits, in a text whose first parts have ids of 32 bits.
TEST(EdgeListText, IdsOf64BitsThatLieCloseTogetherAreNumbered) {
  constexpr std::uint64_t first = 4294967296u - 50000u;
  std::string text;
  for (std::uint64_t i = 0; i < 100000; ++i) {
    text += std::to_string(first + i) + ' ' + std::to_string(first + 99999 - i) + '\n';
  }
  const edge_list list = edges_in_text(text);
  EXPECT_EQ(list.vertex_count, 100000u);
  ASSERT_EQ(list.edges.size(), 100000u);
  for (std::uint64_t i = 0; i < 100000; ++i) {
    ASSERT_EQ(list.edges[i], (edge{static_cast<vertex>(i), static_cast<vertex>(99999 - i)}));
  }
  EXPECT_EQ(list.names[0], first);
}

TEST(EdgeListText, WeightsStayWithIdsOf64Bits) {
  const std::string text = "5000000000 1 0.5\n1 5000000000 -2\n";
  const real_edge_list list = edges_of<real_weight>(open_edge_list(text, "F"), {});
  EXPECT_EQ(listed(list.edges), (std::vector<real_edge>{{1, 0, 0.5}, {0, 1, -2}}));
}

TEST(MatrixMarket, ReadsEveryField) {
  EXPECT_EQ(listed(read_matrix(matrix("pattern general", "% c\n\n3 3 2\n1 2\n3 1\n")).edges),
            (std::vector<edge>{{0, 1}, {2, 0}}));
  const std::string integers = matrix("integer general", "2 2 1\n1 2 -7\n");
  const text_graph whole = open_matrix_market(integers, "F");
  EXPECT_EQ(whole.facts.weights, weight_kind::whole);
  EXPECT_EQ(listed(edges_of<weight>(whole, {}).edges), (std::vector<weighted_edge>{{0, 1, -7}}));
  const std::string fractions = matrix("Real Symmetric", "2 2 1\n2 1 0.5\n");
  const text_graph real = open_matrix_market(fractions, "F");
  EXPECT_EQ(real.facts.weights, weight_kind::real);
  EXPECT_FALSE(real.facts.directed);
  EXPECT_EQ((edges_of<real_weight>(real, {}).edges[0].weight), 0.5);
}

TEST(MatrixMarket, KeepsVerticesWithoutEdges) {
  const edge_list list = read_matrix(matrix("pattern symmetric", "5 5 0\n"));
  EXPECT_EQ(list.vertex_count, 5u);
  EXPECT_EQ(list.edges.size(), 0u);
  EXPECT_EQ(list.names[0], 1u);
}

TEST(MatrixMarket, RefusesMatricesThatAreNotGraphs) {
  const auto said = [](std::string_view text) { return refusal(open_matrix_market, text); };
  EXPECT_EQ(said("1 2\n"),
            "F:1: the file does not start with %%MatrixMarket; check that this is the right file");
  EXPECT_NE(said("%%MatrixMarket matrix array real general\n2 2\n").find("sparse"),
            std::string::npos);
  EXPECT_NE(said(matrix("complex general", "1 1 0\n")).find("'complex'"), std::string::npos);
  EXPECT_NE(said(matrix("real skew-symmetric", "1 1 0\n")).find("'skew"), std::string::npos);
  EXPECT_EQ(said(matrix("real general", "2 3 0\n")).substr(0, 42),
            "F:2: the matrix has 2 rows and 3 columns; ");
  EXPECT_EQ(said(matrix("real general", "% only\n")).substr(0, 30),
            "F:3: the file has no size line");
  EXPECT_EQ(said(matrix("real general", "2 2\n")).substr(0, 34),
            "F:2: the number of entries is '', ");
  EXPECT_EQ(said(matrix("real general", "2 2 -1\n")).substr(0, 34),
            "F:2: the number of entries is '-1'");
  EXPECT_EQ(said(matrix("real general", "2 2 0 1\n")).substr(0, 38),
            "F:2: the size line has a fourth number");
  EXPECT_NE(said(matrix("pattern general", "99999999999999999999 1 1\n")).find("too large"),
            std::string::npos);
}

TEST(MatrixMarket, RefusesEntriesThatContradictTheHeader) {
  const auto said = [](const std::string& rest) {
    return refusal(open_matrix_market, matrix("pattern general", rest));
  };
  EXPECT_EQ(
      said("2 2 2\n1 2\n"),
      "F:3: the file ends after 1 edges, but line 2 states 2; fetch the file again or correct the "
      "header");
  EXPECT_NE(said("2 2 1\n1 2\n2 1\n").find("F:4: the file ends after 2 edges"), std::string::npos);
  EXPECT_EQ(said("2 2 1\n1 3\n").substr(0, 24), "F:3: '3' is not from 1 t");
  EXPECT_EQ(said("2 2 1\n0 1\n").substr(0, 24), "F:3: '0' is not from 1 t");
  EXPECT_NE(said("4000000000 4000000000 1\n1 3\n").find("F:2: 4000000000 vertices for 1 edges"),
            std::string::npos);
  EXPECT_NE(said("2 2 1\n1 2 0.5\n").find("the line has a third column"), std::string::npos);
  EXPECT_EQ(said("4294967296 4294967296 4294967296\n1 3\n"),
            "F:2: 4294967296 vertices are too many, since a graph has at most 4294967295 (32-bit "
            "numbers); renumber them without gaps, or split the graph");
}

TEST(Dimacs, ReadsEachProblem) {
  const text_graph roads = open_dimacs("c x\np sp 3 2\nc y\na 1 2 17\na 3 1 9\n", "F");
  EXPECT_TRUE(roads.facts.directed);
  EXPECT_EQ(listed(edges_of<weight>(roads, {}).edges),
            (std::vector<weighted_edge>{{0, 1, 17}, {2, 0, 9}}));
  const text_graph colours = open_dimacs("p edge 3 1\ne 1 2\n", "F");
  EXPECT_FALSE(colours.facts.directed);
  EXPECT_EQ((edges_of<unweighted>(colours, {}).vertex_count), 3u);
  EXPECT_EQ((edges_of<unweighted>(open_dimacs("p tw 2 1\n1 2\n", "F"), {}).edges.size()), 1u);
}

TEST(Dimacs, NamesTheLineOfAFault) {
  const auto said = [](std::string_view text) { return refusal(open_dimacs, text); };
  EXPECT_EQ(said("a 1 2 3\n").substr(0, 18), "F:1: there is no l");
  EXPECT_EQ(said("c\n").substr(0, 18), "F:2: there is no l");
  EXPECT_NE(said("p max 2 1\n").find("the problem is 'max'; sp, edge"), std::string::npos);
  EXPECT_NE(said("p sp 2\n").find("the number of edges is ''"), std::string::npos);
  EXPECT_EQ(said("p sp 2 2\na 1 2 3\n").substr(0, 31), "F:2: the file ends after 1 edge");
  EXPECT_EQ(said("p sp 2 1\ne 1 2 3\n").substr(0, 26), "F:2: 'e' starts the line, ");
  EXPECT_EQ(said("p sp 2 1\na 1 2\n").substr(0, 27), "F:2: the line has no weight");
  EXPECT_NE(said("p sp 2 1\na 1 3 3\n").find("'3' is not from 1 to 2"), std::string::npos);
}

TEST(Endings, AreFoundBeforeEndingsOfCompression) {
  EXPECT_EQ(ending_of("a/b.EL.zst")->text, ".el");
  EXPECT_EQ(ending_of("b.sg.gz")->text, ".sg");
  EXPECT_EQ(ending_of("b.wel")->text, ".wel");
  EXPECT_EQ(ending_of("el"), nullptr);
}

}  // namespace
}  // namespace arcas::inline v0::graph
