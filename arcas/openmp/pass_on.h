// SPDX-License-Identifier: Apache-2.0
// Calls that are forwarded to the system's libgomp: offloading, OpenACC, allocators, and all other
// functions that this library does not implement. The first such call loads the system's libgomp.
// pass_on.cmake generates the entry points.
#pragma once

#include <cstddef>

namespace arcas::inline v0::detail::openmp {

// The function of that name in the system's libgomp; if it has none, prints an error and ends the
// program.
void* of_system(const char* name);
template <class Function>
Function* system_function(const char* name) {
  return reinterpret_cast<Function*>(of_system(name));
}

}  // namespace arcas::inline v0::detail::openmp

// Called by the entry points: the address of the function with that number in
// arcas_openmp_passed_on.
extern "C" void* arcas_openmp_pass_on(std::size_t number);
extern "C" const char* const arcas_openmp_passed_on[];
