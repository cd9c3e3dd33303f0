// SPDX-License-Identifier: Apache-2.0
// Is a description of a synthetic machine one that hwloc builds in a second, and without ending the program?
#pragma once

#include <string>

namespace arcas::inline v0::detail {

std::string in_quotes(const std::string& text);

// Throws std::invalid_argument with one sentence otherwise. hwloc itself judges the rest of the description.
void require_buildable(const std::string& description);

}  // namespace arcas::inline v0::detail
