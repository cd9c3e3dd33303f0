// SPDX-License-Identifier: Apache-2.0
// Which variables of the environment has Arcas? All of its parts read theirs by themselves; a name that none of them knows is a
// mistake that would else be ignored in silence. Private to Arcas.
#pragma once

#include <string>
#include <vector>

namespace arcas::inline v0::detail {

// A sentence for each variable of this process whose name begins with ARCAS_, is not known, and is near to a known one, which
// the sentence names. Of others nothing: they may be a user's own.
std::vector<std::string> unknown_variables();

// Says so on standard error, once in a process.
void tell_unknown_variables();
// Another process of the job says so.
void leave_unknown_variables();

}  // namespace arcas::inline v0::detail
