// SPDX-License-Identifier: Apache-2.0
#include "loop_choice.h"

#include <arcas/runtime/settings.h>

#include <cstdlib>
#include <stdexcept>

namespace cli {
namespace {

void set(const char* option, const char* variable, const std::string& value) {
  if (value.empty()) return;
  setenv(variable, value.c_str(), 1);
  try {
    arcas::settings::from_environment();
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(std::string(option) + " sets " + wrong.what());
  }
}

}  // namespace

void add_loop_options(CLI::App& arguments, loop_choice& choice) {
  arguments.add_option("--workers", choice.workers, "Number of workers, as ARCAS_WORKERS")
      ->type_name("N")
      ->group("Loops");
  arguments.add_option("--grain", choice.grain, "Iterations per claim, as ARCAS_GRAIN")
      ->type_name("N|auto")
      ->group("Loops");
  arguments
      .add_option("--distributor", choice.distributor,
                  "Distributor of iterations, as ARCAS_DISTRIBUTOR: auto, shared, striped:thread, "
                  "async:core, combine:core/striped:package, ...")
      ->type_name("NAME")
      ->group("Loops");
  arguments
      .add_option("--levels", choice.levels,
                  "Places that loops of level 0, 1, … run on, as ARCAS_LEVELS")
      ->type_name("LIST")
      ->group("Loops");
}

void apply(const loop_choice& choice) {
  arcas::settings::from_environment();
  set("--workers", "ARCAS_WORKERS", choice.workers);
  set("--grain", "ARCAS_GRAIN", choice.grain);
  set("--distributor", "ARCAS_DISTRIBUTOR", choice.distributor);
  set("--levels", "ARCAS_LEVELS", choice.levels);
}

}  // namespace cli
