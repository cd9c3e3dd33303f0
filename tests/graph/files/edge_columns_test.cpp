// SPDX-License-Identifier: Apache-2.0
// Columnar tables. A source in this test takes the place of the component parquet.
#include <arcas/graph/files/edge_columns.h>
#include <arcas/graph/files/table_columns.h>
#include <arcas/graph/graph_file.h>
#include <gtest/gtest.h>

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The content of the next file: parts, each of several batches.
struct held_table {
  std::vector<std::vector<column_batch>> parts;
  std::vector<std::uint64_t> said_rows;  // stated rows per part
  std::vector<std::string> names;        // text ids of all parts
  std::string fault;                     // thrown by part 1
  std::uint64_t most_bytes = std::uint64_t{1} << 30;
  bool weighted = false;
};
held_table held;

class held_source : public column_source {
 public:
  const std::vector<std::uint64_t>& part_rows() const override { return held.said_rows; }
  void read(std::size_t p, std::uint64_t, part_texts& texts,
            arcas::detail::function_reference<void, const column_batch&> take) const override {
    if (p == 1 && !held.fault.empty()) throw input_error(held.fault);
    for (const std::string& name : held.names) texts.names.push_back(name);
    for (const column_batch& batch : held.parts[p]) take(batch);
  }
};

columns_graph open_held(std::string_view, const std::string& name, const file_options& options) {
  columns_graph graph;
  graph.name = name;
  graph.facts.format = graph_format::parquet;
  graph.facts.told_by = direction_from::assumed;
  if (held.weighted) graph.facts.weights = weight_kind::real;
  for (const std::uint64_t rows : held.said_rows) graph.rows += rows;
  graph.text_ids = !held.names.empty() || options.text_ids;
  graph.weight_column = "w";
  graph.most_bytes = held.most_bytes;
  graph.source = std::make_unique<held_source>();
  return graph;
}

const file_options by_columns{.open_columns = open_held};

void hold(std::vector<std::vector<column_batch>> parts) {
  held = {};
  for (const auto& part : parts) {
    held.said_rows.push_back(0);
    for (const column_batch& batch : part) held.said_rows.back() += batch.from.size();
  }
  held.parts = std::move(parts);
}

template <class G>
std::string sentence_of_reading() {
  return sentence_of<input_error>([] { graph_file("", "t.parquet", by_columns).read<G>(); });
}

TEST(EdgeColumns, PartsFollowEachOtherAndIdsBecomeVertices) {
  hold({{{{5, 7}, {7, 9}, {}}, {{9}, {5}, {}}}, {}, {{{7}, {5}, {}}}});
  const auto g = graph_file("", "t.parquet", by_columns).read<directed_graph>();
  ASSERT_EQ(g.vertex_count(), 3u);
  EXPECT_EQ(g.edge_count(), 4u);
  EXPECT_EQ(g.original_id(2), 9u);
  EXPECT_EQ(g.out_degree(1), 2u);
}

TEST(EdgeColumns, AnIdOf64BitsMayComeLate) {
  constexpr std::uint64_t large = (std::uint64_t{1} << 63) + 1;
  hold({{{{1, 2}, {2, 3}, {0.5, 1.5}}, {{large}, {1}, {2.5}}}, {{{3}, {large}, {3.5}}}});
  held.weighted = true;
  const auto g = graph_file("", "t.parquet", by_columns).read<real_directed_graph>();
  ASSERT_EQ(g.vertex_count(), 4u);
  EXPECT_EQ(g.original_id(3), large);
  EXPECT_EQ(g.out_edges(3)[0].to, 0u);
  EXPECT_EQ(g.out_edges(3)[0].weight, 2.5);
  EXPECT_EQ(g.out_edges(0)[0].weight, 0.5);
  EXPECT_EQ(g.out_edges(2)[0].to, 3u);
}

TEST(EdgeColumns, NamesOfAllPartsAreOrderedByTheirBytes) {
  hold({{{{0, 1}, {1, 2}, {}}}, {{{2}, {0}, {}}}});
  held.names = {"b", "c", "a"};
  const auto g = graph_file("", "t.parquet", by_columns).read<directed_graph>();
  ASSERT_EQ(g.vertex_count(), 3u);
  EXPECT_EQ(g.original_name(0), "a");
  EXPECT_EQ(std::vector<vertex>(g.out().targets().begin(), g.out().targets().end()),
            (std::vector<vertex>{1, 2, 0}));
}

TEST(EdgeColumns, MissingRowsAreRefused) {
  const std::string said =
      "t.parquet: the number of rows is not the stated number; write the file again";
  hold({{{{1, 2}, {2, 3}, {}}}});
  held.said_rows = {3};
  EXPECT_EQ(sentence_of_reading<directed_graph>(), said);
  held.said_rows = {1};
  EXPECT_EQ(sentence_of_reading<directed_graph>(), said);
  held.said_rows = {};
  EXPECT_EQ(sentence_of_reading<directed_graph>(),
            "t.parquet: has no rows; check that this is the right file");
}

