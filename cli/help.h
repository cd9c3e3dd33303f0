// SPDX-License-Identifier: Apache-2.0
// What do --help texts have in common?
#pragma once

#include <string>

namespace cli {

// The ARCAS_ variables with their defaults and meanings, several lines.
std::string about_variables();
// The exit codes, one line.
std::string about_exit_codes();
// What kernels can do under mpirun.
std::string about_several_ranks();

}  // namespace cli
