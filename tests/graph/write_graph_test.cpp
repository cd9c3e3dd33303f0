// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/graph_file.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/graph/write_graph.h>
#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <stop_token>
#include <thread>

#include "graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

namespace fs = std::filesystem;

// A folder that is removed at the end of the test.
class WriteGraph : public testing::Test {
 protected:
  WriteGraph() { fs::create_directories(folder_); }
  ~WriteGraph() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("arcas_write_" + std::to_string(getpid()));
};

weighted_edge_list written_sample() {
  weighted_edge_list list{5, plain_array<weighted_edge>(6), vertex_names({3, 7, 8, 20, 21})};
  const weighted_edge edges[] = {{0, 2, 9}, {0, 1, 4}, {2, 0, 7}, {4, 4, 1}, {1, 3, 2}, {0, 2, 5}};
  std::ranges::copy(edges, list.edges.begin());
  return list;
}

template <class G>
void expect_same_arrays(const G& a, const G& b) {
  ASSERT_EQ(a.vertex_count(), b.vertex_count());
  EXPECT_EQ(a.edge_count(), b.edge_count());
  EXPECT_TRUE(std::ranges::equal(a.out().offsets(), b.out().offsets()));
  EXPECT_TRUE(std::ranges::equal(a.out().targets(), b.out().targets()));
  EXPECT_TRUE(std::ranges::equal(a.out().weights(), b.out().weights()));
  EXPECT_TRUE(std::ranges::equal(a.in().targets(), b.in().targets()));
  EXPECT_TRUE(std::ranges::equal(a.in().weights(), b.in().weights()));
}

template <class G>
void expect_same_names(const G& a, const G& b) {
  for (vertex v = 0; v < a.vertex_count(); ++v) EXPECT_EQ(a.original_id(v), b.original_id(v));
}

TEST_F(WriteGraph, EveryFormatReadsBack) {
  const directed_graph g = build_directed(without_weights(written_sample()));
  for (const char* name : {"a.txt", "a.el", "a.sg", "a.mtx", "a.txt.zst", "a.el.gz", "a.sg.zst",
                           "a.csv", "a.tsv", "a.npz", "a.graphml", "a.graphml.gz"}) {
    SCOPED_TRACE(name);
    write_graph(g, path(name));
    expect_same_arrays(read_graph<directed_graph>(path(name)), g);
  }
}

TEST_F(WriteGraph, EveryFormatWithWeightsReadsBack) {
  const weighted_directed_graph g = build_directed(written_sample());
  for (const char* name : {"a.txt", "a.csv", "a.tsv", "a.wel", "a.wsg", "a.mtx", "a.gr", "a.gr.gz",
                           "a.wsg.zst", "a.npz", "a.graphml"}) {
    SCOPED_TRACE(name);
    write_graph(g, path(name));
    expect_same_arrays(read_graph<weighted_directed_graph>(path(name)), g);
  }
}

TEST_F(WriteGraph, UndirectedGraphsStayUndirectedInFormatsWithADirection) {
  const weighted_undirected_graph g = build_undirected(written_sample());
  for (const char* name : {"a.wsg", "a.mtx", "a.graph", "a.graph.zst", "a.txt", "a.graphml"}) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(keeps_undirected(name));
    write_graph(g, path(name));
    graph_file file(path(name));
    EXPECT_FALSE(file.facts().directed);
    expect_same_arrays(file.read<weighted_undirected_graph>(), g);
  }
}

TEST_F(WriteGraph, EdgeListsHaveUndirectedEdgesBothWays) {
  const undirected_graph g = build_undirected(without_weights(written_sample()));
  for (const char* name : {"a.csv", "a.tsv", "a.el", "a.npz"}) {
    EXPECT_FALSE(keeps_undirected(name));
    write_graph(g, path(name));
    const auto both = read_graph<directed_graph>(path(name));
    EXPECT_EQ(both.edge_count(), g.arc_count());
    EXPECT_TRUE(std::ranges::equal(both.out().targets(), g.out().targets()));
  }
}

