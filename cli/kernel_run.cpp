// SPDX-License-Identifier: Apache-2.0
#include "kernel_run.h"

#include "argument_values.h"
#include "figures.h"

#include <arcas/graph/output_file.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>

namespace cli {

void add_kernel_options_of_ranks(CLI::App& arguments, kernel_choice& choice, const char* rows) {
  choice.kernel = arguments.get_name();
  add_file_options(arguments, choice.graph);
  add_generator_options(arguments, choice.graph);
  add_number(arguments, "--trials", choice.trials, "Number of timed runs; the median is printed",
             1);
  add_number(arguments, "--top", choice.top, rows, 0);
  arguments
      .add_option(
          "--output", choice.output,
          fmt::format("Write the whole result to this file, with the vertex ids of the graph's "
                      "file, in the format of its ending: {}; compressed text with .zst or "
                      ".gz behind. -: to standard output, with commas, in place of the report",
                      output_endings()))
      ->type_name("OUT")
      ->check(CLI::Validator([](std::string& text) { return fault_in_output_name(text); }, ""));
  arguments.add_flag("--check", choice.check,
                     "Check the result by a serial program that shares no code with the kernel");
  arguments.add_flag("--json", choice.json, "One JSON object instead of text");
}

void add_kernel_options(CLI::App& arguments, kernel_choice& choice, const char* rows) {
  add_kernel_options_of_ranks(arguments, choice, rows);
  add_loop_options(arguments, choice.graph);
  add_estimate_option(arguments, choice.estimate);
}

void add_estimate_option(CLI::App& arguments, bool& estimate) {
  arguments.add_flag("--estimate", estimate,
                     "Print about how much memory it takes, before the graph is read, and end");
}

void add_locality_option(CLI::App& arguments, kernel_choice& choice) {
  arguments
      .add_flag("--locality", choice.locality,
                "Move the graph's rows to the NUMA nodes of their vertices, and run loops over "
                "vertices there first; ARCAS_STATS=1 counts local and remote chunks. No "
                "effect and no cost on one node")
      ->group("Loops");
}

void add_weighted_option(CLI::App& arguments, kernel_choice& choice, const char* meaning) {
  choice.weighted_option = true;
  arguments
      .add_flag("--weighted", choice.weighted,
                fmt::format("Edge weights count: {}. Without it they do not", meaning))
      ->group("Graph");
}

void add_plot_option(CLI::App& arguments, kernel_choice& choice, std::string_view column,
                     chart_form form) {
  choice.plotted = column;
  choice.plot_form = form;
  const char* const what = form == chart_form::groups   ? "sizes by rank"
                           : form == chart_form::counts ? "how many have each value"
                                                        : "how many have a value or more";
  arguments
      .add_option("--plot", choice.plot,
                  fmt::format("Draw the distribution of \"{}\" as SVG: {}", column, what))
      ->type_name("OUT.svg")
      ->check(CLI::Validator(
          [](std::string& text) -> std::string {
            if (text.ends_with(".svg")) return "";
            return "must end with .svg, not \"" + text + "\"";
          },
          ""));
}

void draw_plot(const kernel_choice& choice, const std::string& graph, const char* what,
               std::size_t rows, const std::vector<table_column>& columns) {
  const auto column = std::ranges::find(columns, choice.plotted, &table_column::name);
  std::vector<double> values;
  std::map<std::string, double> groups;  // of names
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
  arcas::graph::detail::output_file file(choice.plot);
  file.write(as_svg(chart{choice.kernel + ", " + graph, ranked ? name + " by size" : name,
                          choice.plot_form == chart_form::at_least
                              ? fmt::format("{} with as much or more", what)
                              : what,
                          distribution(std::move(values), choice.plot_form)}));
  file.finish();
}

void tell_of_weights(const graph_opening& opening, const kernel_choice& choice, bool used) {
  if ((choice.weighted || choice.threshold) && !opening.origin.weighted) {
    throw std::invalid_argument(fmt::format("{}: {} has no edge weights",
                                            choice.weighted ? "--weighted" : "--threshold",
                                            opening.origin.file));
  }
  // A generated graph has weights only for the kernels that use them.
  if (used || !opening.origin.weighted || opening.choice.file.empty()) return;
  tell(fmt::format("{} has edge weights, which this command does not use{}", opening.origin.file,
                   choice.weighted_option    ? "; --weighted makes them count"
                   : choice.threshold_option ? "; --threshold makes them count"
                                             : ""));
}

}  // namespace cli
