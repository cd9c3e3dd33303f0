// SPDX-License-Identifier: Apache-2.0
// Can hwloc build a synthetic machine within a second, and without ending the program?
#pragma once

#include <string>

namespace arcas::inline v0::detail {

std::string in_quotes(const std::string& text);

// Throws std::invalid_argument with one sentence if hwloc cannot build this machine within a
// second, or would end the program. Other faults of the description are left to hwloc.
void require_buildable(const std::string& description);

}  // namespace arcas::inline v0::detail
