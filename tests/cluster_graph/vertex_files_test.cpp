// SPDX-License-Identifier: Apache-2.0
// A file with a value of each vertex, written by all ranks, equals that of one process.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/vertex_files.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/write_graph.h>

#include <span>

namespace arcas::inline v0::cluster_graph {
namespace {

using graph::scratch_file;

struct scores {
  std::vector<double> own;
};

// A graph with a score for each vertex: a quarter of its number.
template <class F>
void on_scored_graph(rank_id ranks, const std::string& path, const F& f) {
  cluster::run_virtual(virtual_ranks(ranks, 1), cluster::job([&] {
                         const auto g = distributed_graph::read(path);
                         const auto state = cluster::distributed<scores>::make();
                         cluster::on_all_ranks([g, state] {
                           for (vertex v = 0; v < g.local().vertex_count(); ++v) {
                             state.local().own.push_back(own_vertex(v).number() / 4.0);
                           }
                         });
                         f(g, [state] { return std::span<const double>(state.local().own); });
                         state.end();
                         g.end();
                       }));
}

std::string content_of(const std::string& path) {
  return std::string(graph::detail::input_file(path).bytes());
}

class values_on : public testing::TestWithParam<rank_id> {};

TEST_P(values_on, a_value_is_on_the_line_of_its_vertex) {
  const scratch_file list("10 7\n7 3\n3 900\n11 10\n", ".txt");
  for (const char* const ending : {".txt", ".txt.zst", ".txt.gz"}) {
    const scratch_file to("", ending);
    on_scored_graph(GetParam(), list.path(), [&](const auto& g, const auto& values) {
      write_vertex_values<double>(g, to.path(), values);
    });
    EXPECT_EQ(content_of(to.path()), "0\n0.25\n0.5\n0.75\n1\n");
  }
  const scratch_file table("", ".csv");
  on_scored_graph(GetParam(), list.path(), [&](const auto& g, const auto& values) {
    const vertex_values<double> kept(g, [values] {
      const auto own = values();
      return std::vector<double>(own.begin(), own.end());
    });
    write_vertex_values(g, table.path(), kept);
    kept.end();
  });
  EXPECT_EQ(content_of(table.path()), "vertex,value\n3,0\n7,0.25\n10,0.5\n11,0.75\n900,1\n");
}

TEST_P(values_on, names_that_are_text_are_written) {
  const scratch_file list("from,to\nAda,Grace\n\"Zoe \"\"Z\"\"\",Ada\n", ".csv");
  const scratch_file commas("", ".csv");
  const scratch_file tabs("", ".tsv");
  on_scored_graph(GetParam(), list.path(), [&](const auto& g, const auto& values) {
    write_vertex_values<double>(g, commas.path(), values);
    write_vertex_values<double>(g, tabs.path(), values);
  });
  EXPECT_EQ(content_of(commas.path()),
            "vertex,value\n\"Ada\",0\n\"Grace\",0.25\n\"Zoe \"\"Z\"\"\",0.5\n");
  EXPECT_EQ(content_of(tabs.path()),
            "vertex\tvalue\nAda\t0\nGrace\t0.25\n\"Zoe \"\"Z\"\"\"\t0.5\n");
}

// The graph has more vertices than a rank writes in one piece.
TEST_P(values_on, bytes_and_numpy_arrays_are_the_values) {
  const std::uint64_t n = detail::vertices_in_piece + 1000;
  const scratch_file list(
      "0 " + std::to_string(n - 1) + "\n" +
          [] {
            std::string more;
            for (unsigned i = 0; i < 5000; ++i)
              more += "1 2\n";  // n vertices are accepted only with many edges
            return more;
          }(),
      ".el");
  const scratch_file bytes("", ".bin");
  const scratch_file numpy("", ".npy");
  on_scored_graph(GetParam(), list.path(), [&](const auto& g, const auto& values) {
    write_vertex_values<double>(g, bytes.path(), values);
    write_vertex_values<double>(g, numpy.path(), values);
  });
  const std::string written = content_of(bytes.path());
  ASSERT_EQ(written.size(), n * sizeof(double));
  for (std::uint64_t v = 0; v < n; v += 499) {
    double value = 0;
    std::memcpy(&value, written.data() + v * sizeof value, sizeof value);
    EXPECT_EQ(value, static_cast<double>(v) / 4.0);
  }
  const std::string array = content_of(numpy.path());
  EXPECT_EQ(array.substr(1, 5), "NUMPY");
  EXPECT_NE(array.find("{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(n) +
                       ",), }"),
            array.npos);
  ASSERT_EQ((array.size() - written.size()) % 64, 0u);
  EXPECT_EQ(array.substr(array.size() - written.size()), written);
}

TEST_P(values_on, another_ending_is_refused) {
  const scratch_file list("1 2\n", ".txt");
  on_scored_graph(GetParam(), list.path(), [&](const auto& g, const auto& values) {
    for (const char* const name : {"x.dat", "x.npy.zst"}) {
      const std::string sentence = graph::sentence_of<graph::output_error>(
          [&] { write_vertex_values<double>(g, name, values); });
      EXPECT_NE(sentence.find(".npy"), sentence.npos) << sentence;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, values_on, testing::Values(1u, 3u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
