// SPDX-License-Identifier: Apache-2.0
#include "kernel_run.h"

#include "argument_values.h"
#include "figures.h"
#include "listed_vertices.h"
#include "trace.h"

#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/output_file.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace cli {

void add_kernel_options(const options& arguments, kernel_choice& choice, const char* rows) {
  choice.kernel = arguments.name();
  add_file_options(arguments, choice.graph);
  add_generator_options(arguments, choice.graph, choice.draws);
  add_number(arguments, "--trials", choice.trials, "Number of timed runs; the median is printed",
             1);
  if (rows) add_number(arguments, "--top", choice.top, rows, 0);
  arguments
      .add_option(
          "--output", choice.output,
          fmt::format("Write the whole result, with the vertex ids of the graph's file, to this "
                      "file. Its ending selects the format: {}; a further .zst or .gz compresses "
                      "text. -: write .csv to standard output instead of the report",
                      output_endings()))
      .type_name("OUT")
      .check(fault_in_output_name);
  arguments.add_flag("--check", choice.check,
                     "Check the result by a serial program that shares no code with the kernel");
  arguments.add_flag("--json", choice.json, "One JSON object instead of text");
  arguments.excludes("--json", {"--output -"});
  add_loop_options(arguments, choice.graph);
  add_estimate_option(arguments, choice.estimate);
  arguments.excludes("--estimate", {"--check"});
}

void add_estimate_option(const options& arguments, bool& estimate) {
  arguments.add_flag("--estimate", estimate,
                     "Print an estimate of the memory that the command takes, and exit before the "
                     "graph is read");
}

void add_locality_option(const options& arguments, kernel_choice& choice) {
  arguments
      .add_flag("--locality", choice.locality,
                "Move the graph's rows to the NUMA nodes of their vertices, and run loops over "
                "vertices there first; ARCAS_STATS=1 counts local and remote chunks. No "
                "effect and no cost on one node")
      .group("Loops");
}

void add_weighted_option(const options& arguments, kernel_choice& choice, const char* meaning) {
  choice.weighted_option = true;
  arguments
      .add_flag("--weighted", choice.weighted,
                fmt::format("Use edge weights: {}. Without it, weights are ignored", meaning))
      .group("Graph");
}

void add_plot_option(const options& arguments, kernel_choice& choice, std::string_view column,
                     chart_form form) {
  choice.plotted = column;
  choice.plot_form = form;
  const char* const what = form == chart_form::groups   ? "sizes, largest first"
                           : form == chart_form::counts ? "number of rows with each value"
                                                        : "number of rows with each value or more";
  arguments
      .add_option("--plot", choice.plot,
                  fmt::format("Draw the distribution of the column \"{}\" of --output as SVG: {}",
                              column, what))
      .type_name("OUT.svg")
      .check([](const std::string& text) -> std::string {
        if (text.ends_with(".svg")) return "";
        return "must end with .svg, not \"" + text + "\"";
      });
}

void draw_plot(const kernel_choice& choice, const std::string& graph, const char* what,
               std::size_t rows, const std::vector<table_column>& columns) {
  const auto column = std::ranges::find(columns, choice.plotted, &table_column::name);
  std::vector<double> values;
  std::map<std::string, double> groups;  // a number for each id
  for (std::size_t row = 0; row < rows; ++row) {
    const table_cell cell = column->cell(row);
    if (cell.text.empty() && !cell.is_text) continue;  // no value
    if (column->kind == column_kind::id) {
      values.push_back(groups.emplace(cell.text, static_cast<double>(groups.size())).first->second);
      continue;
    }
    double value = 0;
    std::from_chars(cell.text.data(), cell.text.data() + cell.text.size(), value);
    values.push_back(value);
  }
  const std::string name(choice.plotted);
  const bool ranked = choice.plot_form == chart_form::groups;
  graph::detail::output_file file(choice.plot);
  file.write(as_svg(chart{choice.kernel + ", " + graph, ranked ? name + " by size" : name,
                          choice.plot_form == chart_form::at_least
                              ? fmt::format("{} with at least this value", what)
                              : what,
                          distribution(std::move(values), choice.plot_form)}));
  file.finish();
}

graph::weight_kind used_weights(const kernel_choice& choice, const graph::graph_facts& facts) {
  using enum graph::weight_kind;
  const bool used = choice.weights == weight_use::always || choice.weighted || choice.threshold ||
                    (choice.weights == weight_use::where_known && facts.weights != none);
  if (!used) return none;
  return facts.weights == real ? real : whole;
}

