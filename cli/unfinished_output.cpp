// SPDX-License-Identifier: Apache-2.0
#include "unfinished_output.h"

#include <arcas/base/whole_file.h>

#include <signal.h>

namespace cli {
namespace {

void remove_and_end(int number) {
  arcas::detail::remove_unfinished_files();
  raise(number);  // SA_RESETHAND has brought back the default action
}

}  // namespace

void remove_unfinished_output_at(std::initializer_list<int> signals) {
  for (const int number : signals) {
    struct sigaction now{};
    if (sigaction(number, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    struct sigaction ours{};
    ours.sa_handler = remove_and_end;
    ours.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    sigemptyset(&ours.sa_mask);
    sigaction(number, &ours, nullptr);
  }
}

}  // namespace cli
