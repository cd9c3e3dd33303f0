// SPDX-License-Identifier: Apache-2.0
// On which hardware threads may the calling thread run?
#pragma once

#include <optional>
#include <vector>

namespace arcas::detail {

// The operating system's numbers, ascending; nothing where the system does not say.
std::optional<std::vector<unsigned>> affinity_of_calling_thread();

}  // namespace arcas::detail
