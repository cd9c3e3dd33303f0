// SPDX-License-Identifier: Apache-2.0
// The texts of omp_display_affinity(), as the OpenMP specification has them: "%L" or "%{nesting_level}", with "%.5n" and
// "%0.5n" for a width on the right.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arcas::inline v0::detail::openmp {

struct member;

std::string affinity_text(const member& me, std::string_view format);
// As far as it fits in `size` bytes with a 0 at the end; the length of the whole text.
std::size_t copy_text(std::string_view text, char* into, std::size_t size);

}  // namespace arcas::inline v0::detail::openmp
