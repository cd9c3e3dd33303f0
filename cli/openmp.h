// SPDX-License-Identifier: Apache-2.0
// `arcas openmp PROGRAM …` runs an OpenMP program on Arcas.
#pragma once

namespace cli {

// If the arguments are `openmp [--explain] PROGRAM …`, replaces this process by that program.
// Otherwise returns, and the arguments are parsed as usual. Throws std::runtime_error if
// libgomp.so.1 is not found or cannot be preloaded.
void become_openmp_program(int argc, char** argv);

}  // namespace cli
