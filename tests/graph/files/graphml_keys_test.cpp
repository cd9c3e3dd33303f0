// SPDX-License-Identifier: Apache-2.0
// Weights and names that <key> elements declare, in the forms of NetworkX, graph-tool, igraph and
// the schema; encodings other than UTF-8.
#include <arcas/graph/files/graphml_keys.h>
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// A file with keys on line 1, and a path a-b-c on lines 2 and 3, whose edges have the given
// contents.
std::string path_with(const std::string& keys, const std::string& first, const std::string& second,
                      const std::string& attributes = "") {
  return "<graphml>" + keys +
         "<graph edgedefault='directed'><node id='a'/><node id='b'/><node id='c'/>\n"
         "<edge source='a' target='b'" +
         attributes + ">" + first +
         "</edge>\n"
         "<edge source='b' target='c'>" +
         second + "</edge></graph></graphml>";
}
std::string data(const std::string& key, const std::string& value) {
  return "<data key='" + key + "'>" + value + "</data>";
}
std::string key(const std::string& attributes, const std::string& inside = "") {
  return "<key " + attributes + ">" + inside + "</key>";
}

struct read_weights {
  weight_kind kind;
  std::vector<double> values;
  friend bool operator==(const read_weights&, const read_weights&) = default;
};
read_weights weights_in(const std::string& text, const file_options& options = {}) {
  graph_file file(text, "g.graphml", options);
  const weight_kind kind = file.facts().weights;
  const auto g = file.read<real_directed_graph>();
  return {kind, {g.out_edges(0)[0].weight, g.out_edges(1)[0].weight}};
}
std::string keys_fault(const std::string& text, const file_options& options = {}) {
  return sentence_of<input_error>(
      [&] { graph_file(text, "g.graphml", options).read<real_directed_graph>(); });
}

const std::string real = key("id='d' for='edge' attr.name='weight' attr.type='double'");
const std::string whole = key("id='i' for='edge' attr.name='weight' attr.type='long'");

TEST(GraphmlKeys, AKeyWithoutForIsForAll) {
  const read_weights both{weight_kind::real, {3, 4}};
  for (const char* attributes :
       {"id='d' attr.name='weight' attr.type='double'",
        "id='d' for='all' attr.name='weight' attr.type='float'", "attr.name='weight' id='d'"}) {
    EXPECT_EQ(weights_in(path_with(key(attributes), data("d", "3"), data("d", "4"))), both);
  }
  const std::string of_nodes = key("id='d' for='node' attr.name='weight' attr.type='int'");
  EXPECT_EQ(graph_file(path_with(of_nodes, "", ""), "g.graphml").facts().weights,
            weight_kind::none);
}

TEST(GraphmlKeys, AKeyWithoutANameIsNamedByItsId) {
  EXPECT_EQ(weights_in(
                path_with(key("id='weight' for='edge'"), data("weight", "3"), data("weight", "4"))),
            (read_weights{weight_kind::real, {3, 4}}));
}

TEST(GraphmlKeys, KeysOfOneNameAreOneAttribute) {
  EXPECT_EQ(weights_in(path_with(real + whole, data("i", "3"), data("d", "4.5"))),
            (read_weights{weight_kind::real, {3, 4.5}}));
  const std::string other = key("id='d' for='node' attr.name='weight' attr.type='string'");
  const std::string twice =
      key("id='j' for='edge' attr.name='weight' attr.type='int'", "<default>7</default>");
  EXPECT_EQ(weights_in(path_with(other + whole + twice, data("i", "3"), "")),
            (read_weights{weight_kind::whole, {3, 7}}));
}

TEST(GraphmlKeys, OnlyTheOpenEdgeHasItsWeight) {
  const std::string color = key("id='c' for='edge' attr.name='color' attr.type='int'");
  EXPECT_EQ(weights_in(path_with(color + real, data("c", "9") + data("d", "1") + data("x", "8"),
                                 data("d", "2") + "<desc>5</desc>")),
            (read_weights{weight_kind::real, {1, 2}}));
}

