// SPDX-License-Identifier: Apache-2.0
// The memory orders of the protocols that ship, each taken for a weaker one, and their
// read-modify-writes, each torn apart: which check notices?
#pragma once

#include "checks.h"

#include <set>
#include <string>
#include <vector>

namespace arcas::sim {

// A memory order in a header, weakened, or a read-modify-write torn into a load and a store.
struct mutant {
  order_at at;
  std::memory_order weaker;
  bool torn = false;
  std::string header;                // "arcas/workers/publication.h"
  std::vector<const check*> met_by;  // the checks that pass there, short ones first

  std::string what() const;       // "release -> relaxed", "torn"
  std::string statement() const;  // the source line
};

// Every weakening of every order that one of the checks meets in a header below that folder.
std::vector<mutant> mutants_of(std::span<const check> checks, const std::string& root);

// The first check that fails with it, as "check: kind of failure"; empty: none does. That check is
// added to those that have noticed something.
std::string killed_by(const mutant& m, std::set<const check*>& noticing);
// A mutant that makes the check fail; none: nullptr.
const mutant* noticed_by(const check& c, std::span<const mutant> mutants);

// The lines of a header with a memory order that no check passes.
std::vector<std::string> orders_never_met(const std::string& root, const std::string& header,
                                          const std::vector<mutant>& mutants);

}  // namespace arcas::sim
