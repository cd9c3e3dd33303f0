// SPDX-License-Identifier: Apache-2.0
// GraphML that NetworkX 3 has written (fuzz/seeds/graphml/networkx), and files written by hand.
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

std::string graphml_seed(const std::string& name) {
  return bytes_of(std::string(ARCAS_FUZZ_SEEDS) + "/graphml/" + name);
}

TEST(Graphml, ReadsNamesDirectionAndWeights) {
  const std::string text = graphml_seed("networkx");
  graph_file file(text, "g.graphml");
  EXPECT_EQ(file.facts().format, graph_format::graphml);
  EXPECT_EQ(file.facts().weights, weight_kind::real);
  EXPECT_FALSE(file.facts().directed);
  const auto g = file.read<real_undirected_graph>();
  EXPECT_EQ(file.facts().format, graph_format::graphml);
  ASSERT_EQ(g.vertex_count(), 4u);
  ASSERT_EQ(g.edge_count(), 2u);
  EXPECT_EQ(g.original_name(0), "a & b");
  EXPECT_EQ(g.original_name(3), "cy");  // without an edge
  EXPECT_EQ(g.out_edges(0)[0].to, 2u);
  EXPECT_EQ(g.out_edges(0)[0].weight, 2);
  EXPECT_EQ(g.out_edges(1)[0].weight, 1.5);
  EXPECT_EQ(graph_file(text, "g.xml").read<directed_graph>().edge_count(), 4u);
}

TEST(Graphml, ReadsNumbersDefaultsAndOtherAttributes) {
  const std::string text = graphml_seed("numbers");
  graph_file plain(text, "g.graphml");
  EXPECT_EQ(plain.facts().weights, weight_kind::none);
  EXPECT_TRUE(plain.facts().directed);
  EXPECT_EQ(plain.read<directed_graph>().original_id(2), 12u);
  graph_file file(text, "g.graphml", {.weight = "cost"});
  EXPECT_EQ(file.facts().weights, weight_kind::whole);
  const auto g = file.read<weighted_directed_graph>();
  ASSERT_EQ(g.edge_count(), 2u);
  EXPECT_EQ(g.original_id(0), 3u);
  EXPECT_EQ(g.out_edges(1)[0].to, 0u);
  EXPECT_EQ(g.out_edges(1)[0].weight, 4);
  EXPECT_EQ(g.out_edges(2)[0].weight, 7);
}

std::string with_names(const std::string& ids, const std::string& first,
                       const std::string& second) {
  const auto node = [&](char number, const std::string& name) {
    return "<node id=\"" + ids + number + "\"><data key=\"v_name\">" + name + "</data></node>";
  };
  return "<graphml><key id=\"v_name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>"
         "<graph id=\"G\" edgedefault=\"undirected\">" +
         node('0', first) + node('1', second) + "<edge source=\"" + ids + "0\" target=\"" + ids +
         "1\"><data key=\"v_name\">x</data></edge></graph></graphml>";
}

// igraph generates ids and writes the names as an attribute.
TEST(Graphml, ReadsNamesOfNodesWithGeneratedIds) {
  const auto names = [](const std::string& text) {
    graph_file file(text, "g.graphml");
    const auto g = file.read<undirected_graph>();
    return std::string(g.original_name(0)) + ' ' + std::string(g.original_name(1));
  };
  EXPECT_EQ(names(with_names("n", "cy &amp; co", "ann")), "ann cy & co");
  EXPECT_EQ(names(with_names("n", "ann", "ann")), "n0 n1");  // repeated names identify no node
  EXPECT_EQ(names(with_names("n", "ann", "")), "n0 n1");
  EXPECT_EQ(names(with_names("v", "bo", "ann")), "v0 v1");
  EXPECT_EQ(
      graph_file(with_names("n", "12", "7"), "g.graphml").read<undirected_graph>().original_id(1),
      12u);
  EXPECT_EQ(graph_file(with_names("n", "bo", "ann"), "g.graphml").facts().form,
            "GraphML, names of vertices by their attribute \"name\"");
}

template <class Error = input_error>
std::string refused(const std::string& inside, const file_options& options = {}) {
  const std::string text = "<graphml>\n" + inside + "</graphml>\n";
  return sentence_of<Error>(
      [&] { graph_file(text, "g.graphml", options).read<weighted_directed_graph>(); });
}

TEST(Graphml, RefusesUnsupportedContentWithTheLine) {
  const std::string two = "<graph edgedefault='directed'><node id='a'/><node id='b'/>\n";
  EXPECT_EQ(refused(two + "<edge source='a' target='c'/></graph>"),
            "g.graphml:3: there is no node \"c\"");
  EXPECT_EQ(refused(two + "<node id='a'/></graph>"), "g.graphml:3: node \"a\" is declared twice");
  EXPECT_EQ(refused(two + "<edge source='a'/></graph>"),
            "g.graphml:3: a <edge> has no attribute \"target\"");
  EXPECT_EQ(refused(two + "<edge source='a' target='b' directed='false'/></graph>"),
            "g.graphml:3: directed and undirected edges in one graph are not read; write edges of "
            "one kind");
  EXPECT_EQ(refused(two + "<hyperedge/></graph>"),
            "g.graphml:3: hyperedges are not read; write edges between two nodes");
  EXPECT_EQ(refused(two + "<graph edgedefault='directed'/></graph>"),
            "g.graphml:3: a graph within a graph is not read; write one graph");
  EXPECT_EQ(refused(two + "</graph>\n<graph edgedefault='directed'/>"),
            "g.graphml:4: a second graph is not read; write one graph to a file");
  EXPECT_EQ(refused("<graph edgedefault='both'/>"),
            "g.graphml:2: the attribute edgedefault is \"both\"; write directed or undirected");
  EXPECT_EQ(refused(""), "g.graphml:3: has no <graph>");
  EXPECT_EQ(refused("<graph edgedefault='directed'>"),
            "g.graphml:2: is not XML: mismatched tag; write the file again");
  const std::string key = "<key id='w' for='edge' attr.name='weight' attr.type='double'/>\n";
  const std::string edge = "<edge source='a' target='b'><data key='w'>";
  EXPECT_EQ(refused(key + two + edge + "x</data></edge></graph>"),
            "g.graphml:4: \"x\" is not a weight; write a number");
  EXPECT_EQ(refused(key + two + "<edge source='a' target='b'/></graph>"),
            "g.graphml:4: an edge has no weight, and the attribute has no default");
  EXPECT_EQ(refused(key + two + edge + "1.5</data></edge></graph>"),
            "g.graphml: the weight of the edge from a to b is not of the requested type; ask for "
            "real weights, or write whole or finite numbers");
  EXPECT_EQ(refused<std::invalid_argument>(two + "</graph>", {.weight = "cost"}),
            "g.graphml: no attribute of its edges has the name \"cost\"; name one of its <key> "
            "elements");
  EXPECT_EQ(sentence_of<input_error>([] { graph_file("<svg/>", "g.graphml"); }),
            "g.graphml:1: is not GraphML: it begins with <svg>");
}

}  // namespace
}  // namespace arcas::inline v0::graph
