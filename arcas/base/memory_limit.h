// SPDX-License-Identifier: Apache-2.0
// How much memory may this process use? That of the machine, or less where a cgroup (a container)
// says so.
#pragma once

#include <cstdint>
#include <string>

namespace arcas::inline v0::detail {

// In bytes. The least limit of this process's cgroup and of those above it, of version 1 and 2, and
// the memory of the machine. A test brings roots of its own.
std::uint64_t memory_limit(const std::string& cgroups = "/sys/fs/cgroup",
                           const std::string& own = "/proc/self/cgroup");

}  // namespace arcas::inline v0::detail
