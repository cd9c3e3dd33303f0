// SPDX-License-Identifier: Apache-2.0
// The reports that rank 0 writes when a job is over: counts, the table, the timeline of all ranks.
#pragma once

#include <arcas/cluster/ranks/options.h>
#include <arcas/cluster/tasks/job.h>

namespace arcas::inline v0::cluster::detail {

// Returns a job for rank 0 that runs `main` and then writes the reports that the options ask for.
// This job throws std::runtime_error if a file cannot be written, before `main` begins if that is
// known by then.
job with_reports(job main, const cluster_options& options);

}  // namespace arcas::inline v0::cluster::detail
