// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/snap_text.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace arcas::graph {
namespace {

using pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

pairs edges_of(std::string_view text) {
  const snap_lines lines = parse_snap_lines(text);
  EXPECT_EQ(lines.fault, "");
  pairs edges;
  for (const published_edge& e : lines.part.edges) edges.emplace_back(e.from, e.to);
  return edges;
}

struct wrong_line {
  std::uint64_t line;
  std::string fault;
};

wrong_line fault_of(std::string_view text) {
  snap_lines lines = parse_snap_lines(text);
  return {lines.lines, lines.fault};
}

TEST(SnapText, ReadsTabsAndBlanks) {
  EXPECT_EQ(edges_of("1\t2\n3 4\n 5 \t 6 \n"), (pairs{{1, 2}, {3, 4}, {5, 6}}));
}

TEST(SnapText, TakesCrlfAndAMissingLastNewline) {
  EXPECT_EQ(edges_of("1\t2\r\n3\t4\r\n"), (pairs{{1, 2}, {3, 4}}));
  EXPECT_EQ(edges_of("1\t2\r\n3\t4\r"), (pairs{{1, 2}, {3, 4}}));
  EXPECT_EQ(edges_of("1\t2\n3\t4"), (pairs{{1, 2}, {3, 4}}));
}

TEST(SnapText, SkipsCommentsAndEmptyLines) {
  EXPECT_EQ(edges_of("# Nodes: 5\n\n1 2\n  # more\r\n\t\n\r\n3 4\n#"), (pairs{{1, 2}, {3, 4}}));
  EXPECT_EQ(parse_snap_lines("# a\n\n1 2\n").lines, 3u);
}

TEST(SnapText, KeepsRepeatedLinesAndSelfLoops) {
  EXPECT_EQ(edges_of("1 2\n1 2\n3 3\n"), (pairs{{1, 2}, {1, 2}, {3, 3}}));
}

TEST(SnapText, ReadsIdsUpToTheLast64BitNumber) {
  EXPECT_EQ(edges_of("0 18446744073709551615\n000000000000000000000007 500000000\n"),
            (pairs{{0, 18446744073709551615u}, {7, 500000000}}));
  EXPECT_EQ(parse_snap_lines("9 4\n").part.greatest_id, 9u);
}

TEST(SnapText, RefusesWhatIsNoId) {
  EXPECT_EQ(fault_of("1 2\n1 x7\n").line, 2u);
  EXPECT_EQ(fault_of("1 x7\n").fault,
            "'x7' is not a vertex id; a line is two whole numbers, or a comment after #");
  EXPECT_NE(fault_of("1.5 2\n").fault.find("'1.5' is not a vertex id"), std::string::npos);
  EXPECT_NE(fault_of("+1 2\n").fault.find("'+1'"), std::string::npos);
  EXPECT_NE(fault_of("1 -\n").fault.find("'-' is not a vertex id"), std::string::npos);
  EXPECT_NE(fault_of("1 2#\n").fault.find("'2#' is not a vertex id"), std::string::npos);
  EXPECT_NE(fault_of("1,2\n").fault.find("'1,2' is not a vertex id"), std::string::npos);
}

TEST(SnapText, RefusesNegativeIds) {
  EXPECT_EQ(fault_of("1\t-2\n").fault,
            "'-2' is negative, and vertex ids are 0 or more; renumber the vertices");
}

TEST(SnapText, RefusesIdsThatOverflow) {
  EXPECT_EQ(fault_of("1 18446744073709551616\n").fault,
            "'18446744073709551616' is above 18446744073709551615, the greatest vertex id; "
            "renumber the vertices");
  EXPECT_NE(fault_of("99999999999999999999999999999999 1\n").fault.find("…'"), std::string::npos);
}

TEST(SnapText, RefusesAWrongNumberOfColumns) {
  EXPECT_EQ(fault_of("1 2\n# c\n3\n").line, 3u);
  EXPECT_EQ(fault_of("3\n").fault,
            "one vertex id where an edge has two; complete or remove the line");
  EXPECT_EQ(fault_of("1 2 0.5\r\n").fault,
            "a third column, '0.5', in an edge list without weights; keep the first two columns "
            "only");
  // A lone CR ends no line: the rest would be lost silently.
  EXPECT_NE(fault_of("1 2\r3 4\n").fault, "");
}

TEST(SnapText, ShowsBinaryNoiseAsPrintableText) {
  const std::string fault = fault_of(std::string_view("\x7F"
                                                      "ELF\0\1\2\n",
                                                      8))
                                .fault;
  EXPECT_EQ(fault.find("ELF"), 2u);
  EXPECT_TRUE(std::ranges::all_of(fault, [](char c) { return c >= ' ' && c <= '~'; }));
}

TEST(SnapText, EveryTruncationIsReadOrRefused) {
  const std::string text = "# c\r\n12\t34\r\n5 6\n";
  for (std::size_t end = 0; end <= text.size(); ++end) {
    const snap_lines lines = parse_snap_lines(std::string_view(text).substr(0, end));
    EXPECT_LE(lines.part.edges.size(), 2u);
    EXPECT_LE(lines.lines, 3u);
  }
}

}  // namespace
}  // namespace arcas::graph
