// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/memory_limit.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace arcas::inline v0::detail {
namespace {

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// The number at the start of a file; `none` if there is another text, such as "max".
std::uint64_t number_in(const std::string& path, std::uint64_t none) {
  std::uint64_t number = 0;
  return std::ifstream(path) >> number ? number : none;
}

// The smallest limit of a group and its ancestors up to the root.
std::uint64_t least_upwards(const std::string& root, std::string group, const char* file,
                            std::uint64_t least) {
  while (true) {
    least = std::min(least, number_in(root + group + '/' + file, least));
    const std::size_t parent = group.rfind('/');
    if (parent == std::string::npos) return least;
    group.resize(parent);
  }
}

}  // namespace

std::uint64_t memory_limit(const std::string& cgroups, const std::string& own) {
  std::uint64_t least = machine_memory();
  std::ifstream groups(own);
  // A line is "4:memory:/path" in version 1 of cgroups, "0::/path" in version 2.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t path = line.find('/');
    if (path == std::string::npos) continue;
    const std::string group = line.substr(path);
    if (line.starts_with("0::")) least = least_upwards(cgroups, group, "memory.max", least);
    if (line.find(":memory:") != std::string::npos) {
      least = least_upwards(cgroups + "/memory", group, "memory.limit_in_bytes", least);
    }
  }
  return least;
}

}  // namespace arcas::inline v0::detail
