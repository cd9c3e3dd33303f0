// SPDX-License-Identifier: Apache-2.0
// Formats the text of omp_display_affinity() as the OpenMP specification defines it. The format has
// fields such as "%L" or "%{nesting_level}"; "%.5n" is right-aligned, "%0.5n" also zero-filled.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arcas::inline v0::detail::openmp {

struct member;

// The text of OMP_AFFINITY_FORMAT or of the last omp_set_affinity_format(). A signal handler may
// call this function: each different text is stored once, and never changed or freed.
const std::string& affinity_format();
void set_affinity_format(std::string_view format);

std::string affinity_text(const member& me, std::string_view format);
// Copies as much of the text as fits into `size` bytes with a terminating 0; returns the length of
// the whole text.
std::size_t copy_text(std::string_view text, char* into, std::size_t size);

}  // namespace arcas::inline v0::detail::openmp
