// SPDX-License-Identifier: Apache-2.0
// How does a kernel run on a loaded graph? What the commands of all kernels have in common, in one process and on ranks:
// trials, the check, the file of --output, the report.
#pragma once

#include "estimate.h"
#include "figures.h"
#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/graph_view.h>
#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace cli {

using arcas::graph::vertex;

// The graph, --trials, --top, --check, --json, --output, --estimate, and how loops run. `rows` says
// what --top counts.
void add_kernel_options(const options& arguments, kernel_choice& choice, const char* rows);
// --estimate, by itself.
void add_estimate_option(const options& arguments, bool& estimate);
// --locality, of kernels that have it.
void add_locality_option(const options& arguments, kernel_choice& choice);
// --weighted, of kernels whose weights count where asked. `meaning` says what a weight is to it.
void add_weighted_option(const options& arguments, kernel_choice& choice, const char* meaning);
// The weights that the kernel uses.
arcas::graph::weight_kind used_weights(const kernel_choice& choice,
                                       const arcas::graph::graph_facts& facts);
// Before the graph is read: throws output_error where --output or --plot cannot be written. Says on standard error that
// the weights of a file do not count. Throws std::invalid_argument where they are to count and there are none.
void require_results(const graph_opening& opening, const kernel_choice& choice);

// --plot: a picture of how a column of the result is distributed.
void add_plot_option(const options& arguments, kernel_choice& choice, std::string_view column,
                     chart_form form);
// Draws it, if it is there; `what` a row stands for.
void draw_plot(const kernel_choice& choice, const std::string& graph, const char* what,
               std::size_t rows, const std::vector<table_column>& columns);

// What a run asks of its graph, which this process has or the ranks of a cluster.
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
  virtual std::optional<vertex> vertex_named(const std::string& name) const = 0;
};

class kernel_run {
 public:
  kernel_run(const run_graph& g, const graph_origin& from, const kernel_choice& chosen, session& s);

  // "trial 2 of 3" and `after`; empty where there is one.
  std::string trial_text(unsigned trial, const char* after = "") const;

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
    } catch (const std::invalid_argument&) {
      refuse_graph();
    }
  }

  // fault() says what is wrong with the result; called with --check only.
  void check(const std::function<std::string()>& fault);

  // With --output: a row for each vertex, its id and then these columns.
  void write(std::vector<table_column> columns);
  // With --output: a row for each of something else.
  void write_rows(std::size_t rows, const std::vector<table_column>& columns,
                  const char* what = "edges");
  // vertex_of(row) is shown by its id.
  table_column id_column(std::string_view name, std::function<vertex(std::size_t)> vertex_of) const;

  int show();

  id_of_vertex ids() const;
  std::vector<vertex_id> ids_of(std::span<const vertex> vertices) const;

  // The vertices that an option has named.
  std::vector<vertex> named(const char* option, const std::vector<std::string>& names) const;

  // In the parameters: the vertices that an option has named, none where it was not said.
  void tell_named(std::string_view member, const char* option,
                  const std::vector<std::string>& names);

  // Of --sources N and --source: those that are named, else N drawn by --seed, else (0) all.
  std::vector<vertex> vertices_of(std::size_t sample, const std::vector<std::string>& names) const;

  // One for each trial: the one that --source names, or ones with edges, drawn as GAP draws them.
  // Throws std::runtime_error with a sentence where no vertex has an edge.
  std::vector<vertex> trial_sources(const std::vector<std::string>& names) const;

  const run_graph& graph;
  const graph_origin& origin;
  const kernel_choice& choice;
  session& current;
  kernel_report report;

 private:
  [[noreturn]] void refuse_graph() const;  // by the exception that is being handled
};

// A run in this process.
class process_run : public kernel_run {
 public:
  process_run(const run_graph& g, const loaded_graph& loaded, const kernel_choice& chosen,
              session& s);
  // The graph by its own type, for kernels that read weights: act(g), where act takes one of that type.
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
  // Of an undirected graph.
  arcas::graph::undirected_view undirected() const;
  // For checks: all edges, with their weights where these count.
  arcas::graph::each_edge edges() const;

  const stored_graph& stored;
  const arcas::graph::graph_view links;
};

// act(run) on the graph with weights of that kind, of which nothing is printed: for the check of a run on ranks.
std::string on_whole_graph(const kernel_choice& choice, arcas::graph::weight_kind weights,
                           session& s, const std::function<std::string(const process_run&)>& act);

// Loads the graph; act(run) runs the kernel on it; the report is printed after it. Returns an exit code.
int run_kernel(const kernel_choice& choice, session& s,
               const std::function<void(process_run&)>& act);

}  // namespace cli
