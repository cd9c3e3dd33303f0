// SPDX-License-Identifier: Apache-2.0
// On a file system without unnamed files, an output has a temporary name until it is complete
// (arcas/base/whole_file.h). A signal that ends the program removes it.
#pragma once

#include <initializer_list>

namespace cli {

// After this call, each of these signals whose action is the default one removes unfinished output
// and then ends the program by the default action, so that the exit status names the signal. Called
// in main, before any other thread starts. SIGKILL cannot be caught: it leaves the unfinished file.
void remove_unfinished_output_at(std::initializer_list<int> signals);

}  // namespace cli
