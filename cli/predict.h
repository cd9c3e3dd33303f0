// SPDX-License-Identifier: Apache-2.0
// The command line of `arcas predict`. `arcas` becomes the program arcas-predict (sim/predict),
// which runs the command.
#pragma once

#include "session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

struct loop_arguments {
  std::string work = "500cycles";
  std::string iterations = "1e6";
  std::string skew = "even";
  std::string trace;  // a file with the cost of each iteration; empty: none
};

struct predict_arguments {
  std::string machine = "this";
  loop_arguments loop;
  std::uint64_t grain = 0;
  std::string workers;
  std::vector<std::string> distributors = {"auto", "static", "striped:thread", "shared"};
  std::string out;
  bool json = false;
};

subcommand predict_command(command_line& program, const std::string& footer,
                           int (*run)(predict_arguments&, session&));

}  // namespace cli
