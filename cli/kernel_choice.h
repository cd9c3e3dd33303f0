// SPDX-License-Identifier: Apache-2.0
// What may be said about the run of any kernel?
#pragma once

#include "graph_input.h"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <string>

namespace cli {

struct kernel_choice {
  graph_choice graph;
  unsigned trials = 1;
  std::size_t top = 10;  // rows of the table
  std::string csv;       // the whole result goes there; empty: nowhere
  bool check = false;
  bool json = false;
  bool locality = false;
};

// The graph, --trials, --top, --check, --json, --csv, and how loops run. `rows` says what --top
// counts.
void add_kernel_options(CLI::App& arguments, kernel_choice& choice, const char* rows);
// --locality, of kernels that have it.
void add_locality_option(CLI::App& arguments, kernel_choice& choice);

}  // namespace cli
