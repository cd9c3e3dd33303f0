// SPDX-License-Identifier: Apache-2.0
// hwloc has locks of a whole process, which a forked child would find held for ever if another thread
// were inside. And it loads plug-ins with its first topology and unloads them after its last, which a
// child must not do: dlclose() waits until no thread looks up a symbol, and in the child of a process with
// several threads glibc 2.36 may wait for one that only the parent has (__thread_gscope_wait). So they stay, also
// when an object that contains Arcas is unloaded. Private to Arcas.
#pragma once

#include <arcas/base/held_across_forks.h>

#include <mutex>

struct hwloc_topology;  // of hwloc.h

namespace arcas::inline v0::detail {

// Held wherever hwloc makes, loads or destroys a topology; what reads a loaded one needs no lock.
struct hwloc_library {
  std::mutex lock;
  hwloc_topology* keeps_plugins = nullptr;  // never loaded, never destroyed

  static std::unique_lock<std::mutex> turn();
  // Before a lock under which topologies are made is held across forks itself: a fork takes the last
  // one first.
  static int hold_across_forks();
};

}  // namespace arcas::inline v0::detail
