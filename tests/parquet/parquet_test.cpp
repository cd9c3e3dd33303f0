// SPDX-License-Identifier: Apache-2.0
// The reader as a library. test_parquet.py tests files written by other programs.
#include <arcas/graph/errors.h>
#include <arcas/graph/graph_file.h>
#include <arcas/parquet/parquet.h>
#include <arcas/parquet/table_writer.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <initializer_list>
#include <stop_token>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

namespace fs = std::filesystem;

class Parquet : public testing::Test {
 protected:
  Parquet() { fs::create_directories(folder_); }
  ~Parquet() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Writes rows of a caller, a callee and a number of calls.
  std::string written(const std::string& name, std::size_t rows) const {
    output_file file(path(name));
    table_writer table({{"caller", written_kind::text},
                        {"day", written_kind::whole},
                        {"callee", written_kind::text},
                        {"calls", written_kind::real}},
                       name.ends_with(".parquet") ? written_format::parquet : written_format::arrow,
                       file);
    for (std::size_t i = 0; i < rows; ++i) {
      table.add(0, "v" + std::to_string(i));
      table.add(1, {});
      table.add(2, "v" + std::to_string((i + 1) % rows));
      table.add(3, std::to_string(i) + ".5");
      table.end_row();
    }
    table.finish();
    file.finish();
    return path(name);
  }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("arcas_parquet_" + std::to_string(getpid()));
};

const file_options calls = with_parquet({.from = "caller", .to = "callee", .weight = "calls"});

TEST_F(Parquet, FilesAreReadIfTheOptionsSaySo) {
  for (const char* name : {"a.parquet", "a.arrow", "a.feather"}) {
    SCOPED_TRACE(name);
    const std::string file = written(name, 3);
    EXPECT_THROW(read_graph<directed_graph>(file), input_error);
    const auto g = read_graph<real_directed_graph>(file, {.file = calls});
    ASSERT_EQ(g.vertex_count(), 3u);
    ASSERT_EQ(g.edge_count(), 3u);
    EXPECT_EQ(g.original_name(2), "v2");
    EXPECT_EQ(g.out_edges(2)[0].to, 0u);
    EXPECT_EQ(g.out_edges(2)[0].weight, 2.5);
  }
}

TEST_F(Parquet, FactsAreKnownBeforeTheGraphIsRead) {
  const graph_file file(written("a.parquet", 5), calls);
  EXPECT_EQ(file.facts().format, graph_format::parquet);
  EXPECT_EQ(file.facts().weights, weight_kind::real);
  EXPECT_EQ(file.facts().told_by, direction_from::assumed);
  EXPECT_TRUE(file.facts().directed);
  EXPECT_EQ(file.expected_size().edges, 5u);
  file_options undirected = calls;
  undirected.directed = false;
  EXPECT_FALSE(graph_file(path("a.parquet"), undirected).facts().directed);
}

TEST_F(Parquet, OptionsDoNotChangeTextFiles) {
  EXPECT_EQ(graph_file("1,2\n2,3\n", "t.csv", with_parquet()).read<directed_graph>().edge_count(),
            2u);
}

TEST_F(Parquet, AStopEndsTheReading) {
  const std::string file = written("a.parquet", 100'000);
  std::stop_source source;
  source.request_stop();
  read_options options;
  options.file = calls;
  options.build.loops.stop = source.get_token();
  EXPECT_THROW(read_graph<directed_graph>(file, options), interrupted);
}

TEST_F(Parquet, EveryRowIsThereOnceWhateverTheWorkers) {
  constexpr std::size_t n = 300'000;
  const std::string file = written("a.arrow", n);
  for (const unsigned workers : {1u, 2u}) {
    read_options options;
    options.file = calls;
    options.build.loops.workers = workers;
    const auto g = read_graph<directed_graph>(file, options);
    ASSERT_EQ(g.vertex_count(), n);
    std::vector<int> seen(n);
    for (vertex v = 0; v < n; ++v) {
      ASSERT_EQ(g.out_degree(v), 1u);
      ++seen[g.out().targets()[v]];
    }
    EXPECT_EQ(seen, std::vector<int>(n, 1));
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
