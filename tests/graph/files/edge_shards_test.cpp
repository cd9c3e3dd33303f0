// SPDX-License-Identifier: Apache-2.0
// A folder of parts, and a pattern, are one list in one process, too. On ranks: tests/cluster_graph/parts_of_files_test.cpp.
#include <arcas/graph/files/edge_shards.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/write_graph.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {
namespace {

// A folder that is gone at the end of the test.
class folder_of_parts {
 public:
  explicit folder_of_parts(const char* ending = "_folder")
      : path_(scratch_file("", ending).path()) {
    std::filesystem::create_directories(path_);
  }
  folder_of_parts(const folder_of_parts&) = delete;
  folder_of_parts& operator=(const folder_of_parts&) = delete;
  ~folder_of_parts() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }
  void add(const std::string& name, const std::string& content) const {
    const std::string packed = packed_for(name, content).value_or(content);
    std::ofstream(path_ + "/" + name, std::ios::binary) << packed;
  }

 private:
  std::string path_;
};

// Its edges, with the ids of the file and weights if there are some.
template <class G>
std::string edges_as_text(const std::string& path) {
  const scratch_file written("", ".csv");
  write_graph(read_graph<G>(path), written.path());
  std::ifstream file(written.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

template <class G = directed_graph>
void expect_same_edges(const std::string& path, const std::string& whole, const char* ending) {
  EXPECT_EQ(edges_as_text<G>(path), edges_as_text<G>(scratch_file(whole, ending).path())) << path;
}

std::string refusal_of_shards(const std::string& path, const file_options& how = {}) {
  return sentence_of<input_error>(
      [&] { static_cast<void>(read_graph<directed_graph>(path, {.file = how})); });
}

TEST(EdgeShards, OfAFolderAndOfAPatternAreOneList) {
  const folder_of_parts folder;
  folder.add("part-00001", "");
  folder.add("part-00000", "# a comment\n1 2\n2 9000000000");  // no newline at its end
  folder.add("part-00002.zst", "7 1\n");
  folder.add("part-00003.gz", "% another\n5 5\n");
  folder.add("_SUCCESS", "");
  std::filesystem::create_directory(folder.path() + "/part-of-another");
  expect_same_edges(folder.path(), "1 2\n2 9000000000\n7 1\n5 5\n", ".txt");
  expect_same_edges(folder.path() + "/part-0*", "1 2\n2 9000000000\n7 1\n5 5\n", ".txt");
  expect_same_edges(folder.path() + "/*2.zst", "7 1\n", ".txt");
  EXPECT_EQ(graph_file(folder.path()).facts().format, graph_format::list);
}

TEST(EdgeShards, OfTablesHaveAHeaderEach) {
  const folder_of_parts folder("_no[pattern]");
  folder.add("part-0.csv", "who,whom,times\nAda,\"Bob, of \"\"L\"\"\",2\n");
  folder.add("part-1.csv", "");
  folder.add("part-2.csv", "who,whom,times\nEve,Ada,2.5\n");
  expect_same_edges<real_directed_graph>(
      folder.path(), "who,whom,times\nAda,\"Bob, of \"\"L\"\"\",2\nEve,Ada,2.5\n", ".csv");
  EXPECT_EQ(graph_file(folder.path()).facts().weights, weight_kind::real) << "of the last part";
}

TEST(EdgeShards, OfGapHaveAllVerticesUpToTheGreatest) {
  const folder_of_parts folder;
  folder.add("part-0.el", "0 1\n");
  folder.add("part-1.el", "1 6\n");
  EXPECT_EQ(read_graph<directed_graph>(folder.path()).vertex_count(), 7u);
}

TEST(EdgeShards, NameTheFileAndTheLineOfAFault) {
  const folder_of_parts folder;
  folder.add("part-0", "1 2\n2 3");
  folder.add("part-1", "# comment\n\n1 2\n7 x\n");
  folder.add("part-2", "3 4\n");
  EXPECT_EQ(
      refusal_of_shards(folder.path()).find(folder.path() + "/part-1:4: 'x' is not a vertex id"),
      0u)
      << refusal_of_shards(folder.path());
  folder.add("part-1", "");
  folder.add("part-2", "3 4\n1\n");
  EXPECT_EQ(refusal_of_shards(folder.path()).find(folder.path() + "/part-2:2: "), 0u)
      << refusal_of_shards(folder.path());
  folder.add("part-2", "source;target\n1;2\n");
  EXPECT_EQ(refusal_of_shards(folder.path()),
            folder.path() + "/part-2: is of the form \"table with semicolons, a header\", and " +
                folder.path() +
                "/part-0 is of the form \"edge list\"; all parts must be written in one form");
}

TEST(EdgeShards, ThatAreNoneAreRefused) {
  const folder_of_parts folder;
  folder.add("other", "1 2\n");
  EXPECT_EQ(refusal_of_shards(folder.path()),
            folder.path() +
                ": is a directory without files part-*; name a file, or "
                "a folder with such parts");
  EXPECT_EQ(refusal_of_shards(folder.path() + "/x*"),
            folder.path() + "/x*: names no file; check the pattern");
  const std::string many =
      ": many files are read as one only where they are lists of edges; name one file";
  for (const char* const matrix : {"part-0.mtx", "part-0"}) {
    const folder_of_parts matrices;
    matrices.add(matrix, "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n");
    EXPECT_EQ(refusal_of_shards(matrices.path()), matrices.path() + many);
  }
}

TEST(EdgeShards, AreBoundedTogether) {
  const folder_of_parts folder;
  folder.add("part-0", "1 2\n2 3\n");
  folder.add("part-1", "1 2\n2 3\n");
  EXPECT_NE(
      refusal_of_shards(folder.path(), {.most_unpacked = 12}).find("takes more than 12 bytes"),
      std::string::npos);
}

TEST(EdgeShards, AreNotLookedForWhereAFileHasTheName) {
  const folder_of_parts folder;
  folder.add("a*", "1 2\n");
  folder.add("ab", "3 4\n");
  EXPECT_EQ(read_graph<directed_graph>(folder.path() + "/a*").edge_count(), 1u);
}

}  // namespace
}  // namespace arcas::inline v0::graph