void require_weights(const graph_opening& opening, const kernel_choice& choice) {
  if ((choice.weighted || choice.threshold) && !opening.origin.weighted) {
    throw std::invalid_argument(fmt::format("{}: {} has no edge weights",
                                            choice.weighted ? "--weighted" : "--threshold",
                                            opening.origin.file));
  }
  if (choice.graph.random_weights && opening.origin.weighted)
    tell("--random-weights: draws none, since " + opening.origin.file + " has edge weights");
  // The weights of a generated graph need no message: it gets them only if the kernel uses them.
  const bool used = used_weights(choice, opening.facts) != graph::weight_kind::none;
  if (used || !opening.origin.weighted || opening.choice.file.empty()) return;
  tell(fmt::format("{} has edge weights, which this command does not use{}", opening.origin.file,
                   choice.weighted_option    ? "; --weighted makes them count"
                   : choice.threshold_option ? "; --threshold makes them count"
                                             : ""));
}

kernel_run::kernel_run(const run_graph& g, const graph_origin& from, const kernel_choice& chosen,
                       session& s)
    : graph(g), origin(from), choice(chosen), current(s) {}

std::string kernel_run::trial_text(unsigned trial, const char* after) const {
  return choice.trials == 1 ? "" : fmt::format("trial {} of {}{}", trial, choice.trials, after);
}

void kernel_run::refuse_graph() const {
  try {
    throw;
  } catch (const graph::vertex_error& wrong) {
    throw std::runtime_error(origin.file + ": " + wrong.told_with([this](std::uint64_t v) {
      return graph.name_of(static_cast<vertex>(v));
    }));
  } catch (const std::invalid_argument& wrong) {
    throw std::runtime_error(origin.file + ": " + wrong.what());
  }
}

void kernel_run::check(const std::function<std::string()>& fault) {
  if (!choice.check) return;
  current.shown.begin("checking");
  report.fault = fault();
  current.shown.end();
}

void kernel_run::write(std::vector<table_column> columns) {
  columns.insert(columns.begin(), id_column("vertex", graph.vertex_count(), [](std::size_t row) {
                   return static_cast<vertex>(row);
                 }));
  write_rows(graph.vertex_count(), columns, "vertices");
}

void kernel_run::write_rows(std::size_t rows, const std::vector<table_column>& columns,
                            const char* what) {
  if (!choice.plot.empty()) draw_plot(choice, origin.file, what, rows, columns);
  if (choice.output.empty()) return;
  current.shown.begin("writing " + choice.output);
  write_table(choice.output, columns, rows, current.stop);
  current.shown.end();
}

table_column kernel_run::id_column(std::string_view name, std::size_t /*rows*/,
                                   std::function<vertex(std::size_t)> vertex_of) const {
  return {name, column_kind::id,
          [id = ids(), vertex_of](std::size_t row) { return id(vertex_of(row)); }};
}

int kernel_run::show() {
  const id_of_vertex id = ids();
  report.notes += longest_over_vertices(
      graph.vertex_count(), [this](vertex v) { return graph.edges_at(v); }, id);
  return cli::show(report, origin, graph.vertex_count(), graph.edge_count(), choice);
}

id_of_vertex kernel_run::ids() const {
  return [&g = graph](vertex v) { return vertex_id{g.name_of(v), g.has_text_names()}; };
}

std::vector<vertex_id> kernel_run::ids_of(std::span<const vertex> vertices) const {
  std::vector<vertex_id> all;
  for (const vertex v : vertices) all.push_back({graph.name_of(v), graph.has_text_names()});
  return all;
}

std::vector<vertex> kernel_run::named(const char* option,
                                      const std::vector<std::string>& names) const {
  const auto found = graph.vertices_named(names);
  std::vector<vertex> vertices;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!found[i]) {
      throw std::invalid_argument(
          fmt::format("{} {}: {} does not contain this vertex", option, names[i], origin.file));
    }
    vertices.push_back(*found[i]);
  }
  return vertices;
}

std::vector<vertex> kernel_run::listed(const std::string& path) const {
  return listed_vertices(path, graph.vertex_count(), graph.name_bytes(), origin.file,
                         [this](const auto& names) { return graph.vertices_named(names); });
}

void kernel_run::tell_named(std::string_view member, const char* option,
                            const std::vector<std::string>& names) {
  report.parameters.push_back({member, json_list(ids_of(named(option, names)))});
}

