// SPDX-License-Identifier: Apache-2.0
// Is the first row of a table a header or an edge? A guess is reported as a guess, and an option
// overrides it.
#include <arcas/graph/write_graph.h>
#include <gtest/gtest.h>

#include "table_texts.h"

namespace arcas::inline v0::graph {
namespace {

using enum header_from;

void expect(const std::string& text, const std::string& edges, header_from told_by,
            const file_options& options = {}) {
  EXPECT_EQ(edges_of_table(text, "t.csv", options), edges) << text;
  EXPECT_EQ(facts_in(text, "t.csv", options).header_told_by, told_by) << text;
}

TEST(Header, ARowOfNumbersIsAnEdge) {
  expect("1,2\n3,1\n", "1>2 3>1 ", none);
  expect("1,ann\n2,bo\n", "1>ann 2>bo ", none);
  expect("ann,bo,3\nbo,cy,4\n", "ann>bo:3 bo>cy:4 ", none);
  expect("0,1\n1,2\n", "0>1 1>2 ", none);
}

TEST(Header, ARowOfWordsAboveNumbersIsAHeader) {
  for (const std::string names :
       {"a,b", "person_a,person_b", "von,nach", "\"x\",\"y\"", "\xC3\xA4,\xC3\xB6"}) {
    expect(names + "\n1,2\n3,1\n", "1>2 3>1 ", guessed);
  }
  expect("von;nach;gewicht\nBonn;Ulm;3\nUlm;Jena;4\n", "Bonn>Ulm:3 Ulm>Jena:4 ", guessed);
  expect("de,a,peso\n\"1\",\"2\",0.5\n", "1>2:0.5 ", guessed);
  expect("user,item\nann,7\nbo,8\n", "ann>7 bo>8 ", guessed);
  expect("id;who;whom\n8;bo;cy\n", "bo>cy ", guessed, {.from = "2", .to = "3"});
}

TEST(Header, ARowOfWordsAboveWordsIsGuessedToBeAnEdge) {
  expect("ann,bo\nbo,cy\n", "ann>bo bo>cy ", guessed);
  expect("person_a,person_b\nann,bo\n", "ann>bo person_a>person_b ", guessed);
  expect("person_a,person_b\nann,bo\n", "ann>bo ", asked, {.header = true});
  // 7 is a name, since another vertex has a name that is not a number.
  expect("ann,bo\nbo,7\n7,cy\n", "7>cy ann>bo bo>7 ", guessed);
  expect("a,b\nb,1\n", "a>b b>1 ", guessed);
  expect("\"a\",\"b\"\n\"c\",\"1\"\n", "a>b c>1 ", guessed);
  expect("a,b\nc,1\n", "a>b c>1 ", guessed, {.text_ids = true});
  expect("a,b\n1,2\n", "1>2 a>b ", guessed, {.text_ids = true});
}

TEST(Header, ARowOfUsualNamesIsAHeaderUnlessBothAreVertices) {
  expect("source,target\nann,bo\n", "ann>bo ", guessed);
  expect("\"from\",\"to\"\n\"ann\",\"bo\"\n", "ann>bo ", guessed);
  expect("u,v\nv,u\n", "u>v v>u ", guessed);
  expect("from,to\n5,6\n", "5>6 ", stated);
  expect("from,to,weight\nann,bo,1\n", "ann>bo:1 ", stated);
  expect("source,target\nann,bo\n", "ann>bo source>target ", asked, {.header = false});
}

TEST(Header, PandasMayWriteNumbersAsColumnNames) {
  expect("source,target,0\na,b,3\nb,c,1\n", "a>b:3 b>c:1 ", guessed);
  expect("0,1\nann,bo\nbo,cy\n", "ann>bo bo>cy ", guessed);
  expect("0,1,2\nann,bo,5\n", "ann>bo:5 ", guessed);
  expect("0,1\n1,2\n", "0>1 1>2 ", guessed, {.text_ids = true});
  // The column with pandas' index is not a weight.
  expect(",source,target\n0,a,b\n1,b,c\n", "a>b b>c ", guessed);
}

TEST(Header, AHeaderMayHaveNumbersBesideUsualNames) {
  expect("source,target,2019,2020\nann,bo,1,2\nbo,cy,3,4\n", "ann>bo bo>cy ", guessed);
  expect("u,v,3\nv,u,4\n", "u>v:3 v>u:4 ", guessed);
  expect("ann,bo,3\nbo,cy,4\n", "ann>bo:3 bo>cy:4 ", none);
}

TEST(Header, ARowOfTextsThatBeginWithANumberIsNotAHeader) {
  expect("12 Oak,13 Elm\n13 Elm,14 Ash\n", "12 Oak>13 Elm 13 Elm>14 Ash ", guessed);
  expect("name,other\n12 Oak,13 Elm\n", "12 Oak>13 Elm name>other ", guessed);
  expect("from,to,street\n1,2,3 Main St\n2,3,4 Main St\n", "1>2 2>3 ", stated);
}

TEST(Cells, ThatBeginWithANumberAreQuotedAsAWhole) {
  const std::string fault = table_refusal("from,to,weight\na,b,1\nb,c,3 Main St\n");
  EXPECT_EQ(fault.find("t.csv:3: '3 Main St' is not a weight; write a number"), 0u) << fault;
  const std::string long_text(22, 'x');
  const std::string cut =
      table_refusal("from,to,weight\na,b,1\nb,c," + long_text + " \xC3\xA4\xC3\xB6\n");
  EXPECT_NE(cut.find("'" + long_text + " …'"), std::string::npos) << cut;
}

TEST(Header, ASingleRowMayBeAHeaderOrAnEdge) {
  expect("ann,bo\n", "ann>bo ", guessed);
  expect("1,2", "1>2 ", none);
  EXPECT_NE(table_refusal("from,to\n")
                .find("say that its first row is an edge (header, arcas: --header no)"),
            std::string::npos);
  expect("from,to\n", "from>to ", asked, {.header = false});
}

TEST(Header, AHeaderMayBeInAComment) {
  expect("# Nodes: 2 Edges: 2\nu v\nv u\n", "u>v v>u ", stated);
  expect("# Nodes: 3 Edges: 2\nfrom to\nu w\n", "from>to u>w ", stated);
  expect("# Nodes: 2 Edges: 1\nx y\na b\n", "a>b ", stated);
  expect("# Nodes: 9 Edges: 1\n1 2\n3 4\n", "1>2 3>4 ", none);
  expect("# FromNodeId\tToNodeId\nu\tv\nv\tw\n", "u>v v>w ", stated);
  expect("# from,to\nfrom,to\n1,2\n", "1>2 ", stated);
  expect("# edges from a to b\nx,y\n1,2\n", "1>2 ", guessed);
}

TEST(Header, TheOptionOverridesTheGuess) {
  expect("1,2\n3,4\n", "3>4 ", asked, {.header = true});
  expect("1 2\n3 4\n", "3>4 ", asked, {.header = true});
  expect("a,b\n1,2\n", "1>2 a>b ", asked, {.header = false});
  EXPECT_TRUE(facts_in("a b\n1 2\n").header);
  EXPECT_FALSE(facts_in("1 2\n1 2\n").header);
}

TEST(Weights, InAColumnWithAnotherNameAreNotIgnored) {
  EXPECT_EQ(facts_in("a;b;kg\nx;y;NA\ny;z;2\nz;x;3\n", "t.csv").weights, weight_kind::whole);
  EXPECT_NE(table_refusal("a;b;kg\nx;y;2\ny;z;NA\nz;x;3\n").find("t.csv:3: 'NA' is not a weight"),
            std::string::npos);
  EXPECT_NE(
      table_refusal("a;b;kg\nx;y;1,5\n").find("'1,5' is not a weight; if it has a decimal comma"),
      std::string::npos);
  EXPECT_EQ(facts_in("x,y,blue\ny,z,red\n", "t.csv").form,
            "table with commas, names of vertices, no column of weights");
}

// The names look like a header, and some like numbers.
TEST(WrittenTables, AreReadBackUnchanged) {
  for (const char* text :
       {"from,to\n\"u\",\"v\"\n\"v\",\"u\"\n", "from,to\n\"from\",\"to\"\n",
        "from,to\n\"source\",\"target\"\n\"target\",\"source\"\n", "from,to\n\"0\",\"1\"\n",
        "from,to,weight\n\"u\",\"v\",5\n", "from,to\n\"a\nb\",\"c\rd\"\n\"c\rd\",\"x\"\"y\"\n",
        "from,to\n\"\",\" \"\n", "from,to\n\"#a\",\"%\"\n", "from,to\n5,7\n"}) {
    const auto g = graph_file(text, "t.csv").read<directed_graph>();
    for (const char* ending : {".txt", ".csv", ".tsv"}) {
      const scratch_file file("", ending);
      write_graph(g, file.path());
      graph_file opened(file.path());
      EXPECT_EQ(opened.facts().header_told_by, stated) << text << ending;
      const auto back = opened.read<directed_graph>();
      ASSERT_EQ(back.vertex_count(), g.vertex_count()) << text << ending;
      EXPECT_EQ(back.edge_count(), g.edge_count());
      for (vertex v = 0; v < g.vertex_count(); ++v)
        EXPECT_EQ(back.original_name(v), g.original_name(v)) << text << ending;
    }
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
