// SPDX-License-Identifier: Apache-2.0
// Which plan runs the loops of which distributor? Private to loops/.
#pragma once

#include <arcas/runtime/loop_plan.h>

#include <cstdint>

namespace arcas {
class distributor;
class runtime;
}  // namespace arcas

namespace arcas::detail {

class leadership;

// A longer loop of that distributor runs in pieces of this length.
std::uint64_t longest_piece_of(const distributor& how);

// Made when first needed. Only the leader of the team asks.
loop_plan& plan_for(runtime& on, const leadership& lead, const distributor& how);

}  // namespace arcas::detail
