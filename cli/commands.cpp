// SPDX-License-Identifier: Apache-2.0
#include "command_table.h"

namespace cli {

std::vector<subcommand> declare_commands(command_line& program) {
  return declare_all<process_run>(program);
}

}  // namespace cli
