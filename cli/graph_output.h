// SPDX-License-Identifier: Apache-2.0
// How is a graph written to a file? The common part of convert, generate and extract.
#pragma once

#include "command_graph.h"

#include <functional>
#include <memory>
#include <string>

namespace cli {

// `output` is the file OUT.
struct output_arguments : kernel_choice {
  std::string edge_weights = "keep";  // or drop, random, real
  bool draw_weights = false;          // --weights of a generated graph
};

// Adds OUT, --json and --estimate.
void add_output_options(const options& arguments, output_arguments& given);
// Adds FILE, which is required, OUT, and the options of reading, writing and loops.
void add_file_to_file_options(const options& arguments, output_arguments& given);

// Makes the part of a graph that is written.
using part_maker = std::function<std::unique_ptr<command_graph>(const command_graph& g)>;

// Loads the graph with the weights that the arguments and the format of OUT require, and writes it,
// or the part that `make_part` returns. A graph that cannot be written is refused before it is
// read. If save() throws, it leaves no new file. Returns an exit code.
int save(const output_arguments& given, session& s, const part_maker& make_part = {});

}  // namespace cli
