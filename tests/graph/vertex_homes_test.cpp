// SPDX-License-Identifier: Apache-2.0
// Graphs with homes, on machines of two, four and eight nodes.
#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/loops/statistics.h>

#include "kernels/kernel_graphs.h"

#include <memory>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

std::unique_ptr<runtime> nodes_on(const std::string& machine, unsigned workers) {
  settings s;
  s.topology = machine;
  s.pool.workers = workers;
  s.pool.wait = wait_policy::spin;
  return std::make_unique<runtime>(s);
}

struct nodes_case {
  const char* machine;
  unsigned nodes, workers;
};
constexpr nodes_case machines[] = {{"numa:2 core:1 pu:1", 2, 2},
                                   {"pack:2 numa:2 core:1 pu:1", 4, 4},
                                   {"pack:4 numa:2 core:1 pu:1", 8, 3}};

TEST(VertexHomes, LinksAreDividedInProportionToTheWorkersOfNodes) {
  const undirected_graph g = kronecker_graph({.scale = 12});
  for (const auto& m : machines) {
    const auto on = nodes_on(m.machine, m.workers);
    const vertex_homes homes(g, *on);
    ASSERT_TRUE(homes.matter());
    ASSERT_EQ(homes.ends().size(), m.nodes);
    EXPECT_EQ(homes.ends().back(), g.vertex_count());
    const memory_nodes nodes(*on);
    std::size_t before = 0;
    for (unsigned node = 0; node < m.nodes; ++node) {
      double work = 0;
      for (std::size_t v = before; v < homes.ends()[node]; ++v)
        work += 1 + static_cast<double>(g.out_degree(static_cast<vertex>(v)));
      const double all = static_cast<double>(g.arc_count() + g.vertex_count());
      // Homes end at words of 64 vertices, and the first words have thousands of links. So the
      // division is not exact.
      EXPECT_NEAR(work / all, static_cast<double>(nodes.workers()[node]) / m.workers, 0.2);
      before = homes.ends()[node];
    }
  }
}

TEST(VertexHomes, DoNothingOnOneNode) {
  const auto on = nodes_on("core:2 pu:1", 2);
  const undirected_graph g = kronecker_graph({.scale = 6});
  EXPECT_FALSE(vertex_homes(g, *on).matter());
  EXPECT_FALSE(vertex_homes(g, false, {}).matter());
  const loop_options loops{.grain = 7};
  EXPECT_EQ(vertex_homes(g, *on).over_vertices(loops).distributor, loops.distributor);
}

TEST(VertexHomes, PageRankIsRightWithLocalityAndItsChunksAreCounted) {
  for (const auto& m : machines) {
    const auto on = nodes_on(m.machine, m.workers);
    on_all_graphs([&](const auto& g) {
      place(g, *on);
      for (const auto order : {pagerank_order::in_place, pagerank_order::jacobi}) {
        loop_statistics counts;
        const pagerank_result r = pagerank(g, {.tolerance = 1e-10,
                                               .max_iterations = 1000,
                                               .order = order,
                                               .locality = true,
                                               .loops = {.on = on.get(), .statistics = &counts}});
        if (g.vertex_count() == 0) continue;
        ASSERT_EQ(check_pagerank(g, r.scores.all(), 0.85, 1e-8).fault, "");
        const worker_statistics all = counts.total();
        if (g.vertex_count() > 1) {
          EXPECT_GT(all.local + all.remote, 0U);
        }
        EXPECT_LE(all.local + all.remote, all.chunks) << "loops of one iteration have no homes";
      }
    });
  }
}

TEST(VertexHomes, BfsIsRightWithLocality) {
  for (const auto& m : machines) {
    const auto on = nodes_on(m.machine, m.workers);
    on_all_graphs([&](const auto& g) {
      if (g.vertex_count() == 0) return;
      const std::vector<vertex> sources = {0};
      for (const bfs_direction direction :
           {bfs_direction::automatic, bfs_direction::top_down, bfs_direction::bottom_up}) {
        const bfs_result r =
            bfs(g, 0,
                {.direction = direction, .locality = true, .loops = {.grain = 1, .on = on.get()}});
        ASSERT_EQ(fault_in_bfs(g, sources, r.parents.all(), r.levels.all()), "");
      }
    });
  }
}

TEST(VertexHomes, BetweennessIsRightWithLocality) {
  const auto on = nodes_on("pack:2 numa:2 core:1 pu:1", 4);
  const undirected_graph g = kronecker_graph({.scale = 8});
  const std::vector<vertex> sources = {1, 7, 30, 100};
  const double factor = 0.5 * static_cast<double>(g.vertex_count()) / 4.0;
  for (const auto form :
       {betweenness_form::sources, betweenness_form::nested, betweenness_form::inside}) {
    const betweenness_result r = betweenness(
        g, sources,
        {.normalized = false, .form = form, .locality = true, .loops = {.on = on.get()}});
    EXPECT_EQ(fault_in_betweenness(g, sources, false, factor, r.scores.all()), "");
  }
}

}  // namespace
}  // namespace arcas::inline v0::graph
