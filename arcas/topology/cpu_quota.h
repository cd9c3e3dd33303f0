// SPDX-License-Identifier: Apache-2.0
// How many hardware threads does the cgroup of this process pay for?
//
// A container with `--cpus=2` on a machine of 64 hardware threads may use all 64, but is stopped by
// the kernel once it has run for 200 ms in a period of 100 ms. More workers than the quota pays for
// only reach that stop sooner, all together.
#pragma once

#include <string>

namespace arcas::inline v0 {

// Where the cgroup file systems are mounted and where processes are described; tests bring trees
// of their own.
struct cgroup_roots {
  std::string cgroup = "/sys/fs/cgroup";
  std::string proc = "/proc";
};

// The tightest cpu quota of this process's cgroup and of all the groups above it, version 1 and 2
// alike, in hardware threads: 1.5 is 150 ms per 100 ms. 0 where there is none, or none can be read.
double cpu_quota(const cgroup_roots& roots = {});

// What that quota pays for: rounded down, at least 1, at most `thread_count`; all where it is 0.
unsigned paid_threads(double quota, unsigned thread_count);

}  // namespace arcas::inline v0
