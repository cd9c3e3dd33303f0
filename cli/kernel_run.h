// SPDX-License-Identifier: Apache-2.0
// How does a kernel run on a loaded graph? What the commands of all kernels have in common: trials,
// the check, the file of --csv, the report.
#pragma once

#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/sources.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cli {

using arcas::graph::vertex;

// The graph, --trials, --top, --check, --json, --csv, and how loops run. `rows` says what --top
// counts.
void add_kernel_options(CLI::App& arguments, kernel_choice& choice, const char* rows);
// --locality, of kernels that have it.
void add_locality_option(CLI::App& arguments, kernel_choice& choice);

// G: a graph of one kind.
template <class G>
class kernel_run {
 public:
  kernel_run(const G& g, const graph_origin& from, const kernel_choice& chosen, session& s)
      : graph(g), origin(from), choice(chosen), current(s) {
    announce(origin, g.vertex_count(), g.edge_count(), choice);
    if (choice.locality) arcas::graph::place(g, arcas::runtime::default_runtime());
  }

  // "trial 2 of 3" and `after`; empty where there is one.
  std::string trial_text(unsigned trial, const char* after = "") const {
    return choice.trials == 1 ? "" : fmt::format("trial {} of {}{}", trial, choice.trials, after);
  }

  // Runs run(trial) as often as --trials says, with `what` as progress; returns what the last run
  // returned. A timed run carries no stop token, which would be read before every chunk; so a stop
  // is seen between two runs, or by an observer, or it ends the program (interruption.h).
  template <class Run>
  auto timed(std::string what, const Run& run) {
    current.shown.begin(std::move(what));
    for (unsigned trial = 1;; ++trial) {
      current.shown.reached(trial_text(trial));
      const stopwatch time;
      auto result = run(trial);
      report.seconds.all.push_back(time.seconds());
      if (current.stop.stop_requested()) throw arcas::graph::interrupted();
      if (trial < choice.trials) continue;
      current.shown.end();
      return result;
    }
  }

  // fault() says what is wrong with the result; called with --check only.
  template <class Fault>
  void check(const Fault& fault) {
    if (!choice.check) return;
    current.shown.begin("checking");
    report.fault = fault();
    current.shown.end();
  }

  // With --csv: a row for each vertex, its id and then cells(v). `columns` names the cells.
  template <class Cells>
  void write(std::string_view columns, const Cells& cells) {
    if (choice.csv.empty()) return;
    current.shown.begin("writing " + choice.csv);
    write_csv(choice.csv, columns, graph.vertex_count(), ids(), cells, current.stop);
    current.shown.end();
  }

  int show() const {
    return cli::show(report, origin, graph.vertex_count(), graph.edge_count(), choice);
  }

  id_of_vertex ids() const { return ids_of(graph); }

  // The vertices that an option has named.
  std::vector<vertex> named(const char* option, const std::vector<std::string>& names) const {
    std::vector<vertex> vertices;
    for (const std::string& name : names) {
      const auto found = graph.names().find(name, graph.vertex_count());
      if (!found) {
        throw std::invalid_argument(
            fmt::format("{} {}: {} does not contain this vertex", option, name, origin.file));
      }
      vertices.push_back(static_cast<vertex>(*found));
    }
    return vertices;
  }

  // One for each trial: the first that --source names, or ones with edges, drawn as GAP draws them.
  // Throws std::runtime_error with a sentence where no vertex has an edge.
  std::vector<vertex> trial_sources(const std::vector<std::string>& ids) const {
    if (!ids.empty()) return std::vector(choice.trials, named("--source", ids).front());
    auto drawn = arcas::graph::linked_vertices(graph, choice.trials, choice.graph.seed);
    if (!drawn.empty()) return drawn;
    throw std::runtime_error(origin.file +
                             ": no vertex has an edge; give a start vertex by --source");
  }

  const G& graph;
  const graph_origin& origin;
  const kernel_choice& choice;
  session& current;
  kernel_report report;
};

// act(run) runs the kernel on the graph, loaded as a G; the report is printed after it. Returns an
// exit code.
template <class G, class Act>
int run_kernel(graph_opening opening, const kernel_choice& choice, session& s, const Act& act) {
  if (!choice.csv.empty()) require_output(choice.csv, choice.graph);
  const auto loaded = load_graph<G>(std::move(opening), s);
  const auto run_on = [&](const auto& g) {
    kernel_run run(g, loaded, choice, s);
    act(run);
    return run.show();
  };
  if constexpr (requires { loaded.graph.vertex_count(); }) {
    return run_on(loaded.graph);
  } else {
    return std::visit(run_on, loaded.graph);
  }
}

}  // namespace cli
