// SPDX-License-Identifier: Apache-2.0
// What have all ranks done? Asked for by one task.
#pragma once

#include <arcas/cluster/diagnosis/counts.h>

#include <string>
#include <vector>

namespace arcas::cluster {

// The counts of each rank, in their order.
std::vector<rank_counts> gather_counts();
// The same to a file, as JSON. Throws std::runtime_error where it cannot be written.
void write_metrics(const std::string& path);

}  // namespace arcas::cluster
