// SPDX-License-Identifier: Apache-2.0
// The environment variables of loops; only settings.cpp reads them. cluster/ranks/options.cpp reads
// those of the cluster.
#pragma once

#include <arcas/distribution/distributor.h>
#include <arcas/topology/topology.h>
#include <arcas/workers/worker_tree.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace arcas::inline v0 {

// The values of the variables, or their defaults.
struct settings {
  std::string topology;  // ARCAS_TOPOLOGY; empty: this machine
  detail::pool_options
      pool;  // ARCAS_WORKERS, ARCAS_LEVELS, ARCAS_WAIT, ARCAS_PIN, ARCAS_PLACEMENT, ARCAS_CLAIMS
  arcas::distributor distributor;  // ARCAS_DISTRIBUTOR
  std::size_t grain = 0;           // ARCAS_GRAIN; 0: automatic
  bool statistics = false;         // ARCAS_STATS
  std::string trace;               // ARCAS_TRACE; empty: none

  // Throws std::invalid_argument with a sentence that names the variable, its value and the legal
  // values.
  static settings from_environment();
};

namespace detail {
// If this process is bound to one of several processors, and a variable of OpenMP may be the cause,
// returns a sentence for the user; otherwise nullopt. (GNU's OpenMP library binds the first thread
// when it is loaded.) `machine` is the runtime's machine.
std::optional<std::string> bound_by_openmp(const arcas::topology& machine);
}  // namespace detail

// For `arcas topology` and the documentation: each variable, its value or default, and its meaning.
struct setting_line {
  std::string variable, value, meaning;
};
std::vector<setting_line> describe(const settings& s);

}  // namespace arcas::inline v0
