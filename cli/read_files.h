// SPDX-License-Identifier: Apache-2.0
// Is an output a file that the command also uses for another purpose?
#pragma once

#include <string>
#include <string_view>

namespace cli {

// Throws std::invalid_argument, "OUTPUT: is WHAT itself; …", if both names lead to one file,
// directly or by links. An empty name: no file. The other name "-" is standard input.
void refuse_overwriting(const std::string& output, const std::string& other, std::string_view what);

}  // namespace cli
