// SPDX-License-Identifier: Apache-2.0
// hwloc has locks of a whole process, which a forked child would find held for ever if another thread
// were inside. Private to Arcas.
#pragma once

#include <arcas/base/held_across_forks.h>

#include <mutex>

namespace arcas::inline v0::detail {

// Held wherever hwloc makes, loads or destroys a topology; what reads a loaded one needs no lock.
struct hwloc_library {
  std::mutex lock;

  static std::unique_lock<std::mutex> turn() {
    return std::unique_lock(of_process<hwloc_library>().lock);
  }
  // Before a lock under which topologies are made is held across forks itself: a fork takes the last
  // one first.
  static int hold_across_forks();
};

}  // namespace arcas::inline v0::detail
