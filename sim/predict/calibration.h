// SPDX-License-Identifier: Apache-2.0
// How well the simulation knows this machine: loops that are run here, beside what it says of them.
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
// In a second or two; again, some times, where a host has moved the processors meanwhile.
calibrated_machine calibrate_this_machine();

}  // namespace cli
