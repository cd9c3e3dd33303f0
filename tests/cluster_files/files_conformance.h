// SPDX-License-Identifier: Apache-2.0
// What arrays, records and pieces in files promise, on any cluster.
#pragma once

#include <string>

namespace arcas::inline v0::cluster::test {

// Called by one task, with a folder that all ranks see and that nobody else uses. Throws
// std::logic_error with the broken promise.
void files_keep_their_promises(const std::string& folder);

}  // namespace arcas::inline v0::cluster::test
