// SPDX-License-Identifier: Apache-2.0
// How are the loops of a subcommand to run? Options that set the ARCAS_ variables of the same
// names.
#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <string>

namespace cli {

// The values of --workers, --grain, --distributor and --levels as typed; empty: not given.
struct loop_choice {
  std::array<std::string, 4> values;
};

void add_loop_options(CLI::App& arguments, loop_choice& choice);

// Before the first loop, so that reading a graph obeys the options as well. Throws
// std::invalid_argument with a sentence for a wrong option and for a wrong variable.
void apply(const loop_choice& choice);

}  // namespace cli
