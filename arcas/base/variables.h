// SPDX-License-Identifier: Apache-2.0
// Has an environment variable a misspelt name? Each component reads its own variables, and would
// ignore such a name silently. Private to Arcas.
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
// Suppresses the sentences in this process, if another process of the job prints them.
void leave_unknown_variables();

}  // namespace arcas::inline v0::detail
