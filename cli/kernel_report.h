// SPDX-License-Identifier: Apache-2.0
// How is the run of a kernel shown to people and to programs? The common part of all kernels is the
// graph, the time, and whether the result was checked. The result of each kernel has the same form
// in one process and on several ranks (cluster/kernels.cpp).
#pragma once

#include "chart.h"
#include "graph_input.h"
#include "json.h"
#include "result_table.h"

#include <arcas/graph/csr.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

// When a kernel uses the weights of edges: if an option asks for it, if the source has weights, or
// always.
enum class weight_use { where_asked, where_known, always };

// The options of each kernel.
struct kernel_choice {
  std::string kernel;  // the command
  graph_choice graph;
  graph_direction direction = graph_direction::of_source;  // of the graph that the kernel runs on
  weight_use weights = weight_use::where_asked;
  std::vector<std::string> draws;  // the options with which the kernel draws by --seed
  unsigned trials = 1;
  std::size_t top = 10;  // rows of the table
  std::string list;      // a list that is read beside the graph; empty: none
  std::string_view list_of = "the list of vertices";
  std::string output;        // the file for the whole result; empty: none
  std::string plot;          // the file for a picture of the result; empty: none
  std::string_view plotted;  // the column of the result that is drawn
  chart_form plot_form = chart_form::counts;
  bool check = false;
  bool json = false;
  double result_bytes = 0;  // bytes per vertex of results that options ask for
  bool estimate = false;    // whether to print the memory that a run would need, and not to run
  bool locality = false;
  bool weighted = false;            // --weighted
  bool weighted_option = false;     // whether the kernel has --weighted
  bool threshold_option = false;    // whether the kernel has --threshold
  std::optional<double> threshold;  // edges with smaller weights are left out
};

struct trial_seconds {
  std::vector<double> all;  // by trial

  double median() const;
};

struct kernel_report {
  std::string text;     // lines with the result for people
  std::string summary;  // lines between the result and the line with the time
  std::string notes;    // lines after the line with the time
  // Members of the JSON objects with these names: docs/json.md.
  std::vector<json_member> parameters, run, result;
  trial_seconds seconds;
  std::uint64_t passes = 1;  // number of passes of a run over the edges, for the rate of edges
  std::string fault;         // the fault that the check found; empty: none, or no check
  std::string verdict = "right";
  std::uint64_t ranks = 1;  // number of ranks that have run the kernel
};

// Prints the line of the graph as soon as the graph is loaded. Prints nothing with --json, and if
// the result goes to standard output.
void announce(const graph_origin& origin, std::uint64_t vertices, std::uint64_t edges,
              const kernel_choice& choice);

// The JSON object of a command, on one line: docs/json.md.
std::string answer(std::string_view command, const graph_origin& origin, std::uint64_t vertices,
                   std::uint64_t edges, const std::vector<json_member>& parameters,
                   const std::vector<json_member>& run, const std::vector<json_member>& result);

// Prints the rest of the report and returns the exit code. Throws std::runtime_error if the check
// found a fault.
int show(const kernel_report& report, const graph_origin& origin, std::uint64_t vertices,
         std::uint64_t edges, const kernel_choice& choice);

using id_of_vertex = std::function<vertex_id(graph::vertex)>;
// The ids for people, with blanks between them.
std::string words_of(std::span<const vertex_id> ids);

// The number of vertices with value 0, 1, … of a result with a value for each vertex. Each rank
// counts its own vertices; the sums are reported.
using value_counts = std::vector<std::uint64_t>;
value_counts counts_of(std::span<const std::uint32_t> values, std::size_t below);
using scored_vertex = std::pair<graph::vertex, double>;

// The scores of highest_values() as a table, whose last column has the title `title`, and as JSON.
struct score_table {
  std::string text;
  json listed;
};
score_table top_scores(std::span<const scored_vertex> highest, const id_of_vertex& id,
                       const char* title);
// Facts on a kernel that repeats passes over the graph until its scores converge.
struct iteration_facts {
  double tolerance = 0;
  unsigned iterations = 0;
  double residual = 0;
  // A result that has not converged is checked against the residual that it has reached.
  double checked_tolerance() const { return std::max(tolerance, residual); }
};
void describe_iteration(kernel_report& report, const iteration_facts& facts);

// A table with cells in columns, right-aligned, under the titles.
std::string as_table(const std::vector<std::string>& titles,
                     const std::vector<std::vector<std::string>>& rows);

// Of vertices 0 to n - 1, the `count` with the greatest values, the greatest first. Vertices with
// equal values are in ascending order.
std::vector<graph::vertex> highest(std::size_t n, std::size_t count,
                                   const std::function<double(graph::vertex)>& value);
// The same vertices with their values; values[v] is the value of vertex v.
template <class T>
std::vector<std::pair<graph::vertex, T>> highest_values(std::span<const T> values,
                                                        std::size_t count) {
  const auto value = [&](graph::vertex v) { return static_cast<double>(values[v]); };
  std::vector<std::pair<graph::vertex, T>> found;
  for (const auto v : highest(values.size(), count, value)) found.emplace_back(v, values[v]);
  return found;
}

// "31.2 ms, 671 M edges/s", or "31.2 ms (median of 3 trials), 671 M edges/s".
std::string time_and_rate(const trial_seconds& seconds, std::uint64_t edges, std::uint64_t passes);

// The name of a variable that names a file to write, and what is written there.
using file_of_variable = std::pair<const char*, std::string_view>;
// Called before the command runs. Throws std::invalid_argument if a file that is written is also
// read, or written for another purpose, under the same or another name.
void refuse_equal_files(const kernel_choice& choice, std::span<const file_of_variable> variables);
// Called before the graph is opened. Unless there is --estimate, throws output_error if --output or
// --plot cannot be written, and unreadable_file if the list cannot be read.
void require_files(const kernel_choice& choice);

}  // namespace cli
