// SPDX-License-Identifier: Apache-2.0
// Rows of tables and edge lists from other programs: cells with line ends, decimal commas, wrong
// rows, lines that end with CR alone, and numbers that are ambiguous or would be rounded.
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "table_texts.h"

namespace arcas::inline v0::graph {
namespace {

bool contains(const std::string& text, std::string_view words) {
  return text.find(words) != text.npos;
}

TEST(QuotedCells, MayContainLineEnds) {
  EXPECT_EQ(edges_of_table("\"a\nb\",c\nc,\"d\r\n\"\"e\"\n"), "a\nb>c c>d\r\n\"e ");
  EXPECT_EQ(edges_of_table("from,to,note\na,b,\"one\n\n# two\n\"\nb,c,\"\"\n"), "a>b b>c ");
  EXPECT_EQ(edges_of_table("\"x\n,y\" z\n", "t.txt"), "x\n,y>z ");
  EXPECT_EQ(edges_of_table("\"a\rb\"\tc\n", "t.tsv"), "a\rb>c ");
  EXPECT_EQ(edges_of_table("\"from\nwhere\",to,w\n\"1\n\",2,0.5\n"), "1\n>2:0.5 ");
}

TEST(QuotedCells, DoNotChangeTheNumbersOfLinesAfterThem) {
  EXPECT_TRUE(contains(table_refusal("a,b\n\"c\n\n\",d\ne\n"), "t.csv:5: the line has 1 columns"));
  EXPECT_TRUE(contains(table_refusal("a,b\n\"c\nd\"x,e\n"), "t.csv:2: a quote does not end"));
  EXPECT_TRUE(contains(table_refusal("a,b\n\"c,d\ne,f\n"), "t.csv:2: a quote does not end"));
  // After a wrong quote, the lines that it may include are not skipped.
  EXPECT_TRUE(contains(table_refusal("a,b\n\"c,d\ne,f\n", {.skip_bad_rows = true}), "t.csv:2: "));
  EXPECT_TRUE(
      contains(table_refusal("a,b\n\"c,d\ne\"f,g\n", {.skip_bad_rows = true}), "t.csv:2: "));
}

// The reader divides a text anywhere. Here one cell is longer than a part, and a cell crosses each
// boundary between parts.
TEST(QuotedCells, ReachOverParts) {
  std::string text = "from,to,text,weight\n";
  std::uint64_t edges = 0, lines = 1;
  const auto add = [&](const std::string& cell) {
    text +=
        "v" + std::to_string(edges) + ",\"v\n" + std::to_string(edges + 1) + "\"," + cell + ",2\n";
    lines += 2 + static_cast<std::uint64_t>(std::ranges::count(cell, '\n'));
    ++edges;
  };
  for (int i = 0; i < 3000; ++i)
    add('"' + std::string(200, 'x') + "\nq,\"\"r,s,t\n" + std::string(50, '\n') + '"');
  add('"' + std::string(700000, '\n') + '"');
  for (int i = 0; i < 20000; ++i) add("short");
  for (const unsigned workers : {1u, 4u}) {
    graph_file file(text, "t.csv");
    const auto g = file.read<weighted_directed_graph>({.build = {.loops = {.workers = workers}}});
    EXPECT_EQ(g.edge_count(), edges);
    EXPECT_EQ(g.vertex_count(), 2 * edges);
  }
  EXPECT_TRUE(contains(table_refusal(text + "x\n"),
                       "t.csv:" + std::to_string(lines + 1) + ": the line has 1 columns"));
}

TEST(DecimalComma, RequiresTheOption) {
  const file_options comma{.decimal = ','};
  EXPECT_EQ(edges_of_table("a;b;kg\nx;y;1,5\ny;z;2\n", "t.csv", comma), "x>y:1.5 y>z:2 ");
  EXPECT_EQ(edges_of_table("1\t2\t1,5\n", "t.txt", comma), "1>2:1.5 ");
  EXPECT_EQ(edges_of_table("1 2 1,5\n2 3 4\n", "t.txt", comma), "1>2:1.5 2>3:4 ");
  EXPECT_EQ(edges_of_table("a,b,kg\nx,y,\"1,5\"\n", "t.csv", comma), "x>y:1.5 ");
  EXPECT_EQ(edges_of_table("x;y;3\ny;z;2,5e1\n", "t.csv", comma), "x>y:3 y>z:25 ");
  EXPECT_TRUE(
      contains(table_refusal("x;y;1,5\ny;z;1.5\n", comma), "t.csv:2: '1.5' is not a weight"));
  EXPECT_TRUE(contains(table_refusal("1 2 1,5\n"), "t.csv:1: '1,5' is not a weight"));
  EXPECT_THROW(facts_in("1 2\n", "t.txt", {.decimal = ';'}), std::invalid_argument);
}

reading_notes notes_of(std::string_view text, const std::string& name,
                       const file_options& options) {
  graph_file file(text, name, options);
  file.read<directed_graph>();
  return file.facts().notes;
}

TEST(BadRows, AreSkippedOnRequest) {
  const file_options skip{.skip_bad_rows = true};
  const std::string table =
      "from,to,weight\na,b,1\n,c,2\nd,,3\nb,c,\n\nc,d\ne,f,x\ng,\"h\"i,4\na,c,5\n";
  EXPECT_EQ(edges_of_table(table, "t.csv", skip), "a>b:1 a>c:5 ");
  const reading_notes notes = notes_of(table, "t.csv", skip);
  EXPECT_EQ(notes.skipped_rows, 6u);
  ASSERT_EQ(notes.first_skipped.size(), 3u);
  EXPECT_EQ(notes.first_skipped[0].line, 3u);
  EXPECT_EQ(notes.first_skipped[0].fault, "there is no vertex in column 1");
  EXPECT_EQ(notes.first_skipped[1].fault, "there is no vertex in column 2");
  EXPECT_EQ(notes.first_skipped[2].line, 5u);
  EXPECT_EQ(notes.first_skipped[2].fault, "there is no weight in column 3");
  EXPECT_EQ(edges_of_table("1 2\n3\nx 4\n5 6 7\n8 9\n", "t.txt", skip), "1>2 8>9 ");
  EXPECT_EQ(notes_of("1 2\n3\nx 4\n5 6 7\n8 9\n", "t.txt", skip).skipped_rows, 3u);
  EXPECT_EQ(notes_of("1 2\nx\n4294967296 7\n", "t.el.txt", skip).first_skipped[0].line, 2u);
  EXPECT_EQ(edges_of_table("0 1 2\n1 0\n", "t.wel", skip), "0>1:2 ");
  EXPECT_TRUE(contains(table_refusal("1,2\n3\n"), "--skip-bad-rows"));
  EXPECT_TRUE(contains(table_refusal("1 x\n2 y\n", skip), "there is no edge"));
}

TEST(BadRows, AreCountedOverAllParts) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += i % 1000 == 7 ? "x\n" : "1000000 2000000\n";
  const reading_notes notes = notes_of(text, "t.txt", {.skip_bad_rows = true});
  EXPECT_EQ(notes.skipped_rows, 100u);
  ASSERT_EQ(notes.first_skipped.size(), 3u);
  EXPECT_EQ(notes.first_skipped[2].line, 2008u);
}

TEST(OldLineEnds, AreRefused) {
  const char* const said = "a carriage return alone";
  for (const char* name : {"t.csv", "t.tsv", "t.txt", "t.el", "t.mtx", "t.gr", "t.graph"}) {
    for (const char* text :
         {"a\tb\rb\tc\r", "# c\ra b\r", "1 2\r3 4\r\n", "%%MatrixMarket matrix\r3 3 1\r",
          "p sp 2 1\ra 1 2 3\r", "% c\r2 1\r"}) {
      const std::string fault =
          sentence_of<input_error>([&] { graph_file(text, name).read<directed_graph>(); });
      EXPECT_TRUE(contains(fault, said)) << name << ' ' << text << fault;
    }
  }
  EXPECT_TRUE(contains(table_refusal("a,b\nc,d\re,f\r"), ":2: the line has 3 columns"));
  EXPECT_TRUE(contains(table_refusal("a,b\nc,d\re\n"), said));
  EXPECT_EQ(edges_of_table("a,b\r\nc,d\r\r\n\"e\rf\",g\r"), "a>b c>d e\rf>g ");
}

TEST(PaddedIds, AreNumbersAndReported) {
  EXPECT_EQ(edges_of_table("007,8\n7,9\n"), "7>8 7>9 ");
  EXPECT_TRUE(notes_of("007,8\n7,9\n", "t.csv", {}).padded_ids);
  EXPECT_TRUE(notes_of("7 8\n08 9\n", "t.txt", {}).padded_ids);
  EXPECT_FALSE(notes_of("0 8\n7 90\n", "t.txt", {}).padded_ids);
  EXPECT_FALSE(notes_of("007,8\n7,9\n", "t.csv", {.text_ids = true}).padded_ids);
  EXPECT_EQ(edges_of_table("007,8\n7,9\n", "t.csv", {.text_ids = true}), "007>8 7>9 ");
}

TEST(LongWeights, AreRefusedIfADoubleWouldRoundThem) {
  for (const char* text :
       {"a,b,9007199254740993\n", "a,b,1\nc,d,-9007199254740993.\nc,e,-9007199254740993\n",
        "1 2 100000000000000000000000\n", "1 2 0.5\n1 2 18446744073709551615\n"}) {
    const std::string fault =
        sentence_of<input_error>([&] { graph_file(text, "t.csv").read<real_directed_graph>(); });
    EXPECT_TRUE(contains(fault, "is above 2^53")) << fault;
  }
  EXPECT_EQ(edges_of_table("a,b,9007199254740992\nb,c,9007199254740994\n"),
            "a>b:9007199254740992 b>c:9007199254740994 ");
  EXPECT_EQ(edges_of_table("a,b,1152921504606846976\nb,c,1e23\nc,d,9007199254740993.0\n"),
            "a>b:1152921504606846976 b>c:1e+23 c>d:9007199254740992 ");
}

TEST(TinyWeights, AreRefusedIfADoubleWouldBeZero) {
  for (const char* text :
       {"a,b,0.5\nb,c,1e-400\n", "a,b,1e-400\nb,c,1\n", "1 2 .5\n1 3 -1e-400\n"}) {
    const std::string fault =
        sentence_of<input_error>([&] { graph_file(text, "t.csv").read<real_directed_graph>(); });
    EXPECT_TRUE(contains(fault, "1e-400' is too close to 0 for a weight")) << fault;
  }
}

TEST(MatrixMarket, HasUnsignedIntegers) {
  graph_file file(
      "%%MatrixMarket matrix coordinate unsigned-integer general\n3 3 2\n1 2 5\n2 3 7\n", "t.mtx");
  EXPECT_EQ(file.facts().weights, weight_kind::whole);
  EXPECT_EQ(file.read<weighted_directed_graph>().edge_count(), 2u);
}

TEST(FirstLine, MustNotExceedAMegabyte) {
  std::string line;
  while (line.size() < (2 << 20)) line += "1 ";
  EXPECT_TRUE(contains(table_refusal(line), "t.csv:1: the line is longer than 1048576 bytes"));
  EXPECT_TRUE(
      contains(table_refusal("# c\n" + line + "\n1 2\n"), "t.csv:2: the line is longer than"));
}

}  // namespace
}  // namespace arcas::inline v0::graph
