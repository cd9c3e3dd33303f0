// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/serialized.h>
#include <arcas/graph/input_file.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <vector>

#include "../graph_texts.h"

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string header(bool directed, std::int64_t arcs, std::int64_t vertices) {
  std::string bytes;
  put(bytes, directed);
  put(bytes, arcs);
  put(bytes, vertices);
  return bytes;
}

std::string rows(std::vector<std::int64_t> offsets, std::vector<std::int32_t> targets) {
  std::string bytes;
  for (const auto offset : offsets) put(bytes, offset);
  for (const auto target : targets) put(bytes, target);
  return bytes;
}

// 0 → 1, 0 → 2, 2 → 0.
std::string three_arcs() {
  return header(true, 3, 3) + rows({0, 2, 2, 3}, {1, 2, 0}) + rows({0, 1, 2, 3}, {2, 0, 0});
}

directed_graph directed(const std::string& bytes) {
  return graph_of<unweighted, true>(open_serialized(bytes, "F.sg"), {}, {});
}

std::string serialized_refusal(const std::string& bytes, const std::string& name = "F.sg") {
  return sentence_of<input_error>([&] {
    const serialized_graph file = open_serialized(bytes, name);
    if (file.facts.directed) {
      graph_of<unweighted, true>(file, {}, {});
    } else {
      graph_of<unweighted, false>(file, {}, {});
    }
  });
}

TEST(Serialized, ReadsBothDirections) {
  const directed_graph g = directed(three_arcs());
  EXPECT_EQ(g.edge_count(), 3u);
  EXPECT_EQ(g.out_neighbors(0)[1], 2u);
  EXPECT_EQ(g.in_neighbors(0)[0], 2u);
  EXPECT_EQ(g.original_id(2), 2u);
}

TEST(Serialized, ReadsWeightsBesideTargets) {
  const std::string bytes = header(false, 2, 2) + rows({0, 1, 2}, {1, -5, 0, -5});
  const auto g = graph_of<weight, false>(open_serialized(bytes, "F.wsg"), {}, {});
  EXPECT_EQ(g.edge_count(), 1u);
  EXPECT_EQ(g.out_edges(0)[0].weight, -5);
  EXPECT_EQ((graph_of<unweighted, false>(open_serialized(bytes, "F.wsg"), {}, {}).arc_count()), 2u);
}

TEST(Serialized, SortsRows) {
  const auto g = graph_of<unweighted, false>(
      open_serialized(header(false, 4, 3) + rows({0, 2, 3, 4}, {2, 1, 0, 0}), "F.sg"), {}, {});
  EXPECT_TRUE(std::ranges::is_sorted(g.neighbors(0)));
}

TEST(Serialized, KeepsNamesAfterTheArrays) {
  std::string bytes = three_arcs() + std::string(names_mark);
  for (const std::uint64_t value : {0, 3, 5, 70, 9000}) put(bytes, value);
  EXPECT_EQ(directed(bytes).original_id(2), 9000u);
  std::string counted = three_arcs() + std::string(names_mark);
  put(counted, std::uint64_t{1});
  put(counted, std::uint64_t{0});
  EXPECT_EQ(directed(counted).original_id(2), 3u);
}

std::string named(std::initializer_list<std::uint64_t> names) {
  std::string bytes = three_arcs() + std::string(names_mark);
  put(bytes, std::uint64_t{0});
  put(bytes, std::uint64_t{names.size()});
  for (const std::uint64_t name : names) put(bytes, name);
  return bytes;
}

// A binary search finds the vertex with a name.
TEST(Serialized, RefusesNamesThatAreRepeatedOrDoNotAscend) {
  const std::string sentence =
      "F.sg: the names of the vertices are not in ascending order; write the file again";
  EXPECT_EQ(serialized_refusal(named({3, 5, 4})), sentence);
  EXPECT_EQ(serialized_refusal(named({3, 3, 4})), sentence);
  std::string counted = three_arcs() + std::string(names_mark);
  put(counted, std::numeric_limits<std::uint64_t>::max() - 1);
  put(counted, std::uint64_t{0});
  EXPECT_EQ(serialized_refusal(counted), sentence);
  std::string greatest = three_arcs() + std::string(names_mark);
  put(greatest, std::numeric_limits<std::uint64_t>::max() - 2);
  put(greatest, std::uint64_t{0});
  EXPECT_EQ(directed(greatest).original_id(2), std::numeric_limits<std::uint64_t>::max());
  for (const std::string text : {"bca", "aab", "aba"}) {
    std::string texts = three_arcs() + std::string(texts_mark);
    for (const std::uint64_t value : {3, 3, 1, 2, 3}) put(texts, value);
    EXPECT_EQ(serialized_refusal(texts + text), sentence) << text;
  }
}

