// SPDX-License-Identifier: Apache-2.0
// arcas predict, where the program was built without the simulator.
#include "session.h"

#include <stdexcept>

namespace cli {
namespace {

struct no_arguments {};

int refuse(no_arguments&, session&) {
  throw std::runtime_error(
      "predict is not available: this program was built without Boost.Context; install "
      "libboost-context-dev (Debian) and build again");
}

}  // namespace

subcommand predict_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "predict", "Not available: this program was built without Boost.Context",
      "Requires libboost-context-dev when Arcas is built.",
      [](CLI::App& arguments, no_arguments&) { arguments.allow_extras(); }, refuse);
}

}  // namespace cli
