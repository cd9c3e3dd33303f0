// SPDX-License-Identifier: Apache-2.0
// Which elements of GraphML may contain which others? Elements of other namespaces may be in
// <data>.
#include <arcas/graph/files/graphml_schema.h>
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <string>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

std::string graphml_fault(const std::string& text) {
  return sentence_of<input_error>(
      [&] { graph_file(text, "g.graphml").read<real_directed_graph>(); });
}

// A file with <graphml> on line 1 and `inside` from line 2 on.
std::string fault_inside(const std::string& inside) {
  return graphml_fault("<graphml>\n" + inside + "</graphml>\n");
}

const std::string opened = "<graph edgedefault='directed'>\n<node id='a'/><node id='b'/>\n";
const std::string weight_key = "<key id='w' for='edge' attr.name='weight' attr.type='double'/>\n";

TEST(GraphmlSchema, ANodeInDataIsRefused) {
  const std::string key = "<key id='k' for='node' attr.name='name'/>\n";
  EXPECT_EQ(fault_inside(key + "<graph edgedefault='directed'><node id='n0'>\n<data key='k'>x"
                               "<node id='n1'/></data></node></graph>"),
            "g.graphml:4: <node> is in the wrong place: <data> may contain text and elements with "
            "a prefix of their own");
}

TEST(GraphmlSchema, AKeyAfterItsUseIsRefused) {
  const std::string edge = "<edge source='a' target='b'/>\n";
  EXPECT_EQ(fault_inside(opened + edge + "</graph>\n" + weight_key),
            "g.graphml:6: a <key> follows the <graph>; write it before the <graph>");
  EXPECT_EQ(fault_inside(opened + edge + weight_key + edge + "</graph>"),
            "g.graphml:5: <key> is in the wrong place: <graph> may contain <desc>, <node>, <edge>, "
            "<hyperedge>, <data>, <locator>");
}

// Puts an element into another in each way that the schema does not allow.
TEST(GraphmlSchema, EveryElementElsewhereIsRefusedWithItsLine) {
  const std::pair<std::string, std::string> wrong[] = {
      {"<node id='c'/>", "<graphml> may contain <key>, <desc>, <graph>, <data>"},
      {"<edge source='a' target='b'/>", "<graphml> may contain"},
      {"<default/>", "<graphml> may contain"},
      {"<port name='p'/>", "<graphml> may contain"},
      {"<graphml/>", "<graphml> may contain"},
      {"<other/>", "<graphml> may contain"},
      {"<key id='k'><data key='k'/></key>", "<key> may contain <default>, <desc>"},
      {"<key id='k'><key id='l'/></key>", "<key> may contain"},
      {"<key id='k'><default><default/></default></key>", "<default> may contain text"},
      {"<desc><y:b xmlns:y='y'/></desc>", "<desc> may contain text"},
      {"<data key='k'><graph edgedefault='directed'/></data>", "<data> may contain text"},
      {"<data key='k'><edge source='a' target='a'/></data>", "<data> may contain text"},
      {"<data key='k'><data key='k'/></data>", "<data> may contain text"},
      {opened + "<port name='p'/></graph>", "<graph> may contain"},
      {opened + "<default>1</default></graph>", "<graph> may contain"},
      {opened + "<y:node xmlns:y='y' id='c'/></graph>", "<graph> may contain"},
      {opened + "<node id='c'><node id='d'/></node></graph>", "<node> may contain"},
      {opened + "<node id='c'><edge source='a' target='b'/></node></graph>", "<node> may contain"},
      {opened + "<edge source='a' target='b'><edge source='b' target='a'/></edge></graph>",
       "<edge> may contain"},
      {opened + "<edge source='a' target='b'><node id='c'/></edge></graph>", "<edge> may contain"},
      {opened + "<node id='c'><port name='p'><node id='d'/></port></node></graph>",
       "<port> may contain"},
  };
  for (const auto& [inside, sentence] : wrong) {
    const std::string fault = fault_inside(inside);
    EXPECT_NE(fault.find("is in the wrong place: " + sentence), fault.npos) << inside << fault;
    EXPECT_TRUE(fault.starts_with("g.graphml:2: ") || fault.starts_with("g.graphml:4: ")) << fault;
  }
}

TEST(GraphmlSchema, TextElsewhereIsRefused) {
  EXPECT_EQ(fault_inside(opened + "<edge source='a' target='b'>2.5</edge></graph>"),
            "g.graphml:4: text is in the wrong place: <edge> may contain <desc>, <graph>, <data>");
}

