// SPDX-License-Identifier: Apache-2.0
#include "kernel_choice.h"

#include "argument_values.h"

#include <limits>

namespace cli {

void add_kernel_options(CLI::App& arguments, kernel_choice& choice, const std::string& rows) {
  constexpr auto most = std::numeric_limits<unsigned>::max();
  add_graph_options(arguments, choice.graph);
  arguments.add_option("--trials", choice.trials, "Runs to time; the median is printed")
      ->type_name("N")
      ->check(whole_number(1, most))
      ->capture_default_str();
  arguments.add_option("--top", choice.top, rows)
      ->type_name("N")
      ->check(whole_number(0, most))
      ->capture_default_str();
  arguments
      .add_option(
          "--csv", choice.csv,
          "Write the whole result to this file, with the vertices' ids in the graph's file; "
          "packed where the name ends with .zst or .gz")
      ->type_name("OUT");
  arguments.add_flag("--check", choice.check,
                     "Check the result by a slow and simple program of its own");
  arguments.add_flag("--json", choice.json, "One JSON object instead of text");
  add_loop_options(arguments, choice.loops);
}

void add_locality_option(CLI::App& arguments, kernel_choice& choice) {
  arguments
      .add_flag("--locality", choice.locality,
                "Move the graph's rows to the NUMA nodes of their vertices, and run loops over "
                "vertices there first; ARCAS_STATS=1 counts local and remote chunks. Without "
                "effect, and without cost, on one node")
      ->group("Loops");
}

}  // namespace cli