std::vector<vertex> kernel_run::vertices_of(std::size_t sample,
                                            const std::vector<std::string>& names) const {
  if (!names.empty()) return named("--source", names);
  const std::size_t n = graph.vertex_count();
  return graph::detail::sample_of(n, sample == 0 ? n : sample, choice.graph.seed);
}

std::vector<vertex> kernel_run::trial_sources(const std::vector<std::string>& names) const {
  if (names.size() > 1) {
    throw std::invalid_argument(
        fmt::format("--source: {} vertices are named; this command starts at one", names.size()));
  }
  if (!names.empty()) return std::vector(choice.trials, named("--source", names).front());
  const auto degree = [this](vertex v) { return graph.out_degree(v); };
  auto drawn = graph::detail::linked_of(graph.vertex_count(), graph.arc_count(), degree,
                                        choice.trials, choice.graph.seed);
  if (!drawn.empty()) return drawn;
  throw std::runtime_error(origin.file + ": no vertex has an edge; name a source by --source");
}

namespace {

graph::graph_view view_of(const stored_graph& stored) {
  return std::visit([](const auto& g) { return graph::graph_view(g); }, stored);
}

class graph_of_process final : public run_graph {
 public:
  explicit graph_of_process(const stored_graph& stored)
      : links_(view_of(stored)),
        names_(std::visit([](const auto& g) { return &g.names(); }, stored)),
        edges_(std::visit([](const auto& g) { return g.edge_count(); }, stored)),
        directed_(std::visit(
            [](const auto& g) { return graph::is_directed<std::remove_cvref_t<decltype(g)>>; },
            stored)) {}

  std::size_t vertex_count() const override { return links_.vertex_count(); }
  std::uint64_t edge_count() const override { return edges_; }
  std::uint64_t arc_count() const override { return links_.arc_count(); }
  std::uint64_t out_degree(vertex v) const override { return links_.out_degree(v); }
  std::uint64_t edges_at(vertex v) const override {
    return links_.out_degree(v) + (directed_ ? links_.in_degree(v) : 0);
  }
  bool has_text_names() const override { return names_->are_text(); }
  std::string name_of(vertex v) const override { return names_->text(v); }
  std::vector<std::optional<vertex>> vertices_named(
      std::span<const std::string> names) const override {
    return cli::vertices_named(*names_, vertex_count(), names);
  }
  std::uint64_t name_bytes() const override { return names_->bytes(); }

 private:
  graph::graph_view links_;
  const graph::vertex_names* names_;
  std::uint64_t edges_;
  bool directed_;
};

}  // namespace

process_run::process_run(const run_graph& g, const loaded_graph& loaded,
                         const kernel_choice& chosen, session& s)
    : kernel_run(g, loaded, chosen, s), stored(loaded.graph), links(view_of(loaded.graph)) {}

graph::undirected_view process_run::undirected() const {
  return with_graph<graph::undirected_view>(
      []<class W>(const graph::basic_undirected_graph<W>& g) { return graph::undirected_view(g); });
}

graph::each_edge process_run::edges() const {
  return std::visit([](const auto& g) { return graph::edges_of_graph(g, true); }, stored);
}

std::string on_whole_graph(const kernel_choice& choice, graph::weight_kind weights, session& s,
                           const std::function<std::string(const process_run&)>& act) {
  const loaded_graph loaded = load_graph(open_graph(choice.graph, s), s, choice.direction, weights);
  const graph_of_process here(loaded.graph);
  return act(process_run(here, loaded, choice, s));
}

int run_kernel(const kernel_choice& choice, session& s,
               const std::function<void(process_run&)>& act) {
  require_files(choice);
  graph_opening opening = open_graph(choice.graph, s);
  const graph::weight_kind weights = used_weights(choice, opening.facts);
  if (choice.estimate)
    return show_estimate(opening, choice,
                         {is_directed(opening, choice.direction), weight_bytes(weights)});
  require_weights(opening, choice);
  const loaded_graph loaded = load_graph(std::move(opening), s, choice.direction, weights);
  const graph_of_process here(loaded.graph);
  process_run run(here, loaded, choice, s);
  announce(loaded, here.vertex_count(), here.edge_count(), choice);
  if (choice.locality) {
    const arcas::runtime& on = arcas::runtime::default_runtime();
    std::visit([&](const auto& g) { graph::place(g, on); }, loaded.graph);
  }
  act(run);
  if (choice.weighted_option) run.report.parameters.push_back({"weighted", choice.weighted});
  return run.show();
}

}  // namespace cli
