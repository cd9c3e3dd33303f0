// SPDX-License-Identifier: Apache-2.0
// The environment of loops: the only place that reads it. The cluster's is cluster/options.cpp.
#pragma once

#include <arcas/distribution/distributor.h>
#include <arcas/topology/topology.h>
#include <arcas/workers/pool.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace arcas::inline v0 {

// What the variables say; the defaults where they are not set.
struct settings {
  std::string topology;  // ARCAS_TOPOLOGY; empty: this machine
  detail::pool_options
      pool;  // ARCAS_WORKERS, ARCAS_LEVELS, ARCAS_WAIT, ARCAS_PIN, ARCAS_PLACEMENT, ARCAS_CLAIMS
  arcas::distributor distributor;  // ARCAS_DISTRIBUTOR
  std::size_t grain = 0;           // ARCAS_GRAIN; 0: automatic
  bool statistics = false;         // ARCAS_STATS
  std::string trace;               // ARCAS_TRACE; empty: none

  // Throws std::invalid_argument with a sentence naming the variable, its value and the legal ones.
  static settings from_environment();
};

namespace detail {
// A sentence where this process has been bound to one of several processors, and a variable of
// OpenMP may be why: GNU's binds the first thread when it is loaded. machine: the runtime's.
std::optional<std::string> bound_by_openmp(const arcas::topology& machine);
}  // namespace detail

// For `arcas topology` and the docs: each variable, its value or default, what it means.
struct setting_line {
  std::string variable, value, meaning;
};
std::vector<setting_line> describe(const settings& s);

}  // namespace arcas::inline v0
