// SPDX-License-Identifier: Apache-2.0
// With OMP_PROC_BIND=true an OpenMP library binds the thread that loads it, and threads that this
// thread creates inherit the binding.
#pragma once

#include <arcas/topology/topology.h>

#include <optional>
#include <vector>

namespace arcas::inline v0::detail {

// Lists of processor numbers, in ascending order.
struct openmp_places {
  std::vector<unsigned> own;  // the place to which the calling thread is bound
  std::vector<unsigned> all;  // all places
};

// The places of the OpenMP library in this process. nullopt: the process has no such library, or
// the library binds no thread. Some libraries bind the initial thread when they are first called;
// this function may be that first call.
std::optional<openmp_places> places_of_openmp();

// This machine, restricted to the calling thread's affinity mask. Arcas's own OpenMP library calls
// this function, since that library must not query itself as discover() would.
topology topology_of_calling_thread();

}  // namespace arcas::inline v0::detail
