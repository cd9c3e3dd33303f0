// SPDX-License-Identifier: Apache-2.0
// An output must not be a file that the command reads.
#pragma once

#include <string>
#include <string_view>

namespace cli {

// Throws output_error where both names are of one file, whatever links lead to it: "OUTPUT: is WHAT itself; …". "-" as the
// input is standard input.
void refuse_overwriting(const std::string& output, const std::string& input, std::string_view what);

}  // namespace cli
