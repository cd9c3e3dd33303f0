// SPDX-License-Identifier: Apache-2.0
// arcas info FILE: what kind of graph is this?
#include "graph_input.h"
#include "info_report.h"
#include "loop_choice.h"
#include "session.h"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <variant>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct info_arguments {
  graph_choice graph;
  bool json = false;
  loop_choice loops;
};

template <class G>
info_report report_of(graph_opening opening, session& s) {
  const graph::graph_facts facts = opening.facts;
  const bool from_file = opening.file.has_value();
  const auto loaded = load_graph<G>(std::move(opening), s);
  s.shown.begin("counting");
  info_report report{loaded, facts, from_file, {}, 0, 0};
  std::visit(
      [&](const auto& g) {
        report.facts.directed = loaded.graph.index() == 0;
        report.summary = graph::summary_of(g, {.stop = s.stop});
        if (g.vertex_count() == 0) return;
        report.least_id = g.original_id(0);
        report.greatest_id = g.original_id(static_cast<graph::vertex>(g.vertex_count() - 1));
      },
      loaded.graph);
  s.shown.end();
  return report;
}

int run_info(info_arguments& given, session& s) {
  apply(given.loops);
  graph_opening opening = open_graph(given.graph, s);
  // A double holds every whole weight too. Lengths of a grid are made as whole ones only.
  const bool weighted = opening.facts.weights != graph::weight_kind::none;
  const info_report report = !weighted ? report_of<graph::any_graph>(std::move(opening), s)
                             : opening.file
                                 ? report_of<graph::any_real_graph>(std::move(opening), s)
                                 : report_of<graph::any_weighted_graph>(std::move(opening), s);
  fmt::print("{}", given.json ? info_as_json(report) : info_as_text(report));
  return 0;
}

}  // namespace

subcommand info_subcommand(CLI::App& program) {
  CLI::App* arguments =
      program.add_subcommand("info", "Count a graph's vertices, edges and degrees");
  const auto given = std::make_shared<info_arguments>();
  add_graph_options(*arguments, given->graph);
  arguments->add_flag("--json", given->json, "One JSON object instead of text");
  add_loop_options(*arguments, given->loops);
  arguments->footer(
      "Examples:\n"
      "  arcas info data/soc-Slashdot0902.txt.zst\n"
      "  arcas info USA-road-d.NY.gr --json\n"
      "  arcas info --kronecker 18");
  return {arguments, [given](session& s) { return run_info(*given, s); }};
}

}  // namespace cli
