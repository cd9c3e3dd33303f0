// SPDX-License-Identifier: Apache-2.0
// arcas sssp FILE: how long is the shortest path from a vertex to each other?
#include "argument_values.h"
#include "csv.h"
#include "figures.h"
#include "kernel_report.h"
#include "session.h"
#include "sources_choice.h"

#include <arcas/graph/check/sssp_check.h>
#include <arcas/graph/kernels/sssp.h>
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <type_traits>
#include <variant>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct sssp_arguments {
  kernel_choice kernel;
  std::vector<std::uint64_t> sources;
  double delta = 0;
};

template <class D>
constexpr D far = graph::infinitely_far<D>;

template <class G, class D>
void write_distances(const G& g, const graph::plain_array<D>& distances, const std::string& path,
                     session& s) {
  write_csv(path, "vertex,distance", g.vertex_count(), s, [&](std::size_t v, std::string& row) {
    row += std::to_string(g.original_id(static_cast<graph::vertex>(v))) + ',';
    if (distances[v] != far<D>) row += fmt::format("{}", distances[v]);
  });
}

template <class G>
int measure(const G& g, const graph_origin& origin, const sssp_arguments& given, session& s) {
  const kernel_choice& kernel = given.kernel;
  announce(origin, g.vertex_count(), g.edge_count(), kernel);
  kernel_report report;
  const auto sources =
      trial_sources(g, given.sources, kernel.trials, kernel.graph.seed, origin.file);
  const auto result = timed_trials(
      "shortest paths", kernel.trials, s, report.seconds,
      [&](unsigned trial) { return graph::sssp(g, sources[trial - 1], {.delta = given.delta}); });
  using D = std::remove_cvref_t<decltype(result.distances[0])>;
  describe_distances<D>(report, g.original_id(sources.back()), result.distances.all(), result.delta,
                        origin.random_weights, [&g](graph::vertex v) { return g.original_id(v); });
  if (kernel.check) {
    s.shown.begin("checking");
    report.fault = fault_in_distances(g, sources.back(), result.distances.all());
    s.shown.end();
  }
  if (!kernel.csv.empty()) write_distances(g, result.distances, kernel.csv, s);
  return show(report, origin, g.vertex_count(), g.edge_count(), kernel);
}

template <class G>
int load_and_measure(graph_opening opening, const sssp_arguments& given, session& s) {
  const auto loaded = load_graph<G>(std::move(opening), s);
  return std::visit([&](const auto& g) { return measure(g, loaded, given, s); }, loaded.graph);
}

int run_sssp(const sssp_arguments& given, session& s) {
  apply(given.kernel.loops);
  graph_opening opening = open_graph(given.kernel.graph, s);
  return opening.facts.weights == graph::weight_kind::real
             ? load_and_measure<graph::any_real_graph>(std::move(opening), given, s)
             : load_and_measure<graph::any_weighted_graph>(std::move(opening), given, s);
}

}  // namespace

subcommand sssp_subcommand(CLI::App& program) {
  CLI::App* arguments =
      program.add_subcommand("sssp", "Find the shortest paths from a vertex to all others");
  const auto given = std::make_shared<sssp_arguments>();
  add_source_option(*arguments, given->sources,
                    "The start vertex. Without it, each trial draws a vertex with edges "
                    "by --seed");
  arguments
      ->add_option("--delta", given->delta,
                   "Bin width of delta-stepping; 0: derived from weights and degrees")
      ->check(number_from_below(0, std::numeric_limits<double>::infinity()))
      ->capture_default_str();
  add_kernel_options(*arguments, given->kernel, "No effect for this command");
  arguments->footer(
      "Examples:\n"
      "  arcas sssp USA-road-d.NY.gr --source 1 --check\n"
      "  arcas sssp --kronecker 20 --trials 16 --json\n"
      "  arcas sssp roads.wel --source 7 --csv distances.csv");
  return {arguments, [given](session& s) { return run_sssp(*given, s); }};
}

}  // namespace cli
