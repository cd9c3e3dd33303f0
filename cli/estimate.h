// SPDX-License-Identifier: Apache-2.0
// How much memory will a command take? Before the graph is read.
#pragma once

#include "kernel_report.h"

#include <cstddef>

namespace cli {

// The kind of graph that a command loads.
struct graph_form {
  bool both_directions = false;  // rows of out- and of in-edges
  std::size_t weight_bytes = 0;  // of an arc
};

// Prints it; returns an exit code.
int show_estimate(const graph_opening& opening, const kernel_choice& choice,
                  const graph_form& form);

}  // namespace cli