TEST(GraphmlSchema, NestedGraphsHyperedgesAndLocatorsAreRefused) {
  const std::string nested = "<graph edgedefault='directed'><node id='c'/></graph>";
  const std::string sentence = "g.graphml:4: a graph within a graph is not read; write one graph";
  EXPECT_EQ(fault_inside(opened + "<node id='c'>" + nested + "</node></graph>"), sentence);
  EXPECT_EQ(fault_inside(opened + "<edge source='a' target='b'>" + nested + "</edge></graph>"),
            sentence);
  EXPECT_EQ(fault_inside(opened + "<hyperedge><endpoint node='a'/></hyperedge></graph>"),
            "g.graphml:4: hyperedges are not read; write edges between two nodes");
  EXPECT_EQ(fault_inside(opened + "<node id='c'><locator/></node></graph>"),
            "g.graphml:4: a <locator> is not read; write the graph into this file");
}

// Such elements are in the files of yEd.
TEST(GraphmlSchema, ElementsOfOtherNamespacesInDataAreSkipped) {
  const std::string text =
      "<graphml xmlns='http://graphml.graphdrawing.org/xmlns' xmlns:y='http://www.yworks.com'>"
      "<desc>two nodes</desc><key for='node' id='d0' yfiles.type='nodegraphics'/>"
      "<key for='edge' id='d1' attr.name='weight' attr.type='double'/>"
      "<key for='node' id='d2' attr.name='label'><default><y:None/></default></key>"
      "<graph edgedefault='directed' id='G'><data key='d9'/><node id='n0'><desc/>"
      "<data key='d0'><y:ShapeNode><y:Fill color='#FF'/><y:NodeLabel>7<node id='x'/></y:NodeLabel>"
      "</y:ShapeNode></data></node><node id='n1'>"
      "<data key='d0'><ShapeNode xmlns='other'><edge/><data/></ShapeNode></data></node>"
      "<edge id='e0' source='n0' target='n1'><data key='d1'> 1.5<y:Unit>8</y:Unit></data>"
      "<data key='d3'><y:PolyLineEdge/></data></edge></graph>"
      "<data key='d7'><y:Resources/></data></graphml>";
  const auto g = graph_file(text, "g.graphml").read<real_directed_graph>();
  ASSERT_EQ(g.vertex_count(), 2u);
  ASSERT_EQ(g.edge_count(), 1u);
  EXPECT_EQ(g.out_edges(0)[0].weight, 1.5);
}

TEST(GraphmlSchema, APrefixNeedsNoDeclarationAndTheRootMayHaveOne) {
  const auto edges = [](const std::string& text) {
    return graph_file(text, "g.graphml").read<directed_graph>().edge_count();
  };
  EXPECT_EQ(edges("<graphml>" + opened +
                  "<edge source='a' target='b'><data key='d'><y:Line/>"
                  "</data></edge></graph></graphml>"),
            1u);
  EXPECT_EQ(edges("<g:graphml xmlns:g='x'><g:graph edgedefault='directed'><g:node id='a'/>"
                  "<g:edge source='a' target='a'/></g:graph></g:graphml>"),
            1u);
}

TEST(GraphmlSchema, PortsAreSkippedAndTheFormSaysSo) {
  const std::string text =
      "<graphml><key id='k' for='all' attr.name='name'/><graph edgedefault='directed'>"
      "<node id='n0'><port name='p'><data key='k'>port</data><port name='q'/></port></node>"
      "<node id='n1'/><edge source='n0' target='n1' sourceport='p'/></graph></graphml>";
  graph_file file(text, "g.graphml");
  EXPECT_EQ(file.facts().form, "GraphML, ports left out");
  EXPECT_EQ(file.read<directed_graph>().edge_count(), 1u);
}

TEST(GraphmlSchema, NamespacesEndWithTheirElement) {
  xml_namespaces names;
  const char* const none[] = {nullptr};
  const char* const other[] = {"id", "1", "xmlns", "other", "xmlnsx", "no", nullptr};
  const char* const prefix[] = {"xmlns:g", "", nullptr};
  EXPECT_TRUE(names.enter("graphml", none));
  EXPECT_FALSE(names.enter("a", other));
  EXPECT_FALSE(names.enter("b", none));
  names.leave();
  names.leave();
  EXPECT_TRUE(names.enter("c", none));
  EXPECT_FALSE(names.enter("g:d", none));
  EXPECT_TRUE(names.enter("g:d", prefix));
}

}  // namespace
}  // namespace arcas::inline v0::graph
