// SPDX-License-Identifier: Apache-2.0
// The nestable locks of omp.h.
#pragma once

#include <cstdint>

namespace arcas::inline v0::detail::openmp {

struct nest_lock {
  std::uint32_t word = 0;
  std::int32_t count = 0;       // accessed by the owner only
  const void* owner = nullptr;  // the task that holds the lock
};

// The nestable lock of OpenMP 2.5.
struct old_nest_lock {
  std::uint32_t owner = 0;  // thread ID (gettid) of the holder
  std::uint32_t count = 0;
};

extern "C" {
void omp_init_lock(std::uint32_t* l);
void omp_destroy_lock(std::uint32_t* l);
void omp_set_lock(std::uint32_t* l);
void omp_unset_lock(std::uint32_t* l);
int omp_test_lock(std::uint32_t* l);
void omp_init_nest_lock(nest_lock* l);
void omp_destroy_nest_lock(nest_lock* l);
void omp_set_nest_lock(nest_lock* l);
void omp_unset_nest_lock(nest_lock* l);
int omp_test_nest_lock(nest_lock* l);
void arcas_omp_1_init_nest_lock(old_nest_lock* l);
void arcas_omp_1_destroy_nest_lock(old_nest_lock* l);
void arcas_omp_1_set_nest_lock(old_nest_lock* l);
void arcas_omp_1_unset_nest_lock(old_nest_lock* l);
int arcas_omp_1_test_nest_lock(old_nest_lock* l);
}

}  // namespace arcas::inline v0::detail::openmp