TEST(Serialized, IsRefusedIfTheFileShrinksMeanwhile) {
  const scratch_file whole(three_arcs(), ".sg");
  const auto opened = std::make_shared<const input_descriptor>(whole.path());
  const serialized_graph file = open_serialized(opened);
  EXPECT_EQ((graph_of<unweighted, true>(file, {}, {}).edge_count()), 3u);
  for (std::size_t size = three_arcs().size(); size-- > 0;) {
    std::filesystem::resize_file(whole.path(), size);
    EXPECT_TRUE(sentence_of<input_error>([&] {
                  graph_of<unweighted, true>(file, {}, {});
                }).starts_with(whole.path() + ": ends at byte "))
        << size;
  }
}

// The graph has a hub whose row is longer than a piece, and rows that end at the ends of pieces.
TEST(Serialized, ReadsLongRowsInPieces) {
  constexpr std::int64_t arcs = 3 << 16;
  std::vector<std::int64_t> offsets = {0, 0, 70000, 70000, 1 << 16 | 70000, arcs, arcs};
  std::vector<std::int32_t> pairs;
  for (std::int32_t i = 0; i < arcs; ++i) {
    pairs.push_back(0);
    pairs.push_back(i);
  }
  std::vector<std::int64_t> back = {0, arcs, arcs, arcs, arcs, arcs, arcs};
  std::vector<std::int32_t> reverse;
  std::int32_t row = 0;
  for (std::int32_t i = 0; i < arcs; ++i) {
    while (offsets[row + 1] <= i) ++row;
    reverse.push_back(row);
    reverse.push_back(i);
  }
  const std::string bytes = header(true, arcs, 6) + rows(offsets, pairs) + rows(back, reverse);
  const scratch_file whole(bytes, ".wsg");
  const auto g = graph_of<weight, true>(
      open_serialized(std::make_shared<const input_descriptor>(whole.path())), {}, {});
  for (std::size_t i = 0; i < g.out().weights().size(); ++i)
    ASSERT_EQ(g.out().weights()[i], static_cast<weight>(i));
  EXPECT_EQ(g.in_degree(0), static_cast<std::size_t>(arcs));
}

TEST(Serialized, RefusesEveryTruncation) {
  const std::string whole = three_arcs();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_TRUE(serialized_refusal(whole.substr(0, size)).starts_with("F.sg: ")) << size;
  }
  EXPECT_NE(serialized_refusal(whole + "x").find("has 1 bytes more than its header states"),
            std::string::npos);
}

TEST(Serialized, RefusesArraysThatAreNotAGraph) {
  EXPECT_NE(serialized_refusal(header(false, 2, 2) + rows({0, 1, 2}, {1, 2}))
                .find("vertex 1 has a neighbour"),
            std::string::npos);
  EXPECT_NE(serialized_refusal(header(false, 2, 2) + rows({0, 1, 2}, {1, -1}))
                .find("vertex 1 has a neighbour"),
            std::string::npos);
  EXPECT_NE(serialized_refusal(header(false, 2, 2) + rows({0, 3, 2}, {1, 0}))
                .find("end before they begin"),
            std::string::npos);
  EXPECT_NE(serialized_refusal(header(false, 2, 2) + rows({0, 1, 1}, {1, 0}))
                .find("do not have the number of neighbours"),
            std::string::npos);
  EXPECT_NE(serialized_refusal(header(false, -1, 2) + rows({0, 1, 1}, {1, 0})).find("header"),
            std::string::npos);
  EXPECT_NE(serialized_refusal(header(false, 2, 3) + rows({0, 1, 2, 2}, {1, 2}))
                .find("an edge is listed at one of its ends only"),
            std::string::npos);
  std::string bytes = three_arcs();
  bytes[bytes.size() - 4] = 1;
  EXPECT_NE(serialized_refusal(bytes).find("not the same in both directions"), std::string::npos);
}

// The bytes are reserved addresses without memory, so no file of that size is needed.
TEST(Serialized, RefusesMoreVerticesThanAGraphHas) {
  constexpr std::size_t size = std::size_t{5} << 30;
  void* const mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(mapped, MAP_FAILED);
  const std::string start = header(false, 0, std::int64_t{1} << 32);
  std::memcpy(mapped, start.data(), start.size());
  const std::string_view bytes(static_cast<const char*>(mapped), size);
  EXPECT_EQ(sentence_of<input_error>([&] { open_serialized(bytes, "F.sg"); }),
            "F.sg: 4294967296 vertices are too many, since a graph has at most 4294967295 (32-bit "
            "numbers); renumber them without gaps, or split the graph");
  munmap(mapped, size);
}

TEST(Serialized, RequiresWeightsUnlessTheyAreDrawn) {
  const std::string bytes = three_arcs();
  const serialized_graph file = open_serialized(bytes, "F.sg");
  EXPECT_NE(sentence_of<input_error>([&] {
              graph_of<weight, true>(file, {}, {});
            }).find("has no weights"),
            std::string::npos);
  const auto g = graph_of<weight, true>(file, random_weight_options{.most = 9}, {});
  EXPECT_EQ(g.out_edges(0)[1].weight, g.in_edges(0)[0].weight);
  EXPECT_GE(g.out_edges(0)[0].weight, 1);
  EXPECT_LE(g.out_edges(0)[0].weight, 9);
}

}  // namespace
}  // namespace arcas::inline v0::graph
