// SPDX-License-Identifier: Apache-2.0
// An OpenMP library that is loaded with OMP_PROC_BIND=true binds the thread that loads it, and so all threads that this one
// makes.
#pragma once

#include <arcas/topology/topology.h>

#include <optional>
#include <vector>

namespace arcas::inline v0::detail {

// Numbers of processors, ascending.
struct openmp_places {
  std::vector<unsigned> own;  // of the place that the calling thread is bound to
  std::vector<unsigned> all;
};

// Of the OpenMP library of this process; nothing where there is none, or where it binds no thread. One that binds the first
// thread when it is first called does so now.
std::optional<openmp_places> places_of_openmp();

// This machine as the calling thread's affinity mask has it: for an OpenMP library, which cannot ask itself.
topology topology_of_calling_thread();

}  // namespace arcas::inline v0::detail
