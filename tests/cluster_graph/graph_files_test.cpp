// SPDX-License-Identifier: Apache-2.0
// A graph that all ranks write has the bytes of the file that one process writes.
#include "file_parts.h"

#include <arcas/cluster_graph/vertex_files.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/write_graph.h>

#include <sstream>

namespace arcas::inline v0::cluster_graph {
namespace {

std::string stored_bytes_of(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

class graph_files_on : public testing::TestWithParam<rank_id> {
 protected:
  template <class G, class Make>
  void expect_same_files(const G& whole, const Make& make,
                         std::initializer_list<const char*> endings,
                         std::initializer_list<const char*> packings = {"", ".zst", ".gz"}) {
    on_graph(GetParam(), make, [&](const distributed_graph& g) {
      for (const std::string ending : endings) {
        for (const char* const packed : packings) {
          const scratch_file alone("", ending + packed);
          const scratch_file spread("", ending + packed);
          graph::write_graph(whole, alone.path());
          write_graph(g, spread.path());
          EXPECT_EQ(stored_bytes_of(spread.path()), stored_bytes_of(alone.path()))
              << ending << packed;
          EXPECT_EQ(lost_vertices(g, ending), graph::lost_vertices(whole, ending)) << ending;
        }
      }
    });
  }
  template <class G>
  void expect_same_of_file(const std::string& path, const file_reading& how,
                           std::initializer_list<const char*> endings) {
    graph::graph_file file(path, how.file);
    const bool drops = how.undirected;
    const G whole = file.read<G>({.build = {.drop_duplicates = drops}});
    expect_same_files(whole, [&] { return distributed_graph::read(path, how); }, endings);
  }
  std::string refusal(const distributed_graph& g, const std::string& path) {
    return graph::sentence_of<graph::output_error>([&] { write_graph(g, path); });
  }
};

constexpr auto of_all = {".txt", ".csv", ".tsv", ".el", ".sg", ".mtx", ".graphml"};

TEST_P(graph_files_on, a_directed_graph_is_the_same_in_each_format) {
  const scratch_file list(random_lines(900, 1), ".txt");
  expect_same_of_file<graph::directed_graph>(list.path(), {}, of_all);
}

TEST_P(graph_files_on, an_undirected_graph_is_the_same_in_each_format) {
  const scratch_file list(random_lines(900, 2), ".txt");
  expect_same_of_file<graph::undirected_graph>(list.path(), {.undirected = true}, of_all);
  expect_same_of_file<graph::undirected_graph>(list.path(), {.undirected = true}, {".graph"});
}

TEST_P(graph_files_on, weights_are_kept) {
  const scratch_file list(random_lines(900, 3, true), ".wel");
  expect_same_of_file<graph::weighted_directed_graph>(
      list.path(), {.weights = graph::weight_kind::whole},
      {".txt", ".csv", ".wel", ".el", ".sg", ".wsg", ".mtx", ".gr", ".graphml"});
  expect_same_of_file<graph::real_directed_graph>(
      list.path(), {.weights = graph::weight_kind::real}, {".txt", ".wel", ".mtx", ".graphml"});
  expect_same_of_file<graph::weighted_undirected_graph>(
      list.path(), {.weights = graph::weight_kind::whole, .undirected = true},
      {".txt", ".wsg", ".graph"});
}

TEST_P(graph_files_on, names_are_kept) {
  const scratch_file people("from,to\n" + lines_of_people(500, 4), ".csv");
  expect_same_of_file<graph::directed_graph>(people.path(), {},
                                             {".txt", ".csv", ".sg", ".graphml"});
  const scratch_file digits("from,to\n\"1\",\"2\"\n\"2\",\"17\"\n", ".csv");
  expect_same_of_file<graph::directed_graph>(digits.path(), {}, {".csv", ".sg", ".graphml"});
  // Of consecutive ids, a .sg file stores only the first.
  const scratch_file consecutive("5 6\n6 7\n7 8\n", ".txt");
  expect_same_of_file<graph::directed_graph>(consecutive.path(), {}, {".txt", ".sg"});
}

// The arrays and the lines have several pieces, and the graph has isolated vertices.
TEST_P(graph_files_on, long_files_are_the_same) {
  const graph::undirected_graph whole = graph::kronecker_graph({.scale = 19, .edge_factor = 1});
  expect_same_files(whole, [] { return distributed_graph::kronecker(19, 1); }, {".sg", ".el"},
                    {".zst"});
}

// The row of a hub is longer than a piece.
TEST_P(graph_files_on, a_long_row_is_the_same) {
  constexpr std::size_t ends = (std::size_t{1} << 20) + 5;
  const auto star = [] {
    graph::edge_list list;
    list.vertex_count = ends + 3;
    list.edges = graph::plain_array<graph::edge>(ends);
    for (std::size_t i = 0; i < ends; ++i) list.edges[i] = {2, static_cast<graph::vertex>(i)};
    return graph::build_undirected(std::move(list));
  };
  expect_same_files(star(), [&] { return distributed_graph::of_whole(star); }, {".sg"}, {".zst"});
}

TEST_P(graph_files_on, a_file_that_cannot_be_written_is_refused_in_one_sentence) {
  const scratch_file list("1 2\n2 3\n", ".txt");
  const scratch_file names("from,to\n\"a\x01\",b\n", ".csv");
  const auto read = [&] { return distributed_graph::read(list.path()); };
  on_graph(GetParam(), read, [&](const distributed_graph& g) {
    EXPECT_EQ(refusal(g, "x.npz"),
              "x.npz: only one process can write an archive of SciPy; write .mtx, or start without "
              "mpirun");
    EXPECT_NE(refusal(g, "x.parquet").find("write .csv, or start without mpirun"),
              std::string::npos);
    EXPECT_NE(refusal(g, "-").find("name a file"), std::string::npos);
    EXPECT_NE(refusal(g, "x.gr").find("requires weights"), std::string::npos);
    EXPECT_NE(refusal(g, "x.graph").find("undirected"), std::string::npos);
    EXPECT_NE(refusal(g, "x.unknown").find("no format has its ending"), std::string::npos);
    EXPECT_NE(refusal(g, "/no/such/folder/x.sg").find("cannot be made"), std::string::npos);
  });
  on_graph(
      GetParam(), [&] { return distributed_graph::read(names.path()); },
      [&](const distributed_graph& g) {
        const auto whole = graph::read_graph<graph::directed_graph>(names.path());
        EXPECT_EQ(refusal(g, "x.graphml"), graph::sentence_of<graph::output_error>(
                                               [&] { graph::write_graph(whole, "x.graphml"); }));
      });
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, graph_files_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
