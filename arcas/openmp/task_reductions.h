// SPDX-License-Identifier: Apache-2.0
// Reductions over tasks: each thread has a copy of the variables, which its tasks find by their addresses.
// A description is an array of words that GCC has made: [0] variables, [1] bytes for a thread, [2] alignment, then the
// copies, [4] the next description, [6] the end of the copies, and from [7] on {address, offset, description} for
// each variable.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

struct member;

// Copies, all zero, for so many threads.
void allocate_reductions(std::uintptr_t* described, unsigned threads);
// The copies that another member has allocated for the same construct.
void share_reductions(std::uintptr_t* described, const std::uintptr_t* allocated);
// From here on tasks find them: of `around` what these descriptions lack.
void link_reductions(std::uintptr_t* described, std::uintptr_t* around);
// For the innermost group of the member's task.
void use_reductions(member& me, std::uintptr_t* described);
void free_reductions(std::uintptr_t* described);

}  // namespace arcas::inline v0::detail::openmp