TEST(GraphmlKeys, NumbersMayBeHexadecimalAsGraphToolWritesThem) {
  const std::vector<std::pair<std::string, double>> numbers = {
      {"0x1.8p+0", 1.5},
      {"-0x1p+1", -2},
      {"0X1.999999999999ap-4", 0.1},
      {" +2.5 \n", 2.5},
      {"1e3", 1000},
      {"-0", 0},
      {"9007199254740992", 9007199254740992},
      {"+009007199254740994", 9007199254740994},
      {"9007199254740993.", 9007199254740992},
      {"36893488147419103232", 36893488147419103232.0},
      {"4.9e-324", 4.9e-324}};
  for (const auto& [text, value] : numbers) {
    const graphml_weight read = weight_in(text, false);
    EXPECT_EQ(read.fault, "") << text;
    EXPECT_EQ(read.value, value) << text;
  }
  EXPECT_EQ(weights_in(path_with(real, data("d", "0x1.8p+0"), data("d", "0x1p+1"))),
            (read_weights{weight_kind::real, {1.5, 2}}));
}

TEST(GraphmlKeys, TextsThatAreNotNumbersAreRefusedAsWeights) {
  for (const char* text : {"", " ", "x", "1 2", "1,5", "0x", "0xg", "--1", "+-1", "-0x-1", "NaN",
                           "inf", "-INF", "true", "1;2"}) {
    EXPECT_NE(weight_in(text, false).fault.find("is not a weight; write a number"),
              std::string::npos)
        << text;
  }
  for (const char* text : {"1e999", "-1e999", "0x1p+99999", "-0x0.1p+1080"}) {
    EXPECT_NE(weight_in(text, false).fault.find("is too large for a weight"), std::string::npos)
        << text << weight_in(text, false).fault;
  }
  for (const char* text : {"1e-400", "-1e-400", "0x1p-1080", "0x0.001p-1070"}) {
    EXPECT_NE(weight_in(text, false).fault.find("too close to 0 for a weight"), std::string::npos)
        << text << weight_in(text, false).fault;
  }
  EXPECT_EQ(keys_fault(path_with(whole, data("i", "1"), data("i", "1.5"))),
            "g.graphml:3: \"1.5\" is not a whole number, and attr.type says that it is; write the "
            "type double");
  EXPECT_EQ(keys_fault(path_with(real, data("d", "9007199254740993"), data("d", "1"))),
            "g.graphml:2: \"9007199254740993\" is above 2^53 and cannot be represented exactly as "
            "a weight; round it, or write it with a decimal point if it may be rounded");
  EXPECT_NE(weight_in("+009007199254740993", true).fault, "");
  EXPECT_EQ(keys_fault(path_with(real, data("d", "a&#10;b"), data("d", "1"))),
            "g.graphml:2: \"a\\x0ab\" is not a weight; write a number");
}

TEST(GraphmlKeys, ContradictionsAreRefused) {
  EXPECT_EQ(keys_fault(path_with(real + whole, data("i", "3") + data("d", "3"), data("d", "4"))),
            "g.graphml:2: an edge has two values of weight");
  EXPECT_EQ(
      keys_fault(path_with(key("id='d' for='edge' attr.name='weight'", "<default>1</default>") +
                               key("id='e' attr.name='weight'", "<default>2</default>"),
                           "", "")),
      "g.graphml:1: the attribute weight has two defaults");
  EXPECT_EQ(keys_fault(path_with(real + key("id='d' for='all' attr.name='x'"), "", "")),
            "g.graphml:1: two keys of edges have the id \"d\"");
  EXPECT_EQ(keys_fault(path_with(key("id='d' for='edges' attr.name='weight'"), "", "")),
            "g.graphml:1: the attribute for is \"edges\"; write all, graphml, graph, node, edge, "
            "hyperedge, port "
            "or endpoint");
  EXPECT_EQ(keys_fault(path_with("", data("weight", "3"), data("weight", "4"))),
            "g.graphml:2: no <key> for edges declares \"weight\"");
  EXPECT_EQ(keys_fault(path_with("", "<data>3</data>", "")),
            "g.graphml:2: a <data> has no attribute \"key\"");
}

