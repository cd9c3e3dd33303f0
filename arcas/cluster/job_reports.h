// SPDX-License-Identifier: Apache-2.0
// What rank 0 writes when a job is over: counts, the table, the timeline of all ranks.
#pragma once

#include <arcas/cluster/ranks/options.h>
#include <arcas/cluster/tasks/job.h>

namespace arcas::inline v0::cluster::detail {

// The job of rank 0 with what the options ask for; throws, in its task, std::runtime_error where a file
// cannot be written: that of the timeline before the job begins.
job with_reports(job main, const cluster_options& options);

}  // namespace arcas::inline v0::cluster::detail
