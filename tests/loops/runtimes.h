// SPDX-License-Identifier: Apache-2.0
// Runtimes on machines that are not available, and the distributors to try on them.
#pragma once

#include <arcas/runtime/runtime.h>

#include <memory>
#include <string>
#include <vector>

namespace arcas {

using namespace detail;

// Two packages of cores with two hardware threads each, and `workers` workers on them.
inline settings settings_of(unsigned workers, wait_policy wait = wait_policy::adaptive,
                            const std::string& levels = "thread,core,package") {
  settings s;
  s.topology = workers > 16 ? "pack:2 core:16 pu:2" : "pack:2 core:4 pu:2";
  s.pool.workers = workers;
  s.pool.wait = wait;
  s.pool.levels = levels_named(levels);
  return s;
}

inline std::unique_ptr<runtime> runtime_of(unsigned workers,
                                           wait_policy wait = wait_policy::adaptive,
                                           const std::string& levels = "thread,core,package") {
  return std::make_unique<runtime>(settings_of(workers, wait, levels));
}

inline const std::vector<std::string>& all_distributors() {
  static const std::vector<std::string> all = {"auto",
                                               "shared",
                                               "striped:package",
                                               "striped:numa",
                                               "striped:cache",
                                               "striped:core",
                                               "striped:thread",
                                               "combine:core",
                                               "combine:cache",
                                               "combine:package",
                                               "combine:package/striped:package",
                                               "async:core",
                                               "static",
                                               "biased",
                                               "async:package",
                                               "async:thread",
                                               "async:core/striped:core",
                                               "async:core/combine:package",
                                               "async:core/async:package/striped:thread"};
  return all;
}

// Whether strict loops run all iterations at home. helped() runs some loops and returns a count,
// which is 0 if all iterations ran at home. It is called several times: on a busy machine a worker
// may have no processor for longer than its leader's patience.
template <class Helped>
bool all_at_home(Helped helped) {
  for (int tries = 0; tries < 6; ++tries) {
    if (helped() == 0) return true;
  }
  return false;
}

}  // namespace arcas
