// SPDX-License-Identifier: Apache-2.0
// One value from all ranks, asked for by one task: fold_ranks(identity, op, f) runs f on every rank
// and folds what it returns, in any order, on the caller's. Several tasks may do so at a time. What
// every rank needs to know is asked by allreduce (collectives.h).
#pragma once

#include <arcas/cluster/delegates/call.h>
#include <arcas/cluster/everywhere.h>
#include <arcas/cluster/memory/global_ptr.h>

#include <stdexcept>
#include <utility>

namespace arcas::cluster {

template <class T, class Op, class F>
T fold_ranks(T identity, const Op& op, const F& f) {
  require_portable<Op>();
  require_portable<F>();
  T total = std::move(identity);
  const auto at = export_to_all(total);
  on_all_ranks([at, op, f] {
    async(
        at.home(), [at, op](const T& part) { *at.local() = op(*at.local(), part); }, T(f()));
  });
  return total;
}

// Throws std::logic_error with that sentence where on some rank busy().
template <class Busy>
void refuse_where_any(const Busy& busy, const char* sentence) {
  if (fold_ranks(
          false, [](bool a, bool b) { return a || b; }, busy))
    throw std::logic_error(sentence);
}

}  // namespace arcas::cluster
