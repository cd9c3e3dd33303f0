// SPDX-License-Identifier: Apache-2.0
// Where the file system has no unnamed files, output is beside its place until it is whole (arcas/base/whole_file.h).
// A signal that ends the program leaves nothing of it.
#pragma once

#include <initializer_list>

namespace cli {

// Each of these signals whose action is the default one removes unfinished output first, and then ends the program as it
// does by default, so that the exit status names it. In main, before any thread. SIGKILL leaves the file.
void remove_unfinished_output_at(std::initializer_list<int> signals);

}  // namespace cli
