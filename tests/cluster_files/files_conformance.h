// SPDX-License-Identifier: Apache-2.0
// What arrays, records and pieces in files promise, on any cluster.
#pragma once

#include <string>

namespace arcas::inline v0::cluster::test {

// By one task, with a folder of its own, which all ranks see. Throws std::logic_error with the
// promise that is broken.
void files_keep_their_promises(const std::string& folder);

}  // namespace arcas::inline v0::cluster::test
