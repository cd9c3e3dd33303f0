// SPDX-License-Identifier: Apache-2.0
// The locks of LLVM's omp.h: 8 bytes each. A simple lock uses the first four like GCC's; a nestable
// lock points to one of GCC's layout. Hints are ignored.
#include <arcas/openmp/kmp/kmp.h>
#include <arcas/openmp/locks.h>

namespace arcas::inline v0::detail::openmp::kmp {

namespace {

struct pointer_to_lock {
  nest_lock* at;
};

}  // namespace

extern "C" {

void arcas_kmp_init_nest_lock(pointer_to_lock* l) {
  l->at = new nest_lock;
}
void arcas_kmp_destroy_nest_lock(pointer_to_lock* l) {
  delete l->at;
  l->at = nullptr;
}
void arcas_kmp_set_nest_lock(pointer_to_lock* l) {
  omp_set_nest_lock(l->at);
}
void arcas_kmp_unset_nest_lock(pointer_to_lock* l) {
  omp_unset_nest_lock(l->at);
}
int arcas_kmp_test_nest_lock(pointer_to_lock* l) {
  return omp_test_nest_lock(l->at);
}
void omp_init_lock_with_hint(std::uint32_t* l, std::uint32_t) {
  omp_init_lock(l);
}
void omp_init_nest_lock_with_hint(pointer_to_lock* l, std::uint32_t) {
  arcas_kmp_init_nest_lock(l);
}

}  // extern "C"

// The functions of GCC's omp.h have the same names in other versions. Fortran passes the address of
// its 8-byte integer, so its functions are the same.
asm(R"(
.symver arcas_kmp_init_nest_lock, omp_init_nest_lock@VERSION
.symver arcas_kmp_destroy_nest_lock, omp_destroy_nest_lock@VERSION
.symver arcas_kmp_set_nest_lock, omp_set_nest_lock@VERSION
.symver arcas_kmp_unset_nest_lock, omp_unset_nest_lock@VERSION
.symver arcas_kmp_test_nest_lock, omp_test_nest_lock@VERSION
.symver arcas_kmp_init_nest_lock, omp_init_nest_lock_@VERSION
.symver arcas_kmp_destroy_nest_lock, omp_destroy_nest_lock_@VERSION
.symver arcas_kmp_set_nest_lock, omp_set_nest_lock_@VERSION
.symver arcas_kmp_unset_nest_lock, omp_unset_nest_lock_@VERSION
.symver arcas_kmp_test_nest_lock, omp_test_nest_lock_@VERSION
)");

}  // namespace arcas::inline v0::detail::openmp::kmp
