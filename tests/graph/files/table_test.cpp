// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/table.h>
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../graph_texts.h"
#include "table_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

std::vector<std::string> cells_in(std::string_view line, char separator) {
  std::vector<std::string> all;
  for (cell_reader reader(line, separator); reader.next();) all.emplace_back(reader.cell());
  return all;
}

using strings = std::vector<std::string>;

TEST(Cells, AreSeparatedAndFreeOfBlanksAndQuotes) {
  EXPECT_EQ(cells_in("a,b,,c", ','), (strings{"a", "b", "", "c"}));
  EXPECT_EQ(cells_in(" a b , 2,", ','), (strings{"a b", "2", ""}));
  EXPECT_EQ(cells_in("\"a,b\",\"c\"", ','), (strings{"a,b", "c"}));
  EXPECT_EQ(cells_in("a\t\tb c", '\t'), (strings{"a", "", "b c"}));
  EXPECT_EQ(cells_in("  a \t b  ", 0), (strings{"a", "b"}));
  EXPECT_EQ(cells_in("\"a b\" c", 0), (strings{"a b", "c"}));
}

TEST(Table, SeparatorsAreDetected) {
  EXPECT_EQ(edges_of_table("1,2\n3,1\n"), "1>2 3>1 ");
  EXPECT_EQ(edges_of_table("0,1\n1,2\n"), "0>1 1>2 ");
  EXPECT_EQ(edges_of_table("0,5000000000\n1,2\n"), "0>5000000000 1>2 ");
  EXPECT_EQ(edges_of_table("1;2;5\n3;1;6\n"), "1>2:5 3>1:6 ");
  EXPECT_EQ(edges_of_table("1\t2\t5\n", "t.tsv"), "1>2:5 ");
  EXPECT_EQ(edges_of_table("1, 2, 5\n"), "1>2:5 ");
  EXPECT_EQ(edges_of_table("1,2\r\n# c\n\n3,1"), "1>2 3>1 ");
}

TEST(Table, OneHeaderLineIsSkipped) {
  EXPECT_EQ(edges_of_table("a,b\n1,2\n"), "1>2 ");
  EXPECT_EQ(edges_of_table("from to\n1 2\n", "t.txt"), "1>2 ");
  EXPECT_EQ(edges_of_table("x y w\n1 2 9\n", "t.txt"), "1>2:9 ");
  EXPECT_EQ(edges_of_table("source,target\nalice,bob\n"), "alice>bob ");
  EXPECT_EQ(edges_of_table("# c\nsource,weight,target\n5,9,6\n"), "5>6:9 ");
  EXPECT_EQ(edges_of_table("alice,bob\nbob,carol\n"), "alice>bob bob>carol ");
}

TEST(Table, NamesOfVerticesAreText) {
  EXPECT_EQ(edges_of_table("\"b, c\",a\na,\"say \"\"x\"\"\"\n"), "a>say \"x\" b, c>a ");
  EXPECT_EQ(edges_of_table("bob carol\nalice bob\n", "t.txt"), "alice>bob bob>carol ");
  EXPECT_EQ(edges_of_table("1,2\n2,x7\n"), "1>2 2>x7 ");
  EXPECT_EQ(edges_of_table("10 9\n", "t.txt", {.text_ids = true}), "10>9 ");
  EXPECT_EQ(edges_of_table("New York\tSan Francisco\n", "t.txt"), "New York>San Francisco ");
  const auto g = graph_file("bob,carol\nalice,bob\n", "t.csv").read<directed_graph>();
  EXPECT_EQ(g.names().find("bob", 3), 1u);
  EXPECT_FALSE(g.names().find("bo", 3));
  EXPECT_FALSE(g.names().find("zoe", 3));
}

TEST(Table, TextInManyPartsIsNumberedOnce) {
  std::string text;
  for (int i = 0; i < 60000; ++i) {
    text += "v" + std::to_string(i % 700) + ",v" + std::to_string(i % 350) + '\n';
  }
  const auto g = graph_file(text, "t.csv").read<directed_graph>();
  EXPECT_EQ(g.vertex_count(), 700u);
  EXPECT_EQ(g.edge_count(), 60000u);
  for (vertex v = 1; v < 700; ++v) ASSERT_LT(g.original_name(v - 1), g.original_name(v));
}

TEST(Table, ColumnsAreNamedOrCounted) {
  const std::string text = "id,who,whom,km,day\n1,a,b,7,mon\n2,b,c,8,tue\n";
  EXPECT_EQ(edges_of_table(text, "t.csv", {.from = "who", .to = "whom", .weight = "km"}),
            "a>b:7 b>c:8 ");
  EXPECT_EQ(edges_of_table(text, "t.csv", {.from = "3", .to = "2"}), "b>a c>b ");
  const auto lacks = [](const std::string& table, const file_options& options) {
    return sentence_of<std::invalid_argument>([&] { edges_of_table(table, "t.csv", options); });
  };
  EXPECT_TRUE(lacks(text, {.from = "whose"})
                  .starts_with("t.csv:1: the column of the start, 'whose', is not a name"));
  EXPECT_NE(lacks(text, {.to = "6"}).find("is not from 1 to 5"), std::string::npos);
  EXPECT_NE(lacks("1,2\n", {.weight = "km"}).find("is a name, but there is no header"),
            std::string::npos);
}

