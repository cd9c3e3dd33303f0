// SPDX-License-Identifier: Apache-2.0
// The loop that the command line of `arcas predict` describes.
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

// The loop of the options. `gigahertz` is the clock rate of the machine; it converts work that is
// given in ns or us into cycles. Throws std::invalid_argument for a wrong argument or a wrong line
// of a trace, and std::runtime_error for a trace that cannot be read or is too long.
predicted_loop loop_of(const loop_arguments& given, double gigahertz);

// The numbers in a list such as "1,2,4", each from 1 to `most`. An empty text stands for `most` and
// the powers of two below it.
std::vector<unsigned> worker_counts(const std::string& text, unsigned most);

}  // namespace cli
