// SPDX-License-Identifier: Apache-2.0
// hwloc has locks of the whole process. A forked child would find them held for ever if another
// thread was inside hwloc at the fork. hwloc also loads plug-ins with its first topology and
// unloads them after its last. A forked child must not unload them: dlclose() waits until no thread
// looks up a symbol, and in the child of a process with several threads glibc 2.36 may wait for a
// thread that only the parent has (__thread_gscope_wait). So the plug-ins stay loaded, even if an
// object that contains Arcas is unloaded. Private to Arcas.
#pragma once

#include <arcas/base/held_across_forks.h>

#include <mutex>

struct hwloc_topology;  // of hwloc.h

namespace arcas::inline v0::detail {

// Must be held while hwloc makes, loads or destroys a topology. Reading a loaded topology needs no
// lock.
struct hwloc_library {
  std::mutex lock;
  hwloc_topology* keeps_plugins = nullptr;  // a topology that is never loaded, never destroyed

  static std::unique_lock<std::mutex> turn();
  // Registers the lock to be held across forks. Any lock under which topologies are made must be
  // registered later: a fork takes the locks in the reverse order.
  static int hold_across_forks();
};

}  // namespace arcas::inline v0::detail