TEST(Table, AWeightAmongManyColumnsMustBeNamed) {
  EXPECT_TRUE(facts_in("1 2 3 4\n").weight_is_open);
  EXPECT_EQ(edges_of_table("1 2 3 4\n", "t.txt"), "1>2 ");
  EXPECT_NE(sentence_of<input_error>([] {
              graph_file("1 2 3 4\n", "t.txt")
                  .read<weighted_directed_graph>({.random_weights = random_weight_options{}});
            }).find("has 4 columns; name the column of the weights"),
            std::string::npos);
  EXPECT_EQ(facts_in("a,b,c,weight\n1,2,3,0.5\n").weights, weight_kind::real);
}

// The first weight is an integer, and a later one is not.
TEST(Table, WeightsAreRealIfAnyHasAFraction) {
  const auto kind = [](std::string_view text, const file_options& how = {}) {
    return graph_file(text, "t", how).facts().weights;
  };
  for (const char* text : {"1 2 1\n2 3 0.5\n", "1 2 1\n2 3 5e-1", "1 2 1\n2 3 2E-1\n",
                           "a,b,kg\nx,y,1\nx.y,z,2\ny,z,\"0.5\"\n", "a,b,kg\nx,y,1\ny,z,5e-1",
                           "a,b,c,weight\n1,2,3.5,4\n1,2,3,8.5\n"}) {
    EXPECT_EQ(kind(text), weight_kind::real) << text;
    EXPECT_NO_THROW(graph_file(text, "t").read<real_directed_graph>()) << text;
  }
  EXPECT_EQ(kind("1 2 1\n2 3 0.5\n", {.ending = ".wel"}), weight_kind::real);
  for (const char* text : {"1 2 1\n# 1 2 0.5\n2 3 2\n", "a,b,kg\nx,y,1\nx.5,z1e,2\n",
                           "1,2,1\n# v, 1, 2.5\n2,3,2\n", "1 2 1.0\n2 3 2.\n", "1 2 1\n\n2 3 4\n"})
    EXPECT_EQ(kind(text), weight_kind::whole) << text;
  EXPECT_EQ(kind("1 2\n2.5 3.5\n"), weight_kind::none);
  EXPECT_NE(sentence_of<input_error>([] {
              graph_file("1 2 1\n2 3 0.5\n", "t.txt").read<weighted_directed_graph>();
            }).find("t.txt:2: '0.5' is not a whole number"),
            std::string::npos);
}

TEST(Table, ReportsWhichOfManyColumnsAreTheEnds) {
  EXPECT_EQ(facts_in("1 2 3 4\n").form,
            "table with blanks, edges from column 1 to 2, no column of weights");
  EXPECT_EQ(facts_in("id,who,whom,since,kg\n8,bo,cy,2001,3\n", "t.csv",
                     {.from = "who", .to = "whom", .weight = "kg"})
                .form,
            "table with commas, a header, names of vertices, edges from column 2 to 3, weights in "
            "column 5");
}

TEST(Table, NamesTheLineOfAFault) {
  EXPECT_EQ(table_refusal("1,2\n3\n").substr(0, 59),
            "t.csv:2: the line has 1 columns, but the first line has 2; ");
  EXPECT_EQ(table_refusal("a,b\nc,\n").substr(0, 39), "t.csv:2: there is no vertex in column 2");
  EXPECT_EQ(table_refusal("1,2,3\n1,2,x\n").substr(0, 28), "t.csv:2: 'x' is not a weight");
  EXPECT_NE(table_refusal("a,b\n\"c,d\n").find("a quote does not end"), std::string::npos);
  std::string late;
  for (int i = 0; i < 200; ++i) late += "1,2\n";
  EXPECT_NE(table_refusal(late + "1,x\n")
                .find("t.csv:201: 'x' is not a vertex id, and the ids before it"),
            std::string::npos);
}

TEST(EdgeListHeader, StatesWhetherTheGraphIsDirected) {
  const graph_facts snap =
      facts_in("# Undirected graph (each unordered pair of nodes is saved once): a.txt\n1 2\n");
  EXPECT_FALSE(snap.directed);
  EXPECT_EQ(snap.told_by, direction_from::stated);
  const graph_facts pairs =
      facts_in("# Directed graph (each unordered pair of nodes is saved once): a.txt\n1 2\n");
  EXPECT_TRUE(pairs.directed);
  EXPECT_EQ(pairs.told_by, direction_from::stated);
  EXPECT_EQ(facts_in("# a graph\n1 2\n").told_by, direction_from::assumed);
  const graph_facts asked = facts_in("# Undirected graph\n1 2\n", "t.txt", {.directed = true});
  EXPECT_TRUE(asked.directed);
  EXPECT_EQ(asked.told_by, direction_from::asked);
  EXPECT_NE(sentence_of<std::invalid_argument>([] {
              facts_in("1 0\n\n", "t.graph", {.directed = true});
            }).find("its format says that it is undirected"),
            std::string::npos);
  EXPECT_EQ(graph_file("# Undirected graph\n1 2\n", "t").read<directed_graph>().edge_count(), 2u);
}

TEST(GraphFileOptions, AnEndingReplacesThatOfTheFile) {
  EXPECT_EQ(facts_in("1 2 0.5\n", "t", {.ending = ".wel"}).weights, weight_kind::real);
  EXPECT_EQ(facts_in("1 0\n\n", "t", {.ending = ".graph"}).format, graph_format::metis);
  EXPECT_EQ(facts_in("1 0\n\n", "t", {.ending = "Graph"}).format, graph_format::metis);
  for (const char* unknown : {"nonsense", ".", "el.", "a.el"}) {
    EXPECT_THROW(facts_in("1 2\n", "t", {.ending = unknown}), std::invalid_argument) << unknown;
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
