// SPDX-License-Identifier: Apache-2.0
// Which environment variables does Arcas have? Each part reads its own variables. Without this
// check a misspelt name would be ignored silently. Private to Arcas.
#pragma once

#include <string>
#include <vector>

namespace arcas::inline v0::detail {

// One sentence for each variable of this process whose name begins with ARCAS_, is unknown, and is
// near to a known name, which the sentence states. Other unknown names are not reported: they may
// be the user's own.
std::vector<std::string> unknown_variables();

// Prints these sentences on standard error, once per process.
void tell_unknown_variables();
// Suppresses them in this process; another process of the job prints them.
void leave_unknown_variables();

}  // namespace arcas::inline v0::detail
