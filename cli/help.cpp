// SPDX-License-Identifier: Apache-2.0
#include "help.h"

#include <arcas/runtime/settings.h>
#include <fmt/format.h>

namespace cli {

std::string about_variables() {
  std::string text = "Environment (with defaults; `arcas topology` shows the values in use):\n";
  for (const arcas::setting_line& line : arcas::describe(arcas::settings{})) {
    text += fmt::format("  {:<18}{}\n", line.variable, line.meaning);
    text += fmt::format("  {:<18}default: {}\n", "", line.value);
  }
  return text;
}

std::string about_several_ranks() {
  return "On several ranks, started by mpirun or srun: bfs, sssp, components, triangles, pagerank "
         "and "
         "bc, with FILE or --kronecker, --edge-factor, --source, --sources, --top, --check and "
         "--json; "
         "the result has the same form.";
}

std::string about_exit_codes() {
  return "Exit codes: 0 success, 1 a file or system error, 2 a wrong argument or variable, "
         "130 Ctrl-C.";
}

}  // namespace cli
