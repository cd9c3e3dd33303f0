// SPDX-License-Identifier: Apache-2.0
// How much memory may this process use? The whole memory of the machine, or less if a cgroup (a
// container) limits it.
#pragma once

#include <cstdint>
#include <string>

namespace arcas::inline v0::detail {

// In bytes: the smallest of the machine's memory and the limits of this process's cgroup and of the
// cgroup's ancestors (versions 1 and 2). Tests pass files of their own.
std::uint64_t memory_limit(const std::string& cgroups = "/sys/fs/cgroup",
                           const std::string& own = "/proc/self/cgroup");

}  // namespace arcas::inline v0::detail
