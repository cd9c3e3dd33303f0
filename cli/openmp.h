// SPDX-License-Identifier: Apache-2.0
// arcas openmp PROGRAM …: an OpenMP program on Arcas.
#pragma once

namespace cli {

// Where the words are `openmp [--explain] PROGRAM …`: becomes that program. Otherwise it returns, and the words are
// read as usual. Throws std::runtime_error if there is no such program or no library.
void become_openmp_program(int argc, char** argv);

}  // namespace cli
