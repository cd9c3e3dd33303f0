// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/cpu_quota.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <limits>

namespace arcas::inline v0::detail {
namespace {

constexpr double no_quota = std::numeric_limits<double>::infinity();

double ratio_of(double quota_us, double period_us) {
  return quota_us > 0 && period_us > 0 ? quota_us / period_us : no_quota;
}

// Version 2 of cgroups has quota and period in one file: "150000 100000". Without a quota the file
// has "max 100000"; "max" does not parse as a number.
double quota_v2_in(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  double quota_us = 0;
  double period_us = 0;
  return file >> quota_us >> period_us ? ratio_of(quota_us, period_us) : no_quota;
}

// Version 1 has a file for the quota and one for the period; a quota of -1 means no quota.
double quota_v1_in(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us");
  std::ifstream period_file(folder + "/cpu.cfs_period_us");
  double quota_us = 0;
  double period_us = 0;
  if (!(quota_file >> quota_us) || !(period_file >> period_us)) return no_quota;
  return ratio_of(quota_us, period_us);
}

// The smallest quota from the group at `path` up to the root of the mount. Inside a container the
// path is often the host's and does not exist under the mount. Then only the root of the mount,
// which is the container's own group, has a quota.
double tightest_quota(const std::string& mount, std::string path,
                      double (*quota_in)(const std::string&)) {
  // A process outside its cgroup namespace has a path such as "/../other", which is not under the
  // mount.
  if (path.find("..") != std::string::npos) path.clear();
  double tightest = quota_in(mount);
  while (path.size() > 1) {
    tightest = std::min(tightest, quota_in(mount + path));
    path.erase(path.rfind('/'));
  }
  return tightest;
}

// One line of /proc/self/cgroup: "4:cpu,cpuacct:/path", or "0::/path" for version 2.
double quota_of_line(const std::string& line, const std::string& root) {
  const std::size_t first = line.find(':');
  if (first == std::string::npos) return no_quota;
  const std::size_t second = line.find(':', first + 1);
  if (second == std::string::npos) return no_quota;
  const std::string controllers = line.substr(first + 1, second - first - 1);
  std::string path = line.substr(second + 1);
  if (path.empty() || path.front() != '/') return no_quota;

  if (controllers.empty()) {
    // A machine with both versions mounts version 2 in the folder "unified".
    return std::min(tightest_quota(root, path, quota_v2_in),
                    tightest_quota(root + "/unified", path, quota_v2_in));
  }
  if ((',' + controllers + ',').find(",cpu,") == std::string::npos) return no_quota;
  // The mount of "cpu,cpuacct" has this name or "cpuacct,cpu", and sometimes a link "cpu".
  double tightest = no_quota;
  for (const char* mount : {"/cpu", "/cpu,cpuacct", "/cpuacct,cpu"}) {
    tightest = std::min(tightest, tightest_quota(root + mount, path, quota_v1_in));
  }
  return tightest;
}

}  // namespace

double cpu_quota(const cgroup_roots& roots) {
  std::ifstream groups(roots.proc + "/self/cgroup");
  double tightest = no_quota;
  for (std::string line; std::getline(groups, line);) {
    tightest = std::min(tightest, quota_of_line(line, roots.cgroup));
  }
  return tightest == no_quota ? 0 : tightest;
}

unsigned paid_threads(double quota, unsigned thread_count) {
  if (quota <= 0 || quota >= thread_count) return thread_count;
  return std::max(1U, static_cast<unsigned>(quota));
}

}  // namespace arcas::inline v0::detail
