// SPDX-License-Identifier: Apache-2.0
// Reads the values of vertices from their homes: of one vertex, of some, of all, and the greatest.
// Names are requested from the homes, too.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/vertex_files.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/components.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

using graph::scratch_file;

class vertex_values_on : public testing::TestWithParam<rank_id> {
 protected:
  template <class F>
  void on_ranks(const F& f) const {
    cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job(f));
  }
};

vertex_values<std::uint32_t> digits() {
  return {vertex_places(cluster::ranks()), 10, [] {
            std::vector<std::uint32_t> own;
            for (vertex v = cluster::self(); v < 10; v += cluster::ranks())
              own.push_back(3 * v % 10);
            return own;
          }};
}

TEST_P(vertex_values_on, one_some_and_all_are_those_of_the_homes) {
  on_ranks([] {
    const auto values = digits();
    EXPECT_EQ(values.size(), 10u);
    for (vertex v = 0; v < 10; ++v) EXPECT_EQ(values.at(v), 3 * v % 10);
    const std::vector<vertex> some{9, 0, 9, 4, 1};
    EXPECT_EQ(values.at(some), (std::vector<std::uint32_t>{7, 0, 7, 2, 3}));
    EXPECT_TRUE(values.at(std::vector<vertex>{}).empty());
    EXPECT_EQ(values.gathered(), (std::vector<std::uint32_t>{0, 3, 6, 9, 2, 5, 8, 1, 4, 7}));
    values.end();
  });
}

TEST_P(vertex_values_on, the_highest_come_in_order_and_equal_ones_by_vertex) {
  on_ranks([] {
    const auto values = digits();
    using pairs = std::vector<std::pair<vertex, std::uint32_t>>;
    EXPECT_EQ(values.highest(3), (pairs{{3, 9}, {6, 8}, {9, 7}}));
    EXPECT_EQ(values.highest(0), pairs{});
    EXPECT_EQ(values.highest(99).size(), 10u);
    values.end();
    const vertex_values<std::uint32_t> many(vertex_places(cluster::ranks()), 20'000, [] {
      std::vector<std::uint32_t> own;
      for (vertex v = cluster::self(); v < 20'000; v += cluster::ranks())
        own.push_back(v * 7919 % 20'011);
      return own;
    });
    std::vector<std::uint32_t> sorted = many.gathered();
    std::ranges::sort(sorted, std::greater<>{});
    const auto first = many.highest(700);
    ASSERT_EQ(first.size(), 700u);
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].second, sorted[i]);
    many.end();
    const vertex_values<std::uint32_t> equal(
        vertex_places(cluster::ranks()), 10, [places = vertex_places(cluster::ranks())] {
          return std::vector<std::uint32_t>(places.count_on(cluster::self(), 10), 5);
        });
    EXPECT_EQ(equal.highest(2), (pairs{{0, 5}, {1, 5}}));
    equal.end();
  });
}

TEST_P(vertex_values_on, without_a_vertex_there_is_nothing) {
  on_ranks([] {
    const vertex_values<double> none;
    EXPECT_TRUE(none.empty());
    EXPECT_TRUE(none.highest(3).empty());
    EXPECT_TRUE(none.gathered().empty());
    EXPECT_THROW(none.at(0), std::invalid_argument);
    none.end();
  });
}

TEST_P(vertex_values_on, wrong_uses_are_told_on_the_calling_rank) {
  on_ranks([] {
    const auto values = digits();
    for (const vertex v : {vertex{10}, graph::no_vertex}) {
      EXPECT_THROW(values.at(v), std::invalid_argument);
      EXPECT_THROW(values.at(std::vector<vertex>{1, v}), std::invalid_argument);
    }
    const auto g = distributed_graph::kronecker(3, 2);
    const scratch_file to("", ".csv");
    EXPECT_THROW(write_vertex_values(g, to.path(), values), std::invalid_argument);
    const auto too_few = [] { return std::vector<double>(1); };
    EXPECT_THROW((vertex_values<double>(vertex_places(cluster::ranks()), 20, too_few)),
                 std::invalid_argument);
    values.end();
    EXPECT_ANY_THROW(values.highest(1));
    EXPECT_ANY_THROW(values.gathered());
    g.end();
  });
}

TEST_P(vertex_values_on, the_largest_components_are_those_of_one_machine) {
  const scratch_file list("0 1\n1 2\n5 6\n6 7\n7 8\n10 11\n12 13\n", ".txt");
  const auto whole = graph::read_graph<graph::undirected_graph>(list.path());
  const auto sizes = graph::component_sizes(graph::components(whole).labels.all());
  on_ranks([&] {
    const auto g = distributed_graph::read(list.path(), {.undirected = true});
    const auto found = components(g);
    EXPECT_EQ(found.components, sizes.size());
    for (const std::size_t count : {std::size_t{1}, std::size_t{4}, std::size_t{99}}) {
      const auto largest = largest_components(found, count);
      ASSERT_EQ(largest.size(), std::min(count, sizes.size()));
      for (std::size_t i = 0; i < largest.size(); ++i) {
        EXPECT_EQ(largest[i].first, sizes[i].label);
        EXPECT_EQ(largest[i].second, sizes[i].vertices);
      }
    }
    found.end();
    g.end();
  });
}

TEST_P(vertex_values_on, homes_know_the_names) {
  const scratch_file numbers("10 7\n7 3\n3 900\n11 10\n", ".txt");
  const scratch_file texts("from,to\nAda,Grace\nZoe,Ada\n", ".csv");
  on_ranks([&] {
    const auto by_number = distributed_graph::read(numbers.path());
    EXPECT_FALSE(by_number.has_text_names());
    EXPECT_EQ(by_number.name_of(4), "900");
    EXPECT_EQ(by_number.vertex_named("7"), vertex{1});
    EXPECT_EQ(by_number.vertex_named("8"), std::nullopt);
    EXPECT_EQ(by_number.vertex_named("7x"), std::nullopt);
    by_number.end();
    const auto by_text = distributed_graph::read(texts.path());
    EXPECT_TRUE(by_text.has_text_names());
    EXPECT_EQ(by_text.name_of(2), "Zoe");
    EXPECT_EQ(by_text.vertex_named("Grace"), vertex{1});
    EXPECT_EQ(by_text.vertex_named("2"), std::nullopt);
    by_text.end();
  });
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, vertex_values_on, testing::Values(1u, 3u, 8u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
