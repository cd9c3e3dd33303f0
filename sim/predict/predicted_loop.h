// SPDX-License-Identifier: Apache-2.0
// The loop that `arcas predict` is asked about, from the command line.
#pragma once

#include <cli/predict.h>
#include <sim/machine/iteration_costs.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

struct predicted_loop {
  arcas::sim::iteration_costs costs;
  std::string about;  // "1,000,000 iterations of 500 cycles"
};

// gigahertz: of the machine, for work that is given in ns or us. Throws std::invalid_argument for a
// wrong argument and std::runtime_error for a file.
predicted_loop loop_of(const loop_arguments& given, double gigahertz);

// A list of numbers from 1 to most, "1,2,4"; empty: 1, 2, 4 … and most.
std::vector<unsigned> worker_counts(const std::string& text, unsigned most);

}  // namespace cli
