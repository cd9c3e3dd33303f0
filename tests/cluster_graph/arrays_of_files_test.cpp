// SPDX-License-Identifier: Apache-2.0
// Graphs from GAP's arrays, read in parts.
#include "file_parts.h"

#include <arcas/graph/write_graph.h>

namespace arcas::inline v0::cluster_graph {
namespace {

TEST_P(file_parts_on, arrays_with_names_are_read) {
  const scratch_file table("from,to\n" + lines_of_people(1500, 17), ".csv");
  const auto directed = graph::read_graph<graph::directed_graph>(table.path());
  for (const char* const ending : {".sg", ".sg.zst"}) {
    const scratch_file arrays("", ending);
    write_graph(directed, arrays.path());
    expect_same<graph::directed_graph>(arrays.path(), arrays.path());
  }
}

TEST_P(file_parts_on, names_of_arrays_may_end_with_the_greatest_number) {
  const std::string header("\0\0\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0", 17);
  const std::string offsets(3 * 8, '\0');
  const std::string first = "\xFE" + std::string(7, '\xFF');  // of two vertices
  const scratch_file last(header + offsets + "ARCASIDS" + first + std::string(8, '\0'), ".sg");
  expect_same<graph::undirected_graph>(last.path(), last.path());
  const std::string beyond = std::string(8, '\xFF');
  EXPECT_NE(
      refusal_of(
          scratch_file(header + offsets + "ARCASIDS" + beyond + std::string(8, '\0'), ".sg").path())
          .find("the names of the vertices are not in ascending order"),
      std::string::npos);
}

TEST_P(file_parts_on, names_without_vertices_are_refused) {
  const std::string none(17 + 8, '\0');
  const std::string one_byte("\1\0\0\0\0\0\0\0", 8);
  const scratch_file names(none + "ARCASTXT" + one_byte + std::string(8, '\0') + "a", ".sg");
  EXPECT_NE(refusal_of(names.path()).find("the names of the vertices are not in ascending order"),
            std::string::npos);
}

TEST_P(file_parts_on, names_of_arrays_that_are_not_ascending_are_refused) {
  const scratch_file table("from,to\nada,bob\nbob,eve\neve,ida\nida,ada\n", ".csv");
  const scratch_file arrays("", ".sg");
  write_graph(graph::read_graph<graph::directed_graph>(table.path()), arrays.path());
  const std::string good = graph::bytes_of(arrays.path());
  for (const char* const name : {"ada", "bob", "eve", "ida"}) {
    std::string bad = good;
    // The first name becomes greater than the next one; another name becomes "ada", which is not
    // greater than the name before it.
    bad.replace(bad.find(name), 3, name == std::string("ada") ? "zoe" : "ada");
    EXPECT_NE(refusal_of(scratch_file(bad, ".sg").path())
                  .find("the names of the vertices are not in ascending order"),
              std::string::npos)
        << name;
  }
  std::string bad = good;
  bad[good.find("ARCASTXT") + 24] = 100;  // the end of the first name
  EXPECT_NE(refusal_of(scratch_file(bad, ".sg").path())
                .find("the names of the vertices are not in ascending order"),
            std::string::npos);
}

TEST_P(file_parts_on, arrays_are_read) {
  const scratch_file list(random_lines(2000, 12) + "5 5\n", ".txt");
  const auto directed = graph::read_graph<graph::directed_graph>(list.path());
  const auto undirected = graph::read_graph<graph::undirected_graph>(list.path());
  for (const char* const ending : {".sg", ".sg.zst"}) {
    const scratch_file arrays("", ending);
    write_graph(directed, arrays.path());
    expect_same<graph::directed_graph>(arrays.path(), arrays.path());
    write_graph(undirected, arrays.path());
    expect_same<graph::undirected_graph>(arrays.path(), arrays.path());
  }
  // One row has all arcs that leave, so the parts of ranks begin inside it.
  std::string star;
  for (unsigned i = 0; i < 1000; ++i) star += "500 " + std::to_string(i) + '\n';
  const scratch_file hub(star, ".el");
  const scratch_file arrays("", ".sg");
  write_graph(graph::read_graph<graph::directed_graph>(hub.path()), arrays.path());
  expect_same<graph::directed_graph>(arrays.path(), arrays.path());
}

TEST_P(file_parts_on, arrays_with_weights_are_read) {
  const scratch_file list(random_lines(500, 13, true), ".txt");
  const scratch_file arrays("", ".wsg");
  const auto whole = graph::read_graph<graph::weighted_directed_graph>(list.path());
  write_graph(whole, arrays.path());
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([&] {
                         const auto g = distributed_graph::read_weighted(arrays.path());
                         same_graph(g, whole);
                         std::int64_t sum = 0;
                         for (vertex v = 0; v < whole.vertex_count(); ++v) {
                           for (const auto [to, weight] : whole.out_edges(v)) sum += weight;
                         }
                         const double found = cluster::fold_ranks(0.0, std::plus<>{}, [g] {
                           double own = 0;
                           for (const arc_weight w : g.local().out.weights) own += w;
                           for (const arc_weight w : g.local().out.hubs.weights) own += w;
                           return own;
                         });
                         EXPECT_EQ(found, static_cast<double>(sum));
                         g.end();
                       }));
}

TEST_P(file_parts_on, arrays_that_are_none_are_refused) {
  const scratch_file list("0 1\n1 2\n2 0\n2 3\n", ".el");
  const scratch_file arrays("", ".sg");
  write_graph(graph::read_graph<graph::undirected_graph>(list.path()), arrays.path());
  const std::string good = graph::bytes_of(arrays.path());
  const auto refusal_with = [&](std::size_t at, char value) {
    std::string bad = good;
    bad[at] = value;
    return refusal_of(scratch_file(bad, ".sg").path());
  };
  const std::size_t offsets = 17;
  const std::size_t targets = offsets + 5 * 8;
  EXPECT_NE(refusal_with(targets, 9).find("has a neighbour that is not one of the 4 vertices"),
            std::string::npos);
  EXPECT_NE(refusal_with(targets, 3).find("an edge is listed at one of its ends only"),
            std::string::npos);
  EXPECT_NE(refusal_with(offsets + 4 * 8, 7).find("do not have the number of neighbours"),
            std::string::npos);
  EXPECT_NE(refusal_with(offsets + 8, 7).find("write the file again"), std::string::npos);
  EXPECT_NE(refusal_of(scratch_file(good.substr(0, 60), ".sg").path())
                .find("bytes fewer than its header states"),
            std::string::npos);
}

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
