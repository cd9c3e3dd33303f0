// SPDX-License-Identifier: Apache-2.0
// A cgroup of version 2 in a temporary folder, whose quota a test changes.
#pragma once

#include <arcas/topology/cpu_quota.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace arcas {

class quota_files {
 public:
  explicit quota_files(const std::string& quota) {
    std::filesystem::create_directories(root_ / "cgroup/job");
    std::filesystem::create_directories(root_ / "proc/self");
    std::ofstream(root_ / "proc/self/cgroup") << "0::/job\n";
    set(quota);
  }
  ~quota_files() { remove(); }

  void set(const std::string& quota) {
    std::ofstream(root_ / "cgroup/job/cpu.max") << quota << '\n';
  }
  void remove() { std::filesystem::remove_all(root_); }
  detail::cgroup_roots roots() const {
    return {.cgroup = root_ / "cgroup", .proc = root_ / "proc"};
  }

 private:
  const std::filesystem::path root_ =
      std::filesystem::temp_directory_path() / ("arcas-quota-" + std::to_string(getpid()));
};

}  // namespace arcas
