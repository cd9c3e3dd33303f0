// SPDX-License-Identifier: Apache-2.0
// hwloc has locks of the whole process. If another thread were inside hwloc at a fork, the child
// would find these locks held for ever. hwloc also loads plug-ins with its first topology and
// unloads them after its last. A forked child must not unload plug-ins: dlclose() waits until no
// thread looks up a symbol. In the child of a process with several threads, glibc 2.36 may then
// wait for a thread that only the parent has (__thread_gscope_wait). So the plug-ins stay loaded,
// even if an object that contains Arcas is unloaded. Private to Arcas.
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
  // Registers the lock to be held across forks. A fork takes registered locks in the reverse order.
  // So any lock under which topologies are made must be registered after this one.
  static int hold_across_forks();
};

}  // namespace arcas::inline v0::detail
