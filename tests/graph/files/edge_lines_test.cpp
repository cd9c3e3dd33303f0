// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/text_graph.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class W>
struct parsed {
  edge_lines lines;
  std::vector<basic_edge<vertex, W>> edges;
};

template <class W = unweighted>
parsed<W> parse(std::string_view text, const edge_line_form& form = {}) {
  parsed<W> result;
  result.edges.resize(static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1);
  result.lines = parse_edge_lines(text, form, std::span(result.edges));
  result.edges.resize(result.lines.edges);
  return result;
}

using pairs = std::vector<std::pair<vertex, vertex>>;

pairs edges_of(std::string_view text, const edge_line_form& form = {}) {
  const parsed<unweighted> found = parse(text, form);
  EXPECT_EQ(found.lines.fault, "");
  pairs edges;
  for (const edge& e : found.edges) edges.emplace_back(e.from, e.to);
  return edges;
}

struct wrong_line {
  std::uint64_t line;
  std::string fault;
};

wrong_line fault_of(std::string_view text, const edge_line_form& form = {}) {
  const edge_lines lines = parse(text, form).lines;
  return {lines.lines, lines.fault};
}

TEST(EdgeLines, ReadsTabsAndBlanks) {
  EXPECT_EQ(edges_of("1\t2\n3 4\n 5 \t 6 \n"), (pairs{{1, 2}, {3, 4}, {5, 6}}));
}

TEST(EdgeLines, TakesCrlfAndAMissingLastNewline) {
  EXPECT_EQ(edges_of("1\t2\r\n3\t4\r\n"), (pairs{{1, 2}, {3, 4}}));
  EXPECT_EQ(edges_of("1\t2\r\n3\t4\r"), (pairs{{1, 2}, {3, 4}}));
  EXPECT_EQ(edges_of("1\t2\n3\t4"), (pairs{{1, 2}, {3, 4}}));
}

TEST(EdgeLines, SkipsCommentsAndEmptyLines) {
  EXPECT_EQ(edges_of("# Nodes: 5\n\n1 2\n  # more\r\n\t\n\r\n3 4\n#"), (pairs{{1, 2}, {3, 4}}));
  EXPECT_EQ(parse("# a\n\n1 2\n").lines.lines, 3u);
}

TEST(EdgeLines, KeepsRepeatedLinesAndSelfLoops) {
  EXPECT_EQ(edges_of("1 2\n1 2\n3 3\n"), (pairs{{1, 2}, {1, 2}, {3, 3}}));
}

TEST(EdgeLines, FindsTheRangeOfIds) {
  const edge_lines lines = parse("9 4\n000000000000000000000000000007 5\n").lines;
  EXPECT_EQ(lines.least_id, 4u);
  EXPECT_EQ(lines.greatest_id, 9u);
}

TEST(EdgeLines, ReportsThatAnIdNeeds64Bits) {
  EXPECT_FALSE(parse("4294967295 0\n").lines.too_narrow);
  const edge_lines narrow = parse("1 2\n4294967296 0\n").lines;
  EXPECT_TRUE(narrow.too_narrow);
  EXPECT_EQ(narrow.fault, "");
  id_edge<unweighted> wide[1];
  const edge_lines all =
      parse_edge_lines("0 18446744073709551615\n", {}, std::span<id_edge<unweighted>>(wide));
  EXPECT_EQ(all.greatest_id, 18446744073709551615u);
  EXPECT_EQ(wide[0].to, 18446744073709551615u);
}

TEST(EdgeLines, ReadsWeights) {
  const auto whole = parse<weight>("1 2 -7\n3 4 2147483647\n5 6 3.0\n7 8 +2\n", {.weights = true});
  EXPECT_EQ(whole.lines.fault, "");
  EXPECT_EQ(whole.edges,
            (std::vector<weighted_edge>{{1, 2, -7}, {3, 4, 2147483647}, {5, 6, 3}, {7, 8, 2}}));
  const auto real = parse<real_weight>("1 2 0.5\n1 2 -1e300\n", {.weights = true});
  EXPECT_EQ(real.edges[0].weight, 0.5);
  EXPECT_EQ(real.edges[1].weight, -1e300);
  EXPECT_EQ(edges_of("1 2 0.5\n", {.weights = true}), (pairs{{1, 2}}));
}

TEST(EdgeLines, RefusesWrongWeights) {
  const auto fault = [](std::string_view text) {
    return parse<weight>(text, {.weights = true}).lines.fault;
  };
  EXPECT_EQ(fault("1 2\n"),
            "the line has no weight, but the edges are weighted; complete or remove the line");
  EXPECT_EQ(fault("1 2 x\n"), "'x' is not a weight; write a number");
  EXPECT_EQ(fault("1 2 nan\n"), "'nan' is not a weight; write a number");
  EXPECT_NE(fault("1 2 0.5\n").find("'0.5' is not a whole number"), std::string::npos);
  EXPECT_NE(fault("1 2 2147483648\n").find("too large for a weight"), std::string::npos);
  EXPECT_NE(fault("1 2 1e999\n").find("too large for a weight"), std::string::npos);
  EXPECT_NE(fault("1 2 3 4\n").find("the line has a fourth column, '4'"), std::string::npos);
  EXPECT_EQ(fault("1 2 1e-400\n").find("'1e-400' is not a whole number"), 0u);
  EXPECT_EQ(fault("1 2 inf\n"), "'inf' is not a weight; write a number");
}

