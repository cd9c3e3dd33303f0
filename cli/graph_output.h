// SPDX-License-Identifier: Apache-2.0
// How does a command leave a graph in a file?
#pragma once

#include "graph_input.h"

#include <CLI/CLI.hpp>

#include <string>

namespace cli {

struct output_choice {
  std::string file;
  std::string weights = "keep";  // or drop, random, real
  bool json = false;
};

// OUT and --json.
void add_output_options(CLI::App& arguments, output_choice& choice);

// Throws output_error for a name that ends like no format.
void require_format(const std::string& path);

// Loads the graph with the weights that the choice and the format of OUT ask for, writes it, says
// so, and returns an exit code. Throws with a sentence, and then there is no file.
int save_graph(graph_opening opening, const output_choice& choice, session& s);

}  // namespace cli
