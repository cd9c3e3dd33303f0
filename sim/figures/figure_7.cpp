// SPDX-License-Identifier: Apache-2.0
// The scheduling side of figure 7 of Callisto-RTS: betweenness centrality on the T5-8, one search
// per worker (flat), or one search per group of workers: of a core, a package, the machine. For
// each size of a group, the loops of a search are simulated: those over all vertices, and those
// over the frontiers of a search in the bundled graph. Caches are not simulated: miss rates are
// from the paper's counters, and the memory bandwidth is assumed. The time of a search is the
// longer one of the time of its loops and the time of its memory accesses.
#include "figures.h"

#include <arcas/graph/graph_file.h>

#include <algorithm>
#include <vector>

namespace figures {
namespace {

using arcas::sim::iteration_costs;
using arcas::sim::machine_model;
using arcas::sim::placement;

constexpr unsigned packages = 8, cores = 128, threads_of_core = 8;
// Number of a search's loops that are over all vertices: assumed. Callisto-RTS §4.3 states that a
// search has 13 loops in all.
constexpr unsigned loops_over_all = 3;
// For a vertex and for an edge, without cache misses; assumed.
constexpr std::uint64_t cycles_of_visit = 10, cycles_of_step = 12;
constexpr double cycles_of_miss =
    100;  // average cost of a miss in the core's cache; assumed; 50 to 300 were tried
// The fraction of loads that miss the core's cache (Callisto-RTS §4.3): with one search in a core,
// with eight searches in it, and with groups of at least a core.
constexpr double misses_of_one = 0.098, misses_of_eight = 0.29, misses_of_nested = 0.108;
// Misses that a package serves per cycle of 3.6 GHz. Assumed: a bandwidth of 80 GB/s in lines of 64
// bytes. Reads of scattered lines get half of it, since some lines are written back. Shares from a
// quarter to all of it were tried, too.
constexpr double misses_a_cycle = 80.0 / 3.6 / 64 / 2;

struct searches {
  // By level of the search: the number of edges of the level's vertices.
  std::vector<std::uint64_t> edges;
  std::uint64_t vertices = 0;
  double all_edges() const {
    double sum = 0;
    for (const std::uint64_t e : edges) sum += static_cast<double>(e);
    return sum;
  }
};

// Searches from the vertex with the most neighbours, and counts the edges of each level.
searches searched(const request& ask) {
  const auto g = arcas::graph::read_graph<arcas::graph::undirected_graph>(ask.graph.string());
  searches found;
  found.vertices = g.vertex_count();
  arcas::graph::vertex start = 0;
  for (arcas::graph::vertex v = 0; v < g.vertex_count(); ++v)
    if (g.neighbors(v).size() > g.neighbors(start).size()) start = v;
  std::vector<bool> seen(g.vertex_count());
  seen[start] = true;
  for (std::vector<arcas::graph::vertex> level = {start}, next; !level.empty();
       level.swap(next), next.clear()) {
    found.edges.push_back(0);
    for (const auto v : level) {
      found.edges.back() += g.neighbors(v).size();
      for (const auto u : g.neighbors(v)) {
        if (seen[u]) continue;
        seen[u] = true;
        next.push_back(u);
      }
    }
  }
  return found;
}

double misses_of(unsigned searches_of_core, unsigned group) {
  if (group >= threads_of_core) return misses_of_nested;
  return misses_of_one + (misses_of_eight - misses_of_one) * (searches_of_core - 1) / 7;
}

// The part of the machine that a group of `group` workers has.
machine_model machine_of(unsigned group, unsigned of_core) {
  machine_model model = arcas::sim::machine_named("t5-8");
  const unsigned in_core = std::min(group, of_core), in_package = std::max(1u, group / of_core);
  const unsigned of_packages = std::max(1u, in_package / (cores / packages));
  model.places = arcas::topology::synthetic("pack:" + std::to_string(of_packages) +
                                            " core:" + std::to_string(in_package / of_packages) +
                                            " pu:" + std::to_string(in_core));
  return model;
}

// Cycles of one search by a group of this size, with of_core threads in use in each core.
double cycles_of_search(const searches& all, unsigned group, unsigned of_core) {
  const machine_model model = machine_of(group, of_core);
  const double misses = misses_of(std::max(1u, of_core / group), group);
  const auto edge = static_cast<std::uint64_t>(cycles_of_step + misses * cycles_of_miss);
  double cycles = 0;
  const auto loop = [&](std::uint64_t n, std::uint64_t each, unsigned times) {
    const auto costs = iteration_costs::even(std::max<std::uint64_t>(1, n), each);
    const double once =
        group == 1 ? static_cast<double>(costs.total())
                   : static_cast<double>(
                         arcas::sim::simulate({model, group}, {.calls = 3}, costs).elapsed);
    cycles += times * once;
  };
  loop(all.vertices, cycles_of_visit, loops_over_all);
  // Each level is visited twice: on the way outwards and on the way back.
  for (const std::uint64_t edges : all.edges) loop(edges, edge, 2);
  // The simulated machine has only one group. On the real one, several groups that run on a core
  // share its issue slots.
  const double slots = model.threads_at_full_speed;
  if (group < of_core && of_core > slots) cycles *= of_core / slots;
  // All searches that run on a package share its memory. at_once: their number; lines: the cache
  // lines that one search reads.
  const double at_once = static_cast<double>(of_core) * cores / packages / group;
  const double lines = all.all_edges() * 2 * misses;
  return std::max(cycles, lines * at_once / misses_a_cycle);
}

}  // namespace

void figure_7(const request& ask) {
  const searches all = searched(ask);
  const double sequential = cycles_of_search(all, 1, 1);
  table rows = {{"workers", "workers a search", "outer leaders", "speedup"}};
  arcas::sim::line_chart chart{
      .title = "SIMULATED: t5-8, betweenness centrality, searches by groups of workers",
      .x_title = "workers",
      .y_title = "speedup",
      .columns = 1,
      .panels = {{"speedup over one search at a time by one thread", {}}}};
  const std::pair<unsigned, const char*> groups[] = {{1, "flat: a search a worker"},
                                                     {2, "2 workers"},
                                                     {4, "4 workers"},
                                                     {8, "a core: 8 workers"},
                                                     {128, "a package: 128 workers"},
                                                     {1'024, "all: one search at a time"}};
  for (const auto& [most, name] : groups) {
    chart.panels[0].lines.push_back({name, {}});
    for (const unsigned workers : {128u, 256u, 512u, 1'024u}) {
      const unsigned of_core = workers / cores;
      // A group has the workers in use in its place: fewer than `most` if cores are not fully used.
      const unsigned group = most <= 8 ? std::min(most, of_core) : most / 8 * of_core;
      const double speedup = sequential / cycles_of_search(all, group, of_core) * workers / group;
      rows.push_back({std::to_string(workers), std::to_string(group),
                      std::to_string(workers / group), fixed(speedup, 0)});
      chart.panels[0].lines.back().points.push_back({workers, speedup});
    }
  }
  print(chart.title, rows);
  write(ask, "figure-7", rows, as_svg(chart));
}

}  // namespace figures
