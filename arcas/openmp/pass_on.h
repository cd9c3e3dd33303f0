// SPDX-License-Identifier: Apache-2.0
// What goes on to the system's libgomp: offloading, OpenACC, allocators, and all other names that this library does not
// serve. That library is loaded when the first such name is called. pass_on.py writes the entries.
#pragma once

#include <cstddef>

namespace arcas::inline v0::detail::openmp {

// The function of that name in the system's libgomp; ends the program with a sentence if there is none.
void* of_system(const char* name);

}  // namespace arcas::inline v0::detail::openmp

// By the entries: the address of the function with that number in passed_on_names.
extern "C" void* arcas_openmp_pass_on(std::size_t number);
extern "C" const char* const arcas_openmp_passed_on[];
