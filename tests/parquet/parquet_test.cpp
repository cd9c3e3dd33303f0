// SPDX-License-Identifier: Apache-2.0
// The reader as a library. test_parquet.py tests files written by other programs.
#include <arcas/graph/errors.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/write_graph.h>
#include <arcas/parquet/parquet.h>
#include <arcas/parquet/table_writer.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <initializer_list>
#include <iterator>
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

TEST_F(Parquet, AGraphIsWrittenAndReadBack) {
  const auto g = read_graph<real_directed_graph>(written("a.parquet", 100'000), {.file = calls});
  for (const char* name : {"b.parquet", "b.ARROW", "b.feather"}) {
    SCOPED_TRACE(name);
    write_parquet(g, path(name));
    const auto back = read_graph<real_directed_graph>(path(name), {.file = with_parquet()});
    ASSERT_EQ(back.vertex_count(), g.vertex_count());
    ASSERT_EQ(back.edge_count(), g.edge_count());
    for (vertex v = 0; v < g.vertex_count(); ++v) {
      ASSERT_EQ(back.original_name(v), g.original_name(v));
      ASSERT_EQ(back.out_edges(v)[0].to, g.out_edges(v)[0].to);
      ASSERT_EQ(back.out_edges(v)[0].weight, g.out_edges(v)[0].weight);
    }
  }
}

TEST_F(Parquet, WhatCannotBeWrittenLeavesNothing) {
  const auto g = read_graph<directed_graph>(written("a.parquet", 3000), {.file = calls});
  EXPECT_THROW(write_parquet(g, path("b.csv")), output_error);
  EXPECT_THROW(write_parquet(g, path("b.parquet.zst")), output_error);
  EXPECT_THROW(write_parquet(directed_graph(), path("b.parquet")), output_error);
  EXPECT_THROW(write_graph(g, path("b.parquet")), output_error);
  EXPECT_TRUE(keeps_names("b.parquet"));
  EXPECT_FALSE(keeps_undirected("b.arrow"));
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(write_parquet(g, path("b.parquet"), {.stop = source.get_token()}), interrupted);
  EXPECT_EQ(std::distance(fs::directory_iterator(path("")), fs::directory_iterator()), 1);
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
