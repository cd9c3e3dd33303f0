// SPDX-License-Identifier: Apache-2.0
// Short names of the memory orders, as in the literature on litmus tests.
#pragma once

#include <atomic>

namespace arcas::sim {

// These are names, not accesses, so they have no partner here. A litmus test varies the order of an
// access, or pairs the access with one in another thread of the test.
inline constexpr auto rlx = std::memory_order_relaxed;
inline constexpr auto acq = std::memory_order_acquire;
inline constexpr auto rel = std::memory_order_release;
inline constexpr auto ar = std::memory_order_acq_rel;
inline constexpr auto sc = std::memory_order_seq_cst;

}  // namespace arcas::sim
