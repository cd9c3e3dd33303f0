// SPDX-License-Identifier: Apache-2.0
#include "loop_choice.h"

#include <arcas/runtime/settings.h>
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

namespace cli {
namespace {

struct loop_option {
  const char* name;
  const char* variable;
  const char* type;
  const char* about;
};

constexpr std::array<loop_option, 4> loop_options = {{
    {"--workers", "ARCAS_WORKERS", "N", "Number of workers"},
    {"--grain", "ARCAS_GRAIN", "N|auto", "Iterations per claim"},
    {"--distributor", "ARCAS_DISTRIBUTOR", "NAME",
     "Distributor of iterations: auto, shared, striped:thread, async:core, "
     "combine:core/striped:package, ..."},
    {"--levels", "ARCAS_LEVELS", "LIST", "Places that loops of level 0, 1, … run on"},
}};

}  // namespace

void add_loop_options(CLI::App& arguments, loop_choice& choice) {
  for (std::size_t i = 0; i < loop_options.size(); ++i) {
    const auto& [name, variable, type, about] = loop_options[i];
    arguments.add_option(name, choice.values[i], fmt::format("{}; sets {}", about, variable))
        ->type_name(type)
        ->group("Loops");
  }
}

void apply(const loop_choice& choice) {
  arcas::settings::from_environment();
  for (std::size_t i = 0; i < loop_options.size(); ++i) {
    if (choice.values[i].empty()) continue;
    setenv(loop_options[i].variable, choice.values[i].c_str(), 1);
    try {
      arcas::settings::from_environment();
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument(fmt::format("{} sets {}", loop_options[i].name, wrong.what()));
    }
  }
}

}  // namespace cli
