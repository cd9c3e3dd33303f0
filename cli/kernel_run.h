// SPDX-License-Identifier: Apache-2.0
// How does a kernel run on a loaded graph? What the commands of all kernels have in common: trials,
// the check, the file of --output, the report.
#pragma once

#include "estimate.h"
#include "kernel_report.h"
#include "session.h"
#include "trace.h"

#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/sources.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cli {

using arcas::graph::vertex;

// The graph, --trials, --top, --check, --json, --output, --estimate, and how loops run. `rows` says
// what --top counts.
void add_kernel_options(CLI::App& arguments, kernel_choice& choice, const char* rows);
// The subset of these options that is available on ranks: the graph, --trials, --top, --check, --json and --output.
void add_kernel_options_of_ranks(CLI::App& arguments, kernel_choice& choice, const char* rows);
// --estimate, by itself.
void add_estimate_option(CLI::App& arguments, bool& estimate);
// --locality, of kernels that have it.
void add_locality_option(CLI::App& arguments, kernel_choice& choice);
// --weighted, of kernels whose weights count where asked. `meaning` says what a weight is to it.
void add_weighted_option(CLI::App& arguments, kernel_choice& choice, const char* meaning);
// Says on standard error that the weights of a file do not count. Throws std::invalid_argument with
// a sentence where they are to count and there are none.
void tell_of_weights(const graph_opening& opening, const kernel_choice& choice, bool used);

// --plot: a picture of how a column of the result is distributed.
void add_plot_option(CLI::App& arguments, kernel_choice& choice, std::string_view column,
                     chart_form form);
// Draws it, if it is there; `what` a row stands for.
void draw_plot(const kernel_choice& choice, const std::string& graph, const char* what,
               std::size_t rows, const std::vector<table_column>& columns);

// G: a graph type, or ranks_graph on ranks (cluster/ranks_run.h).
// For a command that starts at one vertex.
inline const std::vector<std::string>& only_source(const std::vector<std::string>& ids) {
  if (ids.size() > 1) {
    throw std::invalid_argument(
        fmt::format("--source: {} vertices are named; this command starts at one", ids.size()));
  }
  return ids;
}

// Of --sources N and --source.
inline void require_one_choice(std::size_t sample, const std::vector<std::string>& names) {
  if (sample != 0 && !names.empty())
    throw std::invalid_argument(
        "--sources draws vertices, --source names them; remove one of them");
}