TEST(EdgeLines, RefusesWrongRealWeights) {
  const auto fault = [](const std::string& word) {
    const std::string said =
        parse<real_weight>("1 2 " + word + "\n", {.weights = true}).lines.fault;
    return said.empty() ? said : said.substr(said.rfind("' is") + 1);  // long words are shortened
  };
  for (const char* const word : {"inf", "+inf", "-infinity", "nan(7)", "0x1p-1080", "0x10", "1_000",
                                 "1'000", "+-5", "++5", "1e", "1e-400x", "--1"}) {
    EXPECT_EQ(fault(word), " is not a weight; write a number") << word;
  }
  const std::string zeros(400, '0');
  for (const std::string& word :
       {std::string("1e-400"), std::string("-1e-400"), "0." + zeros + "1", "1" + zeros + "e-9999",
        std::string("+0.1e-99999999999999999999"), std::string("2e-324")}) {
    EXPECT_EQ(fault(word), " is too close to 0 for a weight; scale the weights up, or write 0")
        << word;
  }
  for (const std::string& word : {std::string("1e400"), std::string("-1e400"), "1" + zeros,
                                  "0." + zeros + "1e9999", std::string("1e99999999999999999999")}) {
    EXPECT_EQ(fault(word), " is too large for a weight; scale the weights down") << word;
  }
  for (const char* const word : {"5e-324", "-0", "-0.0", "0e-400", "0e400", "+5", ".5", "5."}) {
    EXPECT_EQ(fault(word), "") << word;
  }
}

TEST(EdgeLines, CountsFromOneInFormatsThatDo) {
  const edge_line_form form{.first_id = 1, .last_id = 5};
  EXPECT_EQ(edges_of("1 5\n", form), (pairs{{0, 4}}));
  for (const char* line : {"0 1\n", "1 6\n"}) {
    EXPECT_NE(
        fault_of(line, form).fault.find("is not from 1 to 5, the range that the header states"),
        std::string::npos);
  }
}

TEST(EdgeLines, AHeaderWithoutVerticesHasNoIds) {
  EXPECT_NE(fault_of("1 2\n", {.first_id = 1, .last_id = 0}).fault, "");
}

TEST(EdgeLines, ReadsLinesThatStartWithALetter) {
  const edge_line_form form{.comments = "c", .lead = 'a', .weights = true, .first_id = 1};
  EXPECT_EQ(edges_of("c hello\na 1 2 3\n", form), (pairs{{0, 1}}));
  EXPECT_EQ(fault_of("1 2 3\n", form).fault,
            "'1' starts the line, which must start with a, or with c for a comment; correct or "
            "remove the line");
  EXPECT_NE(fault_of("a1 2 3\n", form).fault.find("'a1' starts"), std::string::npos);
}

TEST(EdgeLines, RefusesWordsThatAreNotIds) {
  EXPECT_EQ(fault_of("1 2\n1 x7\n").line, 2u);
  EXPECT_EQ(fault_of("1 x7\n").fault,
            "'x7' is not a vertex id; a line is two whole numbers, or a comment after #");
  EXPECT_NE(fault_of("1.5 2\n").fault.find("'1.5' is not a vertex id"), std::string::npos);
  EXPECT_NE(fault_of("+1 2\n").fault.find("'+1'"), std::string::npos);
  EXPECT_NE(fault_of("1 -\n").fault.find("'-' is not a vertex id"), std::string::npos);
  EXPECT_NE(fault_of("1 2#\n").fault.find("'2#' is not a vertex id"), std::string::npos);
  EXPECT_NE(fault_of("1,2\n").fault.find("'1,2' is not a vertex id"), std::string::npos);
}

TEST(EdgeLines, RefusesNegativeIds) {
  EXPECT_EQ(fault_of("1\t-2\n").fault,
            "'-2' is negative, and vertex ids are 0 or more; renumber the vertices");
}

TEST(EdgeLines, RefusesIdsThatOverflow) {
  EXPECT_EQ(fault_of("1 18446744073709551616\n").fault,
            "'18446744073709551616' is above 18446744073709551615, the greatest vertex id; "
            "renumber the vertices");
  EXPECT_NE(fault_of("99999999999999999999999999999999 1\n").fault.find("…'"), std::string::npos);
}

TEST(EdgeLines, RefusesAWrongNumberOfColumns) {
  EXPECT_EQ(fault_of("1 2\n# c\n3\n").line, 3u);
  EXPECT_EQ(fault_of("3\n").fault,
            "the line has one vertex id, but an edge has two; complete or remove the line");
  EXPECT_EQ(fault_of("1 2 0.5\r\n").fault,
            "the line has a third column, '0.5', in an edge list without weights; keep the first "
            "two columns only");
  // A CR alone does not end a line: the rest would be lost silently.
  EXPECT_NE(fault_of("1 2\r3 4\n").fault, "");
}

TEST(EdgeLines, ShowsBinaryNoiseAsPrintableText) {
  const std::string fault = fault_of(std::string_view("\x7F"
                                                      "ELF\0\1\2\n",
                                                      8))
                                .fault;
  EXPECT_EQ(fault.find("'\\x7fELF\\x00\\x01\\x02'"), 0u) << fault;
  EXPECT_TRUE(std::ranges::all_of(fault, [](char c) { return c >= ' ' && c <= '~'; }));
}

TEST(EdgeLines, EveryTruncationIsReadOrRefused) {
  const std::string text = "# c\r\n12\t34\r\n5 6\n";
  for (std::size_t end = 0; end <= text.size(); ++end) {
    const edge_lines lines = parse(std::string_view(text).substr(0, end)).lines;
    EXPECT_LE(lines.edges, 2u);
    EXPECT_LE(lines.lines, 3u);
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
