// SPDX-License-Identifier: Apache-2.0
// How does a kernel run on a loaded graph? The common part of the commands of all kernels, in one
// process and on ranks: trials, the check, the file of --output, the report.
#pragma once

#include "estimate.h"
#include "figures.h"
#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/transform.h>
#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace cli {

using graph::vertex;

// Adds the options of the graph and of loops, --trials, --top, --check, --json, --output and
// --estimate. `rows` is the description of --top; null: the command has no --top.
void add_kernel_options(const options& arguments, kernel_choice& choice, const char* rows);
// Adds --estimate only.
void add_estimate_option(const options& arguments, bool& estimate);
// Adds --locality, for kernels that support it.
void add_locality_option(const options& arguments, kernel_choice& choice);
// Adds --weighted, for kernels that use weights on request. `meaning` says how the kernel uses
// them.
void add_weighted_option(const options& arguments, kernel_choice& choice, const char* meaning);
// The weights that the kernel uses.
graph::weight_kind used_weights(const kernel_choice& choice, const graph::graph_facts& facts);
// Called before the graph is read. Throws std::invalid_argument if weights are asked for and the
// graph has none. Prints a note on standard error if the file has weights that the kernel does not
// use.
void require_weights(const graph_opening& opening, const kernel_choice& choice);

// Adds --plot: a picture of the distribution of a column of the result.
void add_plot_option(const options& arguments, kernel_choice& choice, std::string_view column,
                     chart_form form);
// Draws the picture. `what` is the name of the rows, such as "vertices".
void draw_plot(const kernel_choice& choice, const std::string& graph, const char* what,
               std::size_t rows, const std::vector<table_column>& columns);

// The functions of a graph that a run calls. The graph is in this process, or on the ranks of a
// cluster.
class run_graph {
 public:
  virtual ~run_graph() = default;
  virtual std::size_t vertex_count() const = 0;
  virtual std::uint64_t edge_count() const = 0;
  virtual std::uint64_t arc_count() const = 0;
  virtual std::uint64_t out_degree(vertex v) const = 0;
  virtual std::uint64_t edges_at(vertex v) const = 0;  // in both directions
  virtual bool has_text_names() const = 0;
  virtual std::string name_of(vertex v) const = 0;
  virtual std::vector<std::optional<vertex>> vertices_named(
      std::span<const std::string> names) const = 0;
  virtual std::uint64_t name_bytes() const = 0;  // an upper bound of the size of all names
};

class kernel_run {
 public:
  kernel_run(const run_graph& g, const graph_origin& from, const kernel_choice& chosen, session& s);

  // Returns "trial 2 of 3" followed by `after`; empty if there is only one trial.
  std::string trial_text(unsigned trial, const char* after = "") const;

  // Calls run(trial) for each trial, with `what` as progress; returns the last result. A
  // timed run has no stop token, which would be read before each chunk. So a requested stop takes
  // effect between two runs, or in an observer, or it ends the program (interruption.h).
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
        // The parts of a result on several ranks stay allocated until end() is called.
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

  // Runs run() on the graph. The options have been checked before, so if the kernel refuses its
  // arguments, the fault is in the file.
  template <class Run>
  auto on_this_graph(const Run& run) {
    try {
      return run();
    } catch (const std::invalid_argument&) {
      refuse_graph();
    }
  }

  // Calls fault() if --check was given; it returns a sentence on what is wrong with the result.
  void check(const std::function<std::string()>& fault);

  // With --output: writes a row for each vertex, with its id and then these columns.
  void write(std::vector<table_column> columns);
  // With --output: writes `rows` rows with these columns; `what` names the rows.
  void write_rows(std::size_t rows, const std::vector<table_column>& columns,
                  const char* what = "edges");
  // A column with the id of vertex_of(row).
  table_column id_column(std::string_view name, std::size_t rows,
                         std::function<vertex(std::size_t)> vertex_of) const;

  int show();

  id_of_vertex ids() const;
  std::vector<vertex_id> ids_of(std::span<const vertex> vertices) const;

  // The vertices that the option `option` names.
  std::vector<vertex> named(const char* option, const std::vector<std::string>& names) const;

  // The vertices that a file lists (listed_vertices.h).
  std::vector<vertex> listed(const std::string& path) const;

  // Adds to the parameters of the report the vertices that an option names; an empty list if the
  // option was not given.
  void tell_named(std::string_view member, const char* option,
                  const std::vector<std::string>& names);

  // The vertices of --sources N and --source: the named ones, otherwise N vertices drawn by --seed;
  // all vertices if N is 0.
  std::vector<vertex> vertices_of(std::size_t sample, const std::vector<std::string>& names) const;

  // A start vertex for each trial: the one that --source names, or vertices with edges, drawn in
  // the same way as in GAP. Throws std::runtime_error if no vertex has an edge.
  std::vector<vertex> trial_sources(const std::vector<std::string>& names) const;

  const run_graph& graph;
  const graph_origin& origin;
  const kernel_choice& choice;
  session& current;
  kernel_report report;

 private:
  [[noreturn]] void refuse_graph() const;  // called in the handler of the kernel's exception
};

