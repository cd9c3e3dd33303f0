// SPDX-License-Identifier: Apache-2.0
// Ranks and one process compute the same conductance of a set, with and without hubs and weights.
#include "../graph/graph_texts.h"
#include "virtual_ranks.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>
#include <arcas/graph/graph_file.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class conductance_on : public testing::TestWithParam<rank_id> {};

template <class W>
void conductances_equal_for(const std::string& text, rank_id ranks) {
  const graph::scratch_file file(text, ".wel");
  const std::string path = file.path();
  const auto whole = graph::read_graph<graph::basic_undirected_graph<W>>(path);
  cluster::run_virtual(
      virtual_ranks(ranks, 1), cluster::job([&] {
        for (const edge_index hub_degree : {edge_index{1}, edge_index{12}, automatic_hub_degree}) {
          const auto g = distributed_graph::of(*read_edges<W>(path),
                                               {.both_ways = true, .hub_degree = hub_degree});
          for (const unsigned every : {1, 2, 5, 1000}) {
            std::vector<std::uint8_t> members(whole.vertex_count());
            const vertex_values<std::uint8_t> at_homes(g.places(), g.vertex_count());
            for (vertex v = 1; v < members.size(); v += every) {
              members[v] = 1;
              at_homes.set(v, 1);
            }
            for (const bool weighted : {false, true}) {
              const double expected = graph::conductance(whole, members, {.weighted = weighted});
              EXPECT_EQ(conductance(g, at_homes, {.weighted = weighted}), expected);
              const std::vector<vertex> labels(members.begin(), members.end());
              EXPECT_EQ(graph::conductances(whole, labels, 2, {.weighted = weighted})[1], expected);
            }
            at_homes.end();
          }
          g.end();
        }
      }));
}

// Parallel edges and self-loops occur.
std::string weighted_lines(const char* fraction) {
  std::string text;
  for (unsigned i = 0; i < 400; ++i)
    text += std::to_string(i * i % 61) + ' ' + std::to_string(i * 7 % 53) + ' ' +
            std::to_string(i % 11) + fraction + '\n';
  return text;
}

TEST_P(conductance_on, whole_weights) {
  conductances_equal_for<graph::weight>(weighted_lines(""), GetParam());
}
TEST_P(conductance_on, weights_with_fractions) {
  conductances_equal_for<graph::real_weight>(weighted_lines(".37"), GetParam());
}

TEST_P(conductance_on, what_one_process_refuses) {
  const graph::scratch_file file("0 1 2\n1 2 -1\n", ".wel");
  const std::string path = file.path();
  cluster::run_virtual(
      virtual_ranks(GetParam(), 3), cluster::job([&] {
        const auto g = distributed_graph::of(*read_edges<graph::weight>(path), {.both_ways = true});
        const vertex_values<std::uint8_t> none(g.places(), g.vertex_count());
        EXPECT_EQ(conductance(g, none), 0);
        EXPECT_THROW(conductance(g, none, {.weighted = true}), std::invalid_argument);
        const auto directed = distributed_graph::read(path);
        EXPECT_THROW(conductance(directed, none), std::invalid_argument);
        directed.end();
        none.end();
        g.end();
      }));
}

INSTANTIATE_TEST_SUITE_P(cluster_graph, conductance_on, testing::Values(1u, 2u, 3u, 7u));

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