TEST(GraphmlKeys, TheDirectionOfAnEdgeIsAnyXmlBoolean) {
  for (const char* same : {"true", "1"}) {
    EXPECT_EQ(
        graph_file(path_with("", "", "", " directed='" + std::string(same) + "'"), "g.graphml")
            .read<directed_graph>()
            .edge_count(),
        2u);
  }
  for (const char* other : {"false", "0"}) {
    EXPECT_EQ(keys_fault(path_with("", "", "", " directed='" + std::string(other) + "'")),
              "g.graphml:2: directed and undirected edges in one graph are not read; write edges "
              "of one kind");
  }
  EXPECT_EQ(keys_fault(path_with("", "", "", " directed='yes'")),
            "g.graphml:2: the attribute directed is \"yes\"; write true or false");
}

TEST(GraphmlKeys, ANodeHasOneName) {
  const std::string two =
      key("id='k' for='node' attr.name='name'") + key("id='l' attr.name='name'");
  const auto nodes = [&](const std::string& inside) {
    return "<graphml>" + two + "<graph edgedefault='directed'><node id='n0'>" + inside +
           "</node><node id='n1'>" + data("l", "bo") + "</node></graph></graphml>";
  };
  EXPECT_EQ(graph_file(nodes(data("k", "cy")), "g.graphml").read<directed_graph>().original_name(0),
            "bo");
  EXPECT_EQ(keys_fault(nodes(data("k", "a") + data("l", "a"))),
            "g.graphml:1: node \"n0\" has two values of name");
}

TEST(GraphmlKeys, TextIdsFollowTheOption) {
  const std::string text =
      "<graphml><graph edgedefault='directed'><node id='10'/><node id='9'/>"
      "<edge source='9' target='10'/></graph></graphml>";
  EXPECT_EQ(graph_file(text, "g.graphml").read<directed_graph>().out_degree(0), 1u);
  const auto g = graph_file(text, "g.graphml", {.text_ids = true}).read<directed_graph>();
  EXPECT_TRUE(g.names().are_text());
  EXPECT_EQ(g.original_name(0), "10");
  EXPECT_EQ(g.out_degree(1), 1u);
}

TEST(GraphmlKeys, NamesInErrorsAreOnOneLine) {
  EXPECT_EQ(keys_fault("<graphml><graph edgedefault='directed'><node id='a&#10;b'/>"
                       "<node id='a&#10;b'/></graph></graphml>"),
            "g.graphml:1: node \"a\\x0ab\" is declared twice");
  const std::string sentence =
      keys_fault("<graphml><graph edgedefault='directed'><edge source='" + std::string(5000, 'x') +
                 "' target='b'/></graph></graphml>");
  EXPECT_LT(sentence.size(), 200u);
}

// Converts UTF-8 to UTF-16, for characters below U+0800.
std::string in_utf16(const std::string& text, bool big) {
  std::string wide;
  const auto add = [&](unsigned c) {
    const char high = static_cast<char>(c >> 8), low = static_cast<char>(c & 0xFF);
    wide += big ? high : low;
    wide += big ? low : high;
  };
  add(0xFEFF);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    add(c < 0x80 ? c : (c & 0x1Fu) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3Fu));
  }
  return wide;
}

TEST(Graphml, IsReadInUtf16) {
  const std::string text =
      "<?xml version='1.0' encoding='UTF-16'?>\n<graphml><graph "
      "edgedefault='undirected'>\n<node id='ä'/></graph></graphml>";
  for (const bool big : {false, true}) {
    const scratch_file named(in_utf16(text, big), ".graphml");
    const scratch_file unnamed(in_utf16(text, big));
    for (const scratch_file* file : {&named, &unnamed})
      EXPECT_EQ(read_graph<undirected_graph>(file->path()).original_name(0), "ä");
    EXPECT_EQ(sentence_of<input_error>([&] {
                const std::string cut = in_utf16(text.substr(0, text.size() - 18), big);
                graph_file(cut, "g.graphml");
              }),
              "g.graphml:3: is not XML: no element found; write the file again");
  }
}

TEST(Graphml, OtherTextsInUtf16AreRefused) {
  const std::string sentence =
      ": is a text in UTF-16, which is read in GraphML only; convert it to UTF-8, for example by "
      "iconv -f UTF-16 -t UTF-8";
  for (const char* ending : {".csv", ".txt", ".mtx", ".gr", ".graph"}) {
    const scratch_file file(in_utf16("1 2\n2 3\n", false), ending);
    EXPECT_EQ(sentence_of<input_error>([&] { read_graph<directed_graph>(file.path()); }),
              file.path() + sentence);
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
