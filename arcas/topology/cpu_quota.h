// SPDX-License-Identifier: Apache-2.0
// How many hardware threads does the processor quota of this process's cgroup allow?
//
// A container with `--cpus=2` on a machine with 64 hardware threads may use all 64, but the kernel
// stops it once its threads together have run for 200 ms in a period of 100 ms. With more workers
// than the quota allows, all of them are stopped sooner. Programs read topology::cpu_quota().
#pragma once

#include <string>

namespace arcas::inline v0::detail {

// Where the cgroup file systems and the descriptions of processes are mounted; tests use folders of
// their own.
struct cgroup_roots {
  std::string cgroup = "/sys/fs/cgroup";
  std::string proc = "/proc";
};

// The smallest processor quota of this process's cgroup and its ancestors (versions 1 and 2), in
// hardware threads: 1.5 is 150 ms per 100 ms. 0 if there is no quota, or it cannot be read.
double cpu_quota(const cgroup_roots& roots = {});

// Number of hardware threads that the quota allows: rounded down, at least 1 and at most
// `thread_count`; `thread_count` for a quota of 0.
unsigned paid_threads(double quota, unsigned thread_count);

}  // namespace arcas::inline v0::detail
