// SPDX-License-Identifier: Apache-2.0
// In one process, a folder of parts, or a pattern, is read as one list.
// tests/cluster_graph/parts_of_files_test.cpp tests the same on ranks.
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

// A folder that is removed at the end of the test.
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

// The edges of a graph as text, with the ids in the file, and with weights if the graph has them.
template <class G>
std::string edges_as_text(const std::string& path) {
  const scratch_file written("", ".csv");
  write_graph(read_graph<G>(path), written.path());
  return bytes_of(written.path());
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

TEST(EdgeShards, OfGapListsHaveAllVerticesUpToTheGreatest) {
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
            folder.path() + "/part-2: is of the form \"table with semicolons, a header\", but " +
                folder.path() +
                "/part-0 is of the form \"edge list\"; write all parts in one form, or name the "
                "form (arcas: --header, --text-ids)");
}

TEST(EdgeShards, ReportSkippedRowsByFileAndLine) {
  const folder_of_parts folder;
  folder.add("part-0.csv", "who;whom;times\n1;2;1,5\n3;4;x\n");
  folder.add("part-1.csv", "# comment\nwho;whom;times\n2;3;2,5\n2;1;\n007;1;1\n");
  graph_file file(folder.path(), {.decimal = ',', .skip_bad_rows = true});
  EXPECT_EQ(file.read<real_directed_graph>().edge_count(), 3u);
  const reading_notes& notes = file.facts().notes;
  EXPECT_EQ(notes.skipped_rows, 2u);
  EXPECT_TRUE(notes.padded_ids);
  ASSERT_EQ(notes.first_skipped.size(), 2u);
  EXPECT_EQ(notes.first_skipped[0].line, 3u);
  EXPECT_TRUE(notes.first_skipped[0].fault.ends_with(" (" + folder.path() + "/part-0.csv)"))
      << notes.first_skipped[0].fault;
  EXPECT_EQ(notes.first_skipped[1].line, 4u);
  EXPECT_EQ(notes.first_skipped[1].fault,
            "there is no weight in column 3 (" + folder.path() + "/part-1.csv)");
}

TEST(EdgeShards, MustHaveTheirColumnsInTheSameOrder) {
  const folder_of_parts folder;
  folder.add("part-0.csv", "source,target\n1,2\n");
  folder.add("part-1.csv", "target,source\n3,4\n");
  const std::string other = folder.path() + "/part-1.csv: has other columns than " + folder.path() +
                            "/part-0.csv, or has them in another order; write the same columns in "
                            "one order in all parts";
  EXPECT_EQ(refusal_of_shards(folder.path()), other);
  folder.add("part-0.csv", "source,target,b,c\n1,2,x,x\n");
  folder.add("part-1.csv", "source,target,b,c,d\n1,2,x,x,x\n");
  EXPECT_EQ(refusal_of_shards(folder.path()), other);
}

TEST(EdgeShards, HaveTheHeaderOfTheFirstIfTheirOwnCannotBeGuessed) {
  const folder_of_parts folder;
  folder.add("part-0.csv", "who,whom,times\r\nAda,Bob,2\r\n");
  folder.add("part-1.csv", "who,whom,times\n");
  folder.add("part-2.csv", "# one row\nwho,whom,times\nEve,Ada,\nEve,Bob,3\n");
  graph_file file(folder.path(), {.skip_bad_rows = true});
  EXPECT_EQ(file.read<directed_graph>().edge_count(), 2u);
  EXPECT_EQ(file.facts().notes.first_skipped.at(0).line, 3u);
  folder.add("part-2.csv", "who,whom\nEve,Ada\n");
  EXPECT_NE(refusal_of_shards(folder.path()).find("--header"), std::string::npos);
  const folder_of_parts words;
  words.add("part-0", "who,whom\n1,2\n");
  words.add("part-1", "who,whom\n");
  expect_same_edges(words.path(), "1 2\n", ".txt");
}

TEST(EdgeShards, ThatCannotBeOpenedAreAnInputError) {
  const folder_of_parts folder;
  folder.add("part-0", "1 2\n");
  std::filesystem::create_symlink("part-1", folder.path() + "/part-1");  // points to itself
  EXPECT_EQ(refusal_of_shards(folder.path()).find(folder.path() + "/part-1: "), 0u)
      << refusal_of_shards(folder.path());
}

TEST(EdgeShards, WithoutEdgesNameTheGuessOfAHeader) {
  const folder_of_parts folder;
  folder.add("part-0.csv", "source,target\n");
  folder.add("part-1.csv", "source,target\n");
  EXPECT_NE(refusal_of_shards(folder.path()).find("arcas: --header no"), std::string::npos);
}

TEST(EdgeShards, AreRefusedIfNoFileMatches) {
  const folder_of_parts folder;
  folder.add("other", "1 2\n");
  EXPECT_EQ(refusal_of_shards(folder.path()),
            folder.path() +
                ": is a directory without files part-*; name a file, or "
                "a folder with such parts");
  EXPECT_EQ(refusal_of_shards(folder.path() + "/x*"),
            folder.path() + "/x*: matches no file; check the pattern");
  const std::string many =
      ": only edge lists and tables can be read from several files; name one file";
  for (const char* const matrix : {"part-0.mtx", "part-0"}) {
    const folder_of_parts matrices;
    matrices.add(matrix, "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n");
    EXPECT_EQ(refusal_of_shards(matrices.path()), matrices.path() + many);
  }
}

TEST(EdgeShards, HaveACommonLimitOfBytes) {
  const folder_of_parts folder;
  folder.add("part-0", "1 2\n2 3\n");
  folder.add("part-1", "1 2\n2 3\n");
  EXPECT_NE(refusal_of_shards(folder.path(), {.most_unpacked = 12}).find("has more than 12 bytes"),
            std::string::npos);
  EXPECT_EQ(read_graph<directed_graph>(folder.path(), {.file = {.most_unpacked = 16}}).edge_count(),
            4u);
}

TEST(EdgeShards, AreNotSearchedIfAFileHasThePatternAsItsName) {
  const folder_of_parts folder;
  folder.add("a*", "1 2\n");
  folder.add("ab", "3 4\n");
  EXPECT_EQ(read_graph<directed_graph>(folder.path() + "/a*").edge_count(), 1u);
}

}  // namespace
}  // namespace arcas::inline v0::graph