template <class G>
class kernel_run {
 public:
  kernel_run(const G& g, const graph_origin& from, const kernel_choice& chosen, session& s)
      : graph(g), origin(from), choice(chosen), current(s) {
    announce(origin, g.vertex_count(), g.edge_count(), choice);
    if constexpr (requires { arcas::graph::place(g, arcas::runtime::default_runtime()); }) {
      if (choice.locality) arcas::graph::place(g, arcas::runtime::default_runtime());
    }
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
      auto result = on_this_graph([&] { return run(trial); });
      report.seconds.all.push_back(time.seconds());
      if (current.stop.stop_requested()) throw arcas::graph::interrupted();
      if (trial < choice.trials) {
        // A result of several ranks is at its homes until then.
        if constexpr (requires {
                        { result.end() } -> std::same_as<void>;
                      })
          result.end();
        continue;
      }
      current.shown.end();
      return result;
    }
  }

  // The options have been looked at before: what a kernel refuses now is in the file.
  template <class Run>
  auto on_this_graph(const Run& run) {
    try {
      return run();
    } catch (const arcas::graph::vertex_error& wrong) {
      throw std::runtime_error(origin.file + ": " + wrong.told_with([this](std::uint64_t v) {
        return graph.original_name(static_cast<vertex>(v));
      }));
    } catch (const std::invalid_argument& wrong) {
      throw std::runtime_error(origin.file + ": " + wrong.what());
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

  // With --output: a row for each vertex, its id and then these columns.
  void write(std::vector<table_column> columns) {
    columns.insert(columns.begin(),
                   id_column("vertex", [](std::size_t row) { return static_cast<vertex>(row); }));
    write_rows(graph.vertex_count(), columns, "vertices");
  }
  // With --output: a row for each of something else.
  void write_rows(std::size_t rows, const std::vector<table_column>& columns,
                  const char* what = "edges") {
    if (!choice.plot.empty()) draw_plot(choice, origin.file, what, rows, columns);
    if (choice.output.empty()) return;
    current.shown.begin("writing " + choice.output);
    write_table(choice.output, columns, rows, current.stop);
    current.shown.end();
  }
  // vertex_of(row) is shown by its id.
  template <class Of>
  table_column id_column(std::string_view name, const Of& vertex_of) const {
    return {name, column_kind::id,
            [id = ids(), vertex_of](std::size_t row) { return id(vertex_of(row)); }};
  }

  int show() {
    report.notes += longest_over_vertices(
        graph.vertex_count(), [this](vertex v) { return edges_at(v); }, ids());
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

  // In the parameters: the vertices that an option has named, none where it was not said.
  void tell_named(std::string_view member, const char* option,
                  const std::vector<std::string>& names) {
    report.parameters.push_back({member, json_list(named(option, names), ids())});
  }

  // Of --sources and --source: those that are named, else so many drawn by --seed, else (0) all.
  std::vector<vertex> vertices_of(std::size_t sample, const std::vector<std::string>& names) const {
    require_one_choice(sample, names);
    if (!names.empty()) return named("--source", names);
    return arcas::graph::sample_of_vertices(graph, sample == 0 ? graph.vertex_count() : sample,
                                            choice.graph.seed);
  }

  // One for each trial: the first that --source names, or ones with edges, drawn as GAP draws them.
  // Throws std::runtime_error with a sentence where no vertex has an edge.
  std::vector<vertex> trial_sources(const std::vector<std::string>& ids) const {
    if (!ids.empty())
      return std::vector(choice.trials, named("--source", only_source(ids)).front());
    auto drawn = arcas::graph::linked_vertices(graph, choice.trials, choice.graph.seed);
    if (!drawn.empty()) return drawn;
    throw std::runtime_error(origin.file +
                             ": no vertex has an edge; give a start vertex by --source");
  }

  // Both ways.
  std::uint64_t edges_at(vertex v) const {
    return graph.out_degree(v) + (arcas::graph::is_directed<G> ? graph.in_degree(v) : 0);
  }

  const G& graph;
  const graph_origin& origin;
  const kernel_choice& choice;
  session& current;
  kernel_report report;
};

template <class G>
inline constexpr bool has_weights = arcas::graph::is_weight<typename G::weight_type>;
template <class... G>
inline constexpr bool has_weights<std::variant<G...>> = (has_weights<G> && ...);

template <class G>
struct graph_kind {
  using weight_type = typename G::weight_type;
  static bool directed(const graph_opening&) { return G::directed; }
};
template <class First, class... G>
struct graph_kind<std::variant<First, G...>> {
  using weight_type = typename First::weight_type;
  static bool directed(const graph_opening& opening) {
    return opening.facts.directed && !opening.choice.undirected;
  }
};
template <class G>
graph_form form_of(const graph_opening& opening) {
  using W = typename graph_kind<G>::weight_type;
  return {graph_kind<G>::directed(opening), arcas::graph::is_weight<W> ? sizeof(W) : 0};
}

// act(run) runs the kernel on the graph, loaded as a G; the report is printed after it. Returns an
// exit code.
template <class G, class Act>
int run_kernel(graph_opening opening, const kernel_choice& choice, session& s, const Act& act) {
  if (choice.estimate) return show_estimate(opening, choice, form_of<G>(opening));
  if (!choice.output.empty()) require_output(choice.output, choice.graph);
  if (!choice.plot.empty()) require_output(choice.plot, choice.graph);
  tell_of_weights(opening, choice, has_weights<G>);
  const auto loaded = load_graph<G>(std::move(opening), s);
  const auto run_on = [&](const auto& g) {
    kernel_run run(g, loaded, choice, s);
    act(run);
    if (choice.weighted_option) run.report.parameters.push_back({"weighted", choice.weighted});
    return run.show();
  };
  if constexpr (requires { loaded.graph.vertex_count(); }) {
    return run_on(loaded.graph);
  } else {
    return std::visit(run_on, loaded.graph);
  }
}

// The same on a Plain, or, where weights count, on a Whole or a Real.
template <class Plain, class Whole, class Real, class Act>
int run_kernel_by_weights(graph_opening opening, const kernel_choice& choice, session& s,
                          const Act& act) {
  if (!choice.weighted) return run_kernel<Plain>(std::move(opening), choice, s, act);
  if (opening.facts.weights == arcas::graph::weight_kind::real) {
    return run_kernel<Real>(std::move(opening), choice, s, act);
  }
  return run_kernel<Whole>(std::move(opening), choice, s, act);
}

}  // namespace cli
