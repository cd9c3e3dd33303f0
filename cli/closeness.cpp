// SPDX-License-Identifier: Apache-2.0
// arcas closeness FILE: how far is each vertex from the vertices that reach it?
#include "argument_values.h"
#include "figures.h"
#include "kernel_run.h"
#include "source_progress.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/distances.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct closeness_arguments : kernel_choice {
  std::size_t sample = 0;  // number of vertices to draw; 0: all
  std::vector<std::string> sources;
  bool harmonic = false;
};

class watched_searches final : public graph::distances_observer, source_progress {
 public:
  using source_progress::source_progress;
  void searched(std::size_t vertices) override { done(vertices); }
};

// The measures of each chosen vertex.
struct centralities {
  std::vector<double> closeness, harmonic;
  std::vector<double> eccentricities;
};

// A distance as text. A whole number, such as a number of steps, has no fraction.
std::string measured(double distance) {
  return fmt::format("{:.6g}", distance);
}

void describe(process_run& run, const closeness_arguments& given,
              const std::vector<vertex>& vertices, const centralities& found) {
  const id_of_vertex id = run.ids();
  const std::vector<double>& by = given.harmonic ? found.harmonic : found.closeness;
  std::vector<std::vector<std::string>> rows;
  std::vector<json> shown;
  for (const vertex i : highest(vertices.size(), given.top, [&](vertex k) { return by[k]; })) {
    const vertex_id name = id(vertices[i]);
    rows.push_back({grouped(rows.size() + 1), name.shown(), decimals(found.closeness[i], 6),
                    decimals(found.harmonic[i], 6), measured(found.eccentricities[i])});
    shown.push_back(json_object({{"vertex", name},
                                 {"closeness", found.closeness[i]},
                                 {"harmonic", found.harmonic[i]},
                                 {"eccentricity", found.eccentricities[i]}}));
  }
  const auto farthest = std::ranges::max_element(found.eccentricities);
  const double diameter = farthest == found.eccentricities.end() ? 0 : *farthest;
  run.report.text = as_table({"rank", "vertex", "closeness", "harmonic", "eccentricity"}, rows);
  run.report.text +=
      fmt::format("{}; greatest distance {}\n", counted(vertices.size(), "vertex", "vertices"),
                  measured(diameter));
  run.report.passes = vertices.size();
  run.report.parameters = {{"source_count", vertices.size()}, {"harmonic", given.harmonic}};
  run.tell_named("sources", "--source", given.sources);
  run.report.result = {{"greatest_distance", diameter}, {"scores", json_list(shown)}};
}

void rank(process_run& run, const closeness_arguments& given) {
  const std::size_t n = run.graph.vertex_count();
  const std::vector<vertex> vertices = run.vertices_of(given.sample, given.sources);
  const auto facts = run.timed("closeness", [&](unsigned trial) {
    watched_searches watch(vertices.size(), run.trial_text(trial, " "), run.current);
    const graph::distances_options how{.weighted = given.weighted, .observer = &watch};
    return run.with_graph<std::vector<graph::distance_facts>>(
        [&](const auto& g) { return graph::distances_to(g, vertices, how); });
  });
  centralities found;
  for (const graph::distance_facts& f : facts) {
    found.closeness.push_back(f.closeness(n));
    found.harmonic.push_back(f.inverse_sum);
    found.eccentricities.push_back(f.farthest);
  }
  describe(run, given, vertices, found);
  run.check([&] {
    return graph::fault_in_closeness(n, run.edges(), vertices, found.closeness, found.harmonic,
                                     found.eccentricities);
  });
  run.write_rows(
      vertices.size(),
      {run.id_column("vertex", [&](std::size_t i) { return vertices[i]; }),
       {"closeness", column_kind::real, [&](std::size_t i) { return found.closeness[i]; }},
       {"harmonic", column_kind::real, [&](std::size_t i) { return found.harmonic[i]; }},
       {"eccentricity", given.weighted ? column_kind::real : column_kind::whole,
        [&](std::size_t i) { return found.eccentricities[i]; }},
       {"reached_from", column_kind::whole, [&](std::size_t i) { return facts[i].reached; }}},
      "vertices");
}

int run_closeness(closeness_arguments& given, session& s) {
  return run_kernel(given, s, [&](process_run& run) { rank(run, given); });
}

void add_options(const options& arguments, closeness_arguments& given) {
  add_number(
      arguments, "--sources", given.sample,
      "Find the scores of N vertices only, drawn at random by --seed. Without it, those of "
      "all vertices, which takes a pass over the graph for each 64 vertices and each distance",
      1);
  add_ids(arguments, "--source", given.sources,
          "Find the scores of this vertex only; may be repeated");
  arguments.add_flag("--harmonic", given.harmonic,
                     "Rank by harmonic centrality instead of closeness");
  add_weighted_option(arguments, given, "the length of an edge is its weight, 0 or more");
  add_plot_option(arguments, given, "closeness", chart_form::at_least);
  add_kernel_options(arguments, given, "Vertices to print, the highest scores first");
}

}  // namespace

subcommand closeness_subcommand(command_line& program) {
  return make_subcommand(
      program, "closeness",
      "Rank vertices by closeness or harmonic centrality, with their eccentricities",
      "The scores of a vertex follow from the distances, in steps or by weights, from all\n"
      "vertices that reach it. Closeness is in the form of Wasserman and Faust. The scores\n"
      "are exact, also with --sources. If the scores of all vertices of a connected\n"
      "undirected graph are found, the greatest distance is its diameter.\n\n"
      "Examples:\n"
      "  arcas closeness data/soc-Slashdot0902.txt.zst --sources 64 --check\n"
      "  arcas closeness roads.gr --harmonic --output closeness.csv",
      add_options, run_closeness);
}

}  // namespace cli
