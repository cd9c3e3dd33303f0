// SPDX-License-Identifier: Apache-2.0
// The scheduling side of figure 5 of Callisto-RTS: a pass of PageRank and one of triangle counting
// over the degrees of a real graph, by workers and grain, on the T5-8. OpenMP's dynamic loop is a
// shared counter. The degrees are those of the bundled graph, repeated until they are as many as the
// vertices of LiveJournal. Memory is not simulated.
#include "figures.h"

#include <arcas/graph/graph_file.h>

#include <algorithm>
#include <map>

namespace figures {
namespace {

using arcas::sim::iteration_costs;
using arcas::sim::placement;

// SNAP LiveJournal, Callisto-RTS §4.2.
constexpr std::uint64_t vertices_of_livejournal = 4'800'000;
// Cycles of a T5 thread: assumed, of an iteration and of each edge it reads or each comparison.
constexpr std::uint64_t cycles_of_vertex = 60;
constexpr std::uint64_t cycles_of_edge = 20;
constexpr std::uint64_t cycles_of_comparison = 8;

struct counters {
  const char* name;
  const char* how;
};
constexpr counters counted[] = {{"shared counter (OpenMP dynamic)", "shared"},
                                {"striped:package", "striped:package"},
                                {"async:core/striped:core", "async:core/striped:core"}};

std::vector<std::uint64_t> repeated(const std::vector<std::uint64_t>& once, bool quick) {
  const std::uint64_t wanted = quick ? 2 * once.size() : vertices_of_livejournal;
  std::vector<std::uint64_t> all;
  while (all.size() + once.size() <= wanted) all.insert(all.end(), once.begin(), once.end());
  return all;
}

std::vector<std::uint64_t> pagerank_costs(const arcas::graph::directed_graph& g) {
  std::vector<std::uint64_t> costs;
  for (arcas::graph::vertex v = 0; v < g.vertex_count(); ++v)
    costs.push_back(cycles_of_vertex + cycles_of_edge * g.in_degree(v));
  return costs;
}

// Each edge to a lesser neighbour compares the two rows.
std::vector<std::uint64_t> triangle_costs(const arcas::graph::undirected_graph& g) {
  std::vector<std::uint64_t> costs;
  for (arcas::graph::vertex v = 0; v < g.vertex_count(); ++v) {
    std::uint64_t cycles = cycles_of_vertex;
    for (const arcas::graph::vertex u : g.neighbors(v)) {
      if (u < v)
        cycles += cycles_of_comparison * std::min(g.neighbors(u).size(), g.neighbors(v).size());
    }
    costs.push_back(cycles);
  }
  return costs;
}

class kernel_by_grain {
 public:
  kernel_by_grain(const request& ask, const std::string& kernel, const iteration_costs& costs)
      : ask_(ask), kernel_(kernel), costs_(costs), model_(arcas::sim::machine_named("t5-8")) {
    rows_ = {{"distributor", "workers", "grain", "milliseconds", "efficiency"}};
    chart_ = {.title = "SIMULATED: t5-8, " + kernel + " over Slashdot's degrees, repeated",
              .x_title = "iterations a claim takes",
              .y_title = "speedup",
              .columns = 3,
              .panels = {}};
  }

  void draw() {
    for (const unsigned workers : ask_.quick
                                      ? std::vector<unsigned>{128, 1'024}
                                      : std::vector<unsigned>{32, 64, 128, 256, 512, 1'024}) {
      const placement where(model_, workers);
      chart_.panels.push_back({std::to_string(workers) + " workers", {}});
      for (const counters& w : counted) draw_line(where, w);
    }
    print(chart_.title, rows_);
    print_best();
    write(ask_, "figure-5-" + kernel_, rows_, chart_);
  }

 private:
  void draw_line(const placement& where, const counters& w) {
    auto& lines = chart_.panels.back().lines;
    lines.push_back({w.name, {}});
    for (const std::uint64_t grain : ask_.quick
                                         ? std::vector<std::uint64_t>{16, 256}
                                         : std::vector<std::uint64_t>{4, 16, 64, 256, 1'024}) {
      const auto r =
          arcas::sim::simulate(where, {.how = w.how, .grain = grain, .calls = 1}, costs_);
      const double ms = static_cast<double>(r.elapsed) / (model_.gigahertz * 1e6);
      rows_.push_back({w.name, std::to_string(where.workers()), std::to_string(grain), fixed(ms, 3),
                       fixed(r.efficiency(), 3)});
      lines.back().points.push_back({static_cast<double>(grain), r.speedup(where.workers())});
      double& best = best_[w.name];
      best = best == 0 ? ms : std::min(best, ms);
    }
  }
  void print_best() const {
    const double openmp = best_.at(counted[0].name);
    table rows = {{"distributor", "best cell, ms", "over the best shared cell"}};
    for (const counters& w : counted)
      rows.push_back({w.name, fixed(best_.at(w.name), 3), fixed(openmp / best_.at(w.name), 2)});
    print(kernel_ + ", the best cell of each.", rows);
  }

  const request& ask_;
  std::string kernel_;
  const iteration_costs& costs_;
  arcas::sim::machine_model model_;
  table rows_;
  arcas::sim::line_chart chart_;
  std::map<std::string, double> best_;
};

}  // namespace

void figure_5(const request& ask) {
  const std::string file = ask.data / "soc-Slashdot0902.txt.zst";
  const auto directed = arcas::graph::read_graph<arcas::graph::directed_graph>(file);
  const auto pagerank = iteration_costs::recorded(repeated(pagerank_costs(directed), ask.quick));
  kernel_by_grain(ask, "pagerank", pagerank).draw();
  const auto undirected = arcas::graph::read_graph<arcas::graph::undirected_graph>(file);
  const auto triangles = iteration_costs::recorded(repeated(triangle_costs(undirected), ask.quick));
  kernel_by_grain(ask, "triangles", triangles).draw();
}

}  // namespace figures
