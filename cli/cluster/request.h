// SPDX-License-Identifier: Apache-2.0
// What is asked of the ranks: a kernel, a graph, and what to show. Read on every rank, since each
// is started with the same arguments.
#pragma once

#include "../kernel_report.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cli::ranks {

struct request {
  std::string kernel;
  kernel_choice
      choice;  // of it FILE, --kronecker, --edge-factor, --trials, --top, --check, --csv and --json
  std::optional<std::uint64_t> source;
  unsigned sources = 4;  // of betweenness
};

// Declares the options of `program`; parsing it fills in `asked`.
void add_kernels(CLI::App& program, request& asked);

}  // namespace cli::ranks
