// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/variables.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <utility>

namespace arcas::inline v0::detail {
namespace {

// Variables of loops, ranks, OpenMP programs and the Python package. tests/lint/variables_test.py
// compares the list with the sources.
constexpr std::array<std::string_view, 28> known{"ARCAS_CLAIMS",
                                                 "ARCAS_CLUSTER_BUFFERS",
                                                 "ARCAS_CLUSTER_CHECK",
                                                 "ARCAS_CLUSTER_HEAP",
                                                 "ARCAS_CLUSTER_METRICS",
                                                 "ARCAS_CLUSTER_PATIENCE",
                                                 "ARCAS_CLUSTER_SHARE_MEMORY",
                                                 "ARCAS_CLUSTER_STACK",
                                                 "ARCAS_CLUSTER_STATS",
                                                 "ARCAS_CLUSTER_TASKS",
                                                 "ARCAS_CLUSTER_TRACE",
                                                 "ARCAS_CLUSTER_WATCH",
                                                 "ARCAS_CLUSTER_WORKERS",
                                                 "ARCAS_DISTRIBUTOR",
                                                 "ARCAS_GRAIN",
                                                 "ARCAS_LEVELS",
                                                 "ARCAS_NX_AUTOCONFIG",
                                                 "ARCAS_OPENMP_EXPLAIN",
                                                 "ARCAS_OPENMP_LIBGOMP",
                                                 "ARCAS_OPENMP_LIBRARY",
                                                 "ARCAS_OPENMP_SCHEDULE",
                                                 "ARCAS_PIN",
                                                 "ARCAS_PLACEMENT",
                                                 "ARCAS_STATS",
                                                 "ARCAS_TOPOLOGY",
                                                 "ARCAS_TRACE",
                                                 "ARCAS_WAIT",
                                                 "ARCAS_WORKERS"};

// Variables of the scripts and tests of Arcas's repository. A name also stands for longer names
// that begin with it and an underscore. These variables are not reported: programs that a script or
// a test starts inherit them.
constexpr std::string_view of_scripts[] = {
    "ARCAS_BUNDLED_DATA", "ARCAS_DEVELOPER", "ARCAS_EMULATED", "ARCAS_FUZZ", "ARCAS_HOSTS",
    "ARCAS_LIBRARY",      "ARCAS_MPIRUN",    "ARCAS_PROGRAM",  "ARCAS_ROOT", "ARCAS_SHARED_GRAPHS",
    "ARCAS_SIM",          "ARCAS_STEP",      "ARCAS_TEST"};

// Variables of the build that users may export.
constexpr std::string_view of_cmake[] = {
    "ARCAS_CLI",    "ARCAS_CLUSTER", "ARCAS_DIR",     "ARCAS_GRAPH",  "ARCAS_INSTALL",
    "ARCAS_OPENMP", "ARCAS_PARQUET", "ARCAS_PYARROW", "ARCAS_PYTHON", "ARCAS_SANITIZER"};

// Names that variables of OpenMP and other runtimes have after their prefix, and the nearest
// variables of Arcas.
struct foreign_name {
  std::string_view name, meant;
};
constexpr foreign_name of_other_runtimes[] = {{"ARCAS_CHUNK", "ARCAS_GRAIN"},
                                              {"ARCAS_CHUNK_SIZE", "ARCAS_GRAIN"},
                                              {"ARCAS_MAX_THREADS", "ARCAS_WORKERS"},
                                              {"ARCAS_NTHREADS", "ARCAS_WORKERS"},
                                              {"ARCAS_NUM_THREADS", "ARCAS_WORKERS"},
                                              {"ARCAS_NUM_WORKERS", "ARCAS_WORKERS"},
                                              {"ARCAS_THREADS", "ARCAS_WORKERS"},
                                              {"ARCAS_SCHEDULE", "ARCAS_DISTRIBUTOR"},
                                              {"ARCAS_PARTITIONER", "ARCAS_DISTRIBUTOR"},
                                              {"ARCAS_AFFINITY", "ARCAS_PIN"},
                                              {"ARCAS_PROC_BIND", "ARCAS_PIN"},
                                              {"ARCAS_PLACES", "ARCAS_PLACEMENT"},
                                              {"ARCAS_WAIT_POLICY", "ARCAS_WAIT"}};

constexpr std::string_view prefix = "ARCAS_";
constinit std::atomic<bool> told{false};

bool is_of_others(std::string_view name) {
  return std::ranges::count(of_cmake, name) ||
         std::ranges::any_of(of_scripts, [&](std::string_view s) {
           return name.starts_with(s) && (name.size() == s.size() || name[s.size()] == '_');
         });
}

// Edit distance: number of insertions, deletions and changes of letters that turn one text into the
// other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t before = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = before + (a[i] == b[j] ? 0 : 1);
      before = row[j + 1];
      row[j + 1] = std::min({changed, before + 1, row[j] + 1});
    }
  }
  return row.back();
}

// The nearest known name. Empty if none is near: `name` may then belong to another program.
std::string_view meant_by(std::string_view name) {
  const auto foreign = std::ranges::find(of_other_runtimes, name, &foreign_name::name);
  if (foreign != std::end(of_other_runtimes)) return foreign->meant;
  constexpr std::size_t most = 3;
  const std::size_t letters = name.size() - prefix.size();
  const auto nearest =
      std::ranges::min_element(known, {}, [&](std::string_view k) { return distance(name, k); });
  const std::size_t far = distance(name, *nearest);
  return far <= most && 2 * far <= letters ? *nearest : std::string_view();
}

}  // namespace

std::vector<std::string> unknown_variables() {
  std::vector<std::string> all;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view line = *variable;
    const std::string_view name = line.substr(0, line.find('='));
    if (!name.starts_with(prefix) || is_of_others(name) || std::ranges::count(known, name))
      continue;
    const std::string_view meant = meant_by(name);
    if (meant.empty()) continue;
    all.push_back(std::string(name) +
                  " is ignored: Arcas has no such variable; the nearest one is " +
                  std::string(meant));
  }
  std::ranges::sort(all);
  return all;
}

void leave_unknown_variables() {
  told.store(true, std::memory_order_relaxed);  // relaxed: only the flag itself counts
}

void tell_unknown_variables() {
  if (told.exchange(true, std::memory_order_relaxed))
    return;  // relaxed: only the flag itself counts
  for (const std::string& text : unknown_variables())
    std::fprintf(stderr, "arcas: %s\n", text.c_str());
}

}  // namespace arcas::inline v0::detail
