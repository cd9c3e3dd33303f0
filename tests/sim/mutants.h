// SPDX-License-Identifier: Apache-2.0
// Mutants of the protocols that ship. In each, one memory order is weakened, or one
// read-modify-write is split into a load and a store. Which check fails with each mutant?
#pragma once

#include "checks.h"

#include <set>
#include <string>
#include <vector>

namespace arcas::sim {

// A memory order in a header, weakened, or a read-modify-write split into a load and a store.
struct mutant {
  order_at at;
  std::memory_order weaker;
  bool torn = false;
  std::string header;                // "arcas/workers/publication.h"
  std::vector<const check*> met_by;  // the checks that use it, short ones first

  std::string what() const;       // "release -> relaxed", "torn"
  std::string statement() const;  // the source line
};

// All mutants of the orders that the checks use in headers below `root`.
std::vector<mutant> mutants_of(std::span<const check> checks, const std::string& root);

// The first check that fails with the mutant, as "check: kind of failure"; empty if no check fails.
// The check is added to `noticing`.
std::string killed_by(const mutant& m, std::set<const check*>& noticing);
// A mutant with which the check fails; nullptr if there is none.
const mutant* noticed_by(const check& c, std::span<const mutant> mutants);

// The lines of a header with a memory order that no check uses.
std::vector<std::string> orders_never_met(const std::string& root, const std::string& header,
                                          const std::vector<mutant>& mutants);

}  // namespace arcas::sim
