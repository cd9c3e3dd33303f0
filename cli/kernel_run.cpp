// SPDX-License-Identifier: Apache-2.0
#include "kernel_run.h"

#include "argument_values.h"

#include <cstdio>

namespace cli {

void add_kernel_options(CLI::App& arguments, kernel_choice& choice, const char* rows) {
  choice.kernel = arguments.get_name();
  add_graph_options(arguments, choice.graph);
  add_number(arguments, "--trials", choice.trials, "Number of timed runs; the median is printed",
             1);
  add_number(arguments, "--top", choice.top, rows, 0);
  arguments
      .add_option(
          "--output", choice.output,
          fmt::format("Write the whole result to this file, with the vertex ids of the graph's "
                      "file, in the format of its ending: {}; compressed text with .zst or "
                      ".gz behind. -: to standard output, with commas, in place of the report",
                      output_endings))
      ->type_name("OUT")
      ->check(CLI::Validator([](std::string& text) { return fault_in_output_name(text); }, ""));
  arguments.add_flag("--check", choice.check,
                     "Check the result by a serial program that shares no code with the kernel");
  arguments.add_flag("--json", choice.json, "One JSON object instead of text");
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

void tell_of_weights(const graph_opening& opening, const kernel_choice& choice, bool used) {
  if (choice.weighted && !opening.origin.weighted) {
    throw std::invalid_argument("--weighted: " + opening.origin.file + " has no edge weights");
  }
  // A generated graph has weights only for the kernels that use them.
  if (used || !opening.origin.weighted || !opening.file) return;
  std::fputs(fmt::format("arcas: {} has edge weights, which this command does not use{}\n",
                         opening.origin.file,
                         choice.weighted_option ? "; --weighted makes them count" : "")
                 .c_str(),
             stderr);
}

}  // namespace cli
