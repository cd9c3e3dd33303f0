// SPDX-License-Identifier: Apache-2.0
// How accurate is the simulation for this machine? The times of loops that run on it stand beside
// the simulated times.
#pragma once

#include <sim/machine/model.h>

#include <string>
#include <vector>

namespace cli {

struct calibration_line {
  std::string what;
  unsigned workers;
  double measured;   // cycles
  double predicted;  // cycles
  double error() const { return predicted / measured - 1; }
};

struct calibrated_machine {
  arcas::sim::machine_model model;
  std::vector<calibration_line> lines;
};
// Measures this machine, which takes a second or two. If the host of a virtual machine has moved
// the processors meanwhile, it measures again, a few times at most.
calibrated_machine calibrate_this_machine();

}  // namespace cli