TEST(EdgeColumns, WeightsThatDoNotFitTheGraphAreRefusedWithTheirRow) {
  hold({{{{1, 2}, {2, 3}, {1, 2}}}, {{{3}, {1}, {3e9}}}});
  held.weighted = true;
  EXPECT_EQ(sentence_of_reading<weighted_directed_graph>(),
            "t.parquet: 3000000000 in column 'w', row 3, is not a whole number of 32 bits, "
            "which this type of weight requires; round it, or use real weights");
  hold({{{{1}, {2}, {1.0 / 0.0}}}});
  held.weighted = true;
  EXPECT_EQ(sentence_of_reading<real_directed_graph>(),
            "t.parquet: inf in column 'w', row 1, is not a weight; write a finite number, or name "
            "another column (arcas: --weight)");
}

TEST(EdgeColumns, TheFirstPartWithAFaultIsReported) {
  hold({{{{1}, {2}, {}}}, {{{1}, {2}, {}}}, {{{1}, {2}, {}}}});
  held.fault = "part 1";
  held.said_rows[2] = 7;
  EXPECT_EQ(sentence_of_reading<directed_graph>(), "part 1");
}

TEST(EdgeColumns, EdgesAndNamesAreBounded) {
  const std::string said =
      "t.parquet: takes more than 15 bytes of memory when unpacked; raise the limit by "
      "most_unpacked (arcas: --most-unpacked), or select fewer rows";
  hold({{{{1, 2}, {2, 3}, {}}}});
  held.said_rows = {std::uint64_t{1} << 61};  // their edges would take 2^64 bytes
  EXPECT_NE(sentence_of_reading<directed_graph>().find(": takes more than 1073741824 bytes"),
            std::string::npos);
  held.said_rows = {2};
  held.most_bytes = 15;  // two edges take 16 bytes
  EXPECT_EQ(sentence_of_reading<directed_graph>(), said);
  held.most_bytes = 16;
  EXPECT_EQ(graph_file("", "t.parquet", by_columns).read<directed_graph>().edge_count(), 2u);
  hold({{{{0}, {0}, {}, 7}}, {{{0}, {0}, {}, 7}}});
  held.names = {"a"};
  held.most_bytes = 15 + 14;
  EXPECT_NE(sentence_of_reading<directed_graph>().find("takes more than 29 bytes"),
            std::string::npos);
  held.most_bytes = 16 + 14;
  EXPECT_EQ(graph_file("", "t.parquet", by_columns).read<directed_graph>().edge_count(), 2u);
}

TEST(EdgeColumns, AStopEndsTheReading) {
  hold({{{{1}, {2}, {}}}});
  std::stop_source source;
  source.request_stop();
  read_options options;
  options.build.loops.stop = source.get_token();
  graph_file file("", "t.parquet", by_columns);
  EXPECT_THROW(file.read<directed_graph>(options), interrupted);
}

TEST(EdgeColumns, DirectionIsLeftToTheCaller) {
  hold({{{{1, 2}, {2, 1}, {}}}});
  file_options undirected = by_columns;
  undirected.directed = false;
  graph_file file("", "t.parquet", undirected);
  EXPECT_FALSE(file.facts().directed);
  EXPECT_EQ(file.read<undirected_graph>().edge_count(), 2u);
}

TEST(EdgeColumns, FilesAreIdentifiedByTheirFirstBytes) {
  EXPECT_TRUE(looks_like_columns("PAR1....PAR1"));
  EXPECT_TRUE(looks_like_columns(std::string_view("PAR1\x15\0", 6)));
  EXPECT_TRUE(looks_like_columns(std::string_view("ARROW1\0\0", 8)));
  EXPECT_FALSE(looks_like_columns("PAR1,PAR2\n1,2\n"));
  EXPECT_FALSE(looks_like_columns("ARROW1,ARROW2\n"));
  EXPECT_EQ(graph_file("PAR1,PAR2\n1,2\n", "t.csv").read<directed_graph>().edge_count(), 1u);
  EXPECT_EQ(sentence_of<input_error>([] { graph_file("", "t.feather"); }),
            "t.feather: Parquet and Arrow files are not read by this build; write the table as "
            ".csv (pandas: read_parquet, to_csv), or build Arcas with -DARCAS_PARQUET=ON");
}

TEST(TableColumns, ANameComesBeforeANumber) {
  const std::string file = "t.parquet";
  const std::vector<std::string> names = {"1", "0", "3"};
  const auto chosen =
      choose_columns({names, 3, file}, {.from = "3", .to = "1"}, [](std::size_t) { return true; });
  EXPECT_EQ(chosen.from, 2u);
  EXPECT_EQ(chosen.to, 0u);
  EXPECT_EQ(chosen.weight, 1u);
}

}  // namespace
}  // namespace arcas::inline v0::graph
