// SPDX-License-Identifier: Apache-2.0
// How are the loops of a subcommand to run? The options that all kernels share.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace cli {

// As typed; empty where the option is not there.
struct loop_choice {
  std::string workers;
  std::string grain;
  std::string distributor;
  std::string levels;
};

void add_loop_options(CLI::App& arguments, loop_choice& choice);

// Before the first loop: each option is the ARCAS_ variable of the same name, set for this run, so
// that reading a graph obeys it as well. Throws std::invalid_argument with a sentence for a wrong
// option and for a wrong variable.
void apply(const loop_choice& choice);

}  // namespace cli
