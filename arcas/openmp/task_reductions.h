// SPDX-License-Identifier: Apache-2.0
// Task reductions: each thread has private copies of the variables, and a task finds its thread's
// copy by the address of the variable. A description is an array of words in GCC's layout:
//   [0] number of variables     [1] bytes of one thread's copies
//   [2] alignment of the copies; after allocate_reductions() their address
//   [4] next description        [5] 1 in the first description of a construct
//   [6] end of the copies       from [7]: {address, offset of its copy, description} per variable
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

struct member;

// Allocates zeroed copies for each thread.
void allocate_reductions(std::uintptr_t* described, unsigned threads);
// Uses the copies that another member has allocated for the same construct.
void share_reductions(std::uintptr_t* described, const std::uintptr_t* allocated);
// Makes tasks look first into these descriptions and then into `around`, those of the enclosing
// construct.
void link_reductions(std::uintptr_t* described, std::uintptr_t* around);
// Adds the descriptions to the innermost group of the member's task.
void use_reductions(member& me, std::uintptr_t* described);
void free_reductions(std::uintptr_t* described);

}  // namespace arcas::inline v0::detail::openmp