TEST_F(WriteGraph, NamesStayInTextAndArrays) {
  const directed_graph g = build_directed(without_weights(written_sample()));
  for (const char* name : {"a.txt", "a.csv", "a.tsv", "a.sg", "a.graphml"}) {
    EXPECT_TRUE(keeps_names(name));
    write_graph(g, path(name));
    expect_same_names(read_graph<directed_graph>(path(name)), g);
  }
  edge_list counted = list_of(3, {{0, 1}, {1, 2}});
  counted.names = vertex_names::counted_from(40);
  const directed_graph from40 = build_directed(std::move(counted));
  write_graph(from40, path("b.sg"));
  expect_same_names(read_graph<directed_graph>(path("b.sg")), from40);
}

TEST_F(WriteGraph, TextNamesStay) {
  const directed_graph g =
      graph_file("7,b b\nb b,\"a \"\"x\"\"\"\n", "t.csv").read<directed_graph>();
  ASSERT_TRUE(g.names().are_text());
  ASSERT_EQ(g.vertex_count(), 3u);
  for (const char* name : {"a.txt", "a.csv", "a.tsv", "a.sg", "a.csv.zst", "a.graphml"}) {
    SCOPED_TRACE(name);
    write_graph(g, path(name));
    const auto read = read_graph<directed_graph>(path(name));
    expect_same_arrays(read, g);
    for (vertex v = 0; v < g.vertex_count(); ++v)
      EXPECT_EQ(read.original_name(v), g.original_name(v));
  }
}

real_directed_graph named_graph(const std::vector<std::string>& names) {
  text_table table;
  for (const std::string& name : names) {
    table.bytes += name;
    table.ends.push_back(table.bytes.size());
  }
  real_edge_list list{names.size(), plain_array<real_edge>(1), vertex_names(std::move(table))};
  list.edges[0] = {0, static_cast<vertex>(names.size() - 1), -0.1};
  return build_directed(std::move(list));
}

TEST_F(WriteGraph, GraphmlKeepsNamesWithSpecialCharacters) {
  // Vertices are numbered in byte order of their names.
  const std::vector<std::string> names = {"\tt\n\r x", "  two  ", "&amp;", "</node>",
                                          "\"q\" 'a'", "]]>",     "ärger", "\xF0\x9F\x98\x80"};
  std::vector<std::string> sorted = names;
  std::ranges::sort(sorted);
  const real_directed_graph g = named_graph(sorted);
  write_graph(g, path("a.graphml"));
  const auto read = read_graph<real_directed_graph>(path("a.graphml"));
  expect_same_arrays(read, g);
  for (vertex v = 0; v < g.vertex_count(); ++v) EXPECT_EQ(read.original_name(v), sorted[v]);
}

TEST_F(WriteGraph, GraphmlSaysThatNumbersAreText) {
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"1", "10", "2"}, {"0", "1"}, {""}, {"", "1"}, {"01", "1"}}) {
    const real_directed_graph g = named_graph(names);
    write_graph(g, path("a.graphml"));
    const auto read = read_graph<real_directed_graph>(path("a.graphml"));
    expect_same_arrays(read, g);
    ASSERT_TRUE(read.names().are_text());
    for (vertex v = 0; v < g.vertex_count(); ++v) EXPECT_EQ(read.original_name(v), names[v]);
  }
}

