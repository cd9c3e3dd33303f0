// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/input_file.h>
#include <gtest/gtest.h>

#include <vector>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class W>
std::vector<basic_edge<vertex, W>> edges_in(std::string_view text) {
  const auto list = edges_of<W>(open_metis(text, "F"), {});
  return {list.edges.begin(), list.edges.end()};
}

std::string metis_refusal(std::string_view text) {
  return sentence_of<input_error>([&] { edges_in<unweighted>(text); });
}

TEST(Metis, ReadsEachEdgeOnce) {
  EXPECT_EQ(edges_in<unweighted>("% c\n3 2\n2\n1 3\n% d\n2\n"),
            (std::vector<edge>{{0, 1}, {1, 2}}));
}

TEST(Metis, AnEmptyLineIsAnIsolatedVertex) {
  const auto list = edges_of<unweighted>(open_metis("4 1\n\n4\n\n2\n\n\n", "F"), {});
  EXPECT_EQ(list.vertex_count, 4u);
  EXPECT_EQ(list.edges.size(), 1u);
  EXPECT_EQ(list.names[0], 1u);
}

TEST(Metis, ReadsWeightsAndSkipsThoseOfVertices) {
  EXPECT_EQ(edges_in<weight>("2 1 1\r\n2 7\r\n1 7\r\n"), (std::vector<weighted_edge>{{0, 1, 7}}));
  EXPECT_EQ(edges_in<weight>("2 1 111 2\n9 9 9 2 7\n9 9 9 1 7\n"),
            (std::vector<weighted_edge>{{0, 1, 7}}));
  EXPECT_EQ(edges_in<unweighted>("2 1 011\n5 2 7\n5 1 7\n"), (std::vector<edge>{{0, 1}}));
}

TEST(Metis, CountsLinesAndEdgesAcrossParts) {
  // The ring is so large that its text fills several parts.
  constexpr std::size_t n = 100000;
  std::string text = std::to_string(n) + " " + std::to_string(n) + "\n";
  for (std::size_t v = 0; v < n; ++v) {
    text += std::to_string((v + n - 1) % n + 1) + " " + std::to_string((v + 1) % n + 1) + "\n";
  }
  EXPECT_EQ(edges_in<unweighted>(text).size(), n);
  EXPECT_EQ(metis_refusal(text + "7\n").substr(0, 48),
            "F:100002: the line is that of vertex 100001, but");
}

TEST(Metis, NamesTheLineOfAFault) {
  EXPECT_EQ(metis_refusal("% only\n").substr(0, 27), "F:2: the file has no header");
  EXPECT_NE(
      metis_refusal("x 2\n").find("the number of vertices is 'x', which is not a whole number"),
      std::string::npos);
  EXPECT_NE(metis_refusal("2 1 2\n2\n1\n").find("the format is 2;"), std::string::npos);
  EXPECT_EQ(metis_refusal("2 1 1\n2 1e400\n1 1e400\n"),
            "F:2: '1e400' is too large for a weight; scale the weights down");
  EXPECT_NE(metis_refusal("2 1 0 1 5\n2\n1\n").find("the header has a fifth number"),
            std::string::npos);
  EXPECT_EQ(metis_refusal("2 1\n2\n").substr(0, 56),
            "F:2: the file ends after 1 vertices, but line 1 states 2");
  EXPECT_EQ(metis_refusal("2 1\n2\n1\n3\n").substr(0, 63),
            "F:4: the line is that of vertex 3, but line 1 states 2 vertices");
  EXPECT_EQ(metis_refusal("2 1\n3\n1\n"),
            "F:2: '3' is not a neighbour; write a number from 1 to 2");
  EXPECT_EQ(metis_refusal("2 1\n0\n1\n").substr(0, 9), "F:2: '0' ");
  EXPECT_NE(metis_refusal("2 1 1\n2 7\n1\n")
                .find("F:3: the weight of an edge is '', which is not a number"),
            std::string::npos);
  EXPECT_NE(metis_refusal("2 2\n2\n1\n").find("after 1 edges, but line 1 states 2"),
            std::string::npos);
}

TEST(Metis, RefusesMoreVerticesThanAGraphHas) {
  EXPECT_EQ(metis_refusal("4294967296 1\n2\n1\n").substr(0, 76),
            "F:1: 4294967296 vertices are too many, since a graph has at most 4294967295 ");
}

TEST(Metis, RefusesEdgesListedAtOneEnd) {
  EXPECT_NE(metis_refusal("3 2\n2\n1 3\n1\n").find("at one of its ends only"), std::string::npos);
  EXPECT_NE(sentence_of<input_error>([] {
              edges_in<weight>("2 1 1\n2 7\n1 8\n");
            }).find("with different weights at its ends"),
            std::string::npos);
}

}  // namespace
}  // namespace arcas::inline v0::graph
