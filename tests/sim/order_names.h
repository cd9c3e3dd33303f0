// SPDX-License-Identifier: Apache-2.0
// Short names of the memory orders, as in the literature on litmus tests.
#pragma once

#include <atomic>

namespace arcas::sim {

// There is no access here, so that none has a partner here: a litmus test varies the order, or
// pairs it with its counterpart in the other thread of the same check.
inline constexpr auto rlx = std::memory_order_relaxed;
inline constexpr auto acq = std::memory_order_acquire;
inline constexpr auto rel = std::memory_order_release;
inline constexpr auto ar = std::memory_order_acq_rel;
inline constexpr auto sc = std::memory_order_seq_cst;

}  // namespace arcas::sim