// A run in this process.
class process_run : public kernel_run {
 public:
  process_run(const run_graph& g, const loaded_graph& loaded, const kernel_choice& chosen,
              session& s);
  // Calls act(g) with the graph in its own type, for kernels that read weights; act must accept
  // that type.
  template <class Result, class Act>
  Result with_graph(const Act& act) const {
    return std::visit(
        [&](const auto& g) -> Result {
          if constexpr (std::is_invocable_v<const Act&, decltype(g)>) {
            return act(g);
          } else {
            throw std::logic_error("the kernel does not run on a graph of this type");
          }
        },
        stored);
  }
  // A view of the graph, which must be undirected.
  graph::undirected_view undirected() const;
  // All edges for checks, with their weights if the graph was loaded with weights.
  graph::each_edge edges() const;

  // The functions of commands that are written once (kernels_once.h); ranks_run has them, too.

  const graph::graph_view& view() const { return links; }
  // 1 for each of these vertices, 0 for all others.
  template <class T>
  graph::plain_array<T> marked(std::span<const vertex> vertices) const {
    graph::plain_array<T> marks(graph.vertex_count());
    std::ranges::fill(marks, T{0});
    for (const vertex v : vertices) marks[v] = T{1};
    return marks;
  }
  // Calls act(g) with the graph in its own type.
  template <class Act>
  auto on_graph(const Act& act) const {
    return with_graph<std::invoke_result_t<const Act&, const graph::undirected_graph&>>(act);
  }
  // Calls act(g) with the graph, which must be undirected, in its own type.
  template <class Act>
  auto on_undirected_graph(const Act& act) const {
    using result = std::invoke_result_t<const Act&, const graph::undirected_graph&>;
    return with_graph<result>(
        [&]<class W>(const graph::basic_undirected_graph<W>& g) { return act(g); });
  }
  // Calls act<W>(g) with the graph, which must be undirected; W is the type of its weights.
  template <class Act>
  void on_undirected_by_weight(const Act& act) const {
    with_graph<void>(
        [&]<class W>(const graph::basic_undirected_graph<W>& g) { act.template operator()<W>(g); });
  }
  // Calls act(g) with the graph, whose weights have the type W, in its own type.
  template <class W, class Act>
  auto on_weighted_graph(const Act& act) const {
    using result = std::invoke_result_t<const Act&, const graph::basic_graph<W, true>&>;
    return with_graph<result>(
        [&]<bool Directed>(const graph::basic_graph<W, Directed>& g) { return act(g); });
  }
  bool has_real_weights() const {
    return std::holds_alternative<graph::real_directed_graph>(stored) ||
           std::holds_alternative<graph::real_undirected_graph>(stored);
  }
  // Calls act(g) with the graph without weights; with a threshold, only with its edges of at least
  // this weight.
  template <class Act>
  auto on_edges_from(const std::optional<double>& threshold, const Act& act) const {
    using result = std::invoke_result_t<const Act&, const graph::graph_view&>;
    if (!threshold) return act(links);
    return with_graph<result>([&]<class W, bool Directed>(const graph::basic_graph<W, Directed>& g)
                                requires graph::is_weight<W> {
                                  const auto heavy =
                                      filter_edges(g, [&](vertex, vertex, auto weight) {
                                        return static_cast<double>(weight) >= *threshold;
                                      });
                                  return act(graph::graph_view(heavy));
                                });
  }
  void check_by(const std::function<std::string(const process_run& whole)>& fault) {
    check([&] { return fault(*this); });
  }
  // Cells with `missing` are empty.
  template <class T>
  table_column column(std::string_view name, column_kind kind, const graph::plain_array<T>& values,
                      std::type_identity_t<std::optional<T>> missing = {}) const {
    return {name, kind, [&values, missing](std::size_t v) {
              return values[v] == missing ? table_cell() : table_cell(values[v]);
            }};
  }
  // A column of vertices; cells with no_vertex are empty.
  using kernel_run::id_column;
  table_column id_column(std::string_view name, const graph::plain_array<vertex>& values) const {
    return {name, column_kind::id, [&values, id = ids()](std::size_t v) {
              return values[v] == graph::no_vertex ? table_cell() : table_cell(id(values[v]));
            }};
  }
  // The values of all vertices.
  template <class T>
  std::span<const T> all(const graph::plain_array<T>& values) const {
    return values.all();
  }
  template <class T>
  T value(const graph::plain_array<T>& values, vertex v) const {
    return values[v];
  }
  // The values of vertices first to last - 1.
  template <class T>
  std::span<const T> slice(const graph::plain_array<T>& values, std::size_t first,
                           std::size_t last) const {
    return values.all().subspan(first, last - first);
  }
  value_counts counts(const graph::plain_array<std::uint32_t>& values, std::size_t below) const {
    return counts_of(values.all(), below);
  }
  // Returns a Summary to which summary.add(v, value) has added each value.
  template <class Summary, class T>
  Summary sum(const graph::plain_array<T>& values) const {
    Summary all;
    for (std::size_t v = 0; v < values.size(); ++v) all.add(v, values[v]);
    return all;
  }
  // The --top vertices with the greatest values, in the order of highest().
  template <class T>
  std::vector<std::pair<vertex, T>> highest(const graph::plain_array<T>& values) const {
    return highest_values(values.all(), choice.top);
  }

  const stored_graph& stored;
  const graph::graph_view links;
};

// Loads the whole graph with weights of kind `weights` and returns act(run), without a report: for
// the check of a run on ranks.
std::string on_whole_graph(const kernel_choice& choice, graph::weight_kind weights, session& s,
                           const std::function<std::string(const process_run&)>& act);

// Loads the graph, calls act(run), which runs the kernel on it, and prints the report. Returns an
// exit code.
int run_kernel(const kernel_choice& choice, session& s,
               const std::function<void(process_run&)>& act);

}  // namespace cli