TEST_F(WriteGraph, GraphmlRefusesNamesThatXmlCannotRepresent) {
  for (const char* name : {"a\x01", "\xE4rger", "a\xC0\x80", "\xED\xA0\x80", "\xEF\xBF\xBF",
                           "\xF4\x90\x80\x80", "cut\xE2\x82", "\xE0\x80\x80"}) {
    SCOPED_TRACE(name);
    const auto g = named_graph({"A", name});
    EXPECT_NE(
        sentence_of<output_error>([&] {
          write_graph(g, path("a.graphml"));
        }).find("the name of vertex 1 (counted from 0) has a control character or is not UTF-8"),
        std::string::npos);
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(WriteGraph, IsolatedVerticesThatAreLostAreCounted) {
  const directed_graph g = build_directed(list_of(5, {{0, 2}}));
  EXPECT_EQ(lost_vertices(g, "a.txt"), 3u);
  EXPECT_EQ(lost_vertices(g, "a.el"), 2u);
  EXPECT_EQ(lost_vertices(g, "a.sg"), 0u);
  const directed_graph none = build_directed(list_of(5, {}));
  EXPECT_NE(sentence_of<output_error>([&] { write_graph(none, path("a.wel.zst")); }).size(), 0u);
  EXPECT_NE(sentence_of<output_error>([&] {
              write_graph(none, path("a.el"));
            }).find("lists edges only, but the graph has none"),
            std::string::npos);
  EXPECT_EQ(files(), 0u);
  for (const char* name : {"a.mtx", "a.graphml"}) {
    write_graph(none, path(name));
    EXPECT_EQ(read_graph<directed_graph>(path(name)).vertex_count(), 5u);
  }
}

TEST_F(WriteGraph, FractionsReadBackExactly) {
  real_edge_list list{2, plain_array<real_edge>(2), {}};
  list.edges[0] = {0, 1, 0.1};
  list.edges[1] = {1, 0, -1.0 / 3};
  const auto g = build_directed(std::move(list));
  for (const char* name : {"a.wel", "a.mtx", "a.txt", "a.npz", "a.graphml"}) {
    write_graph(g, path(name));
    expect_same_arrays(read_graph<real_directed_graph>(path(name)), g);
  }
}

// The archive's directory has 64-bit numbers, none of which may point outside the file.
TEST_F(WriteGraph, AnArchiveWithAWrongByteIsReadOrRefused) {
  write_graph(build_directed(written_sample()), path("a.npz"));
  const input_file file(path("a.npz"));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < file.bytes().size(); ++i) {
    std::string bytes(file.bytes());
    bytes[i] = static_cast<char>(~bytes[i]);
    try {
      graph_file(bytes, "a.npz").read<weighted_directed_graph>();
    } catch (const input_error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0u);
}

TEST_F(WriteGraph, WritesManyPiecesInOrder) {
  constexpr std::size_t n = 200000;
  edge_list list{n, plain_array<edge>(n), {}};
  for (vertex v = 0; v < n; ++v) list.edges[v] = {v, static_cast<vertex>((v * 7919ull) % n)};
  const directed_graph g = build_directed(std::move(list));
  for (const char* name : {"a.el", "a.txt.zst", "a.sg.gz", "a.npz"}) {
    write_graph(g, path(name));
    expect_same_arrays(read_graph<directed_graph>(path(name)), g);
  }
}

TEST_F(WriteGraph, AGraphWithoutVerticesIsAFile) {
  for (const char* name : {"a.sg", "a.npz"}) {
    write_graph(directed_graph(), path(name));
    EXPECT_EQ(read_graph<directed_graph>(path(name)).vertex_count(), 0u);
  }
  for (const char* name : {"a.mtx", "a.graphml"}) {
    write_graph(undirected_graph(), path(name));
    EXPECT_EQ(read_graph<undirected_graph>(path(name)).vertex_count(), 0u);
  }
}

TEST_F(WriteGraph, RefusesBeforeItWrites) {
  const directed_graph g = build_directed(list_of(2, {{0, 1}}));
  const auto said = [&](const std::string& name) {
    return sentence_of<output_error>([&] { write_graph(g, path(name)); });
  };
  EXPECT_NE(said("a.xls").find("no format has its ending"), std::string::npos);
  EXPECT_NE(said("a").find("no format has its ending"), std::string::npos);
  EXPECT_NE(said("a.npz.gz").find("SciPy does not read .npz files that are packed again"),
            std::string::npos);
  EXPECT_NE(said("a.wel").find("the graph has none"), std::string::npos);
  EXPECT_NE(said("a.graph").find("METIS has undirected graphs only"), std::string::npos);
  EXPECT_NE(said("no/such/folder/a.sg").find("cannot be made"), std::string::npos);
  EXPECT_EQ(files(), 0u);
  fs::create_directory(path("b.sg"));
  EXPECT_NE(said("b.sg").find("is a directory"), std::string::npos);
  const real_directed_graph real;
  EXPECT_NE(
      sentence_of<output_error>([&] { write_graph(real, path("a.wsg")); }).find("whole weights"),
      std::string::npos);
}

TEST_F(WriteGraph, LeavesNoIncompleteFile) {
  write_graph(build_directed(list_of(2, {{0, 1}})), path("a.el"));
  std::stop_source source;
  source.request_stop();
  const directed_graph other = build_directed(list_of(3, {{0, 1}, {1, 2}}));
  EXPECT_THROW(write_graph(other, path("a.el"), {.stop = source.get_token()}), interrupted);
  EXPECT_EQ(read_graph<directed_graph>(path("a.el")).edge_count(), 1u);
  EXPECT_EQ(files(), 1u);
}

TEST_F(WriteGraph, WritesTheFileThatALinkPointsTo) {
  fs::create_directory(path("folder"));
  fs::create_symlink("folder/target.el", path("first.el"));
  fs::create_symlink(path("first.el"), path("second.el"));
  write_graph(build_directed(list_of(2, {{0, 1}})), path("second.el"));
  EXPECT_TRUE(fs::is_symlink(path("first.el")) && fs::is_symlink(path("second.el")));
  EXPECT_TRUE(fs::is_regular_file(path("folder/target.el")));
  EXPECT_EQ(read_graph<directed_graph>(path("second.el")).edge_count(), 1u);
  EXPECT_EQ(files(), 3u);
}

TEST_F(WriteGraph, RefusesLinksWithoutATarget) {
  fs::create_symlink("b.el", path("a.el"));
  fs::create_symlink("a.el", path("b.el"));
  fs::create_symlink("no folder/c.el", path("c.el"));
  const directed_graph g = build_directed(list_of(2, {{0, 1}}));
  for (const char* name : {"a.el", "c.el"}) {
    EXPECT_NE(sentence_of<output_error>([&] { write_graph(g, path(name)); }).find("cannot be made"),
              std::string::npos);
    EXPECT_TRUE(fs::is_symlink(path(name)));
  }
  EXPECT_EQ(files(), 3u);
}

TEST_F(WriteGraph, ReportsAFullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "requires /dev/full";
  fs::create_symlink("/dev/full", path("full.el"));
  const directed_graph g = build_directed(list_of(2, {{0, 1}}));
  EXPECT_NE(sentence_of<output_error>([&] { write_graph(g, path("full.el")); }).find("space left"),
            std::string::npos);
}

TEST(OutputFile, StopsWaitingForTheReaderOfAPipe) {
  const named_pipe pipe;
  unsigned looks = 0;
  EXPECT_THROW(output_file(pipe.path(), {.stop = third_look{&looks}}), interrupted);
  EXPECT_EQ(looks, 3u);
}

TEST(OutputFile, StopsWaitingForAReaderThatStalls) {
  const named_pipe pipe;
  const int reader = open(pipe.path().c_str(), O_RDWR | O_CLOEXEC);
  std::stop_source source;
  output_file file(pipe.path(), {.stop = source.get_token()});
  file.write("1 2\n");
  const std::jthread user([&] { source.request_stop(); });
  const std::string more_than_a_pipe_holds(std::size_t{1} << 22, 'x');
  EXPECT_THROW(file.write(more_than_a_pipe_holds), interrupted);
  close(reader);
}

// A stop token that requests no stop. The first check of the token starts a reader.
struct late_reader {
  std::jthread* reader;
  std::function<void()>* read;
  bool stop_requested() const {
    if (!reader->joinable()) *reader = std::jthread(*read);
    return false;
  }
};

TEST(OutputFile, WaitsForAReaderThatComesLate) {
  const named_pipe pipe;
  const std::string written(std::size_t{1} << 20, 'x');
  std::string content;
  std::function<void()> read = [&] { content = input_file(pipe.path()).bytes(); };
  std::jthread reader;
  {
    output_file file(pipe.path(), {.stop = late_reader{&reader, &read}});
    file.write(written);
    file.finish();
  }
  reader.join();
  EXPECT_EQ(content, written);
}

}  // namespace
}  // namespace arcas::inline v0::graph
