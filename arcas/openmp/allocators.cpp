// SPDX-License-Identifier: Apache-2.0
// The functions of omp.h that allocate memory. This library keeps only the default allocator, an
// ICV; the system's libgomp allocates.
#include <arcas/openmp/pass_on.h>
#include <arcas/openmp/query.h>
#include <arcas/openmp/team.h>

using namespace arcas::detail::openmp;

namespace {

// omp_null_allocator, 0, stands for the task's default allocator.
std::uintptr_t chosen(std::uintptr_t allocator) {
  return allocator != 0 ? allocator : omp_get_default_allocator();
}

}  // namespace

extern "C" {

void omp_set_default_allocator(std::uintptr_t allocator) {
  current().now->icvs.allocator = allocator != 0 ? allocator : usual_allocator;
}
std::uintptr_t omp_get_default_allocator() {
  return seen().now->icvs.allocator;
}
void* omp_alloc(std::size_t size, std::uintptr_t allocator) {
  static auto* const serve = system_function<decltype(omp_alloc)>("omp_alloc");
  return serve(size, chosen(allocator));
}
void* omp_aligned_alloc(std::size_t alignment, std::size_t size, std::uintptr_t allocator) {
  static auto* const serve = system_function<decltype(omp_aligned_alloc)>("omp_aligned_alloc");
  return serve(alignment, size, chosen(allocator));
}
void* omp_calloc(std::size_t count, std::size_t size, std::uintptr_t allocator) {
  static auto* const serve = system_function<decltype(omp_calloc)>("omp_calloc");
  return serve(count, size, chosen(allocator));
}
void* omp_aligned_calloc(std::size_t alignment, std::size_t count, std::size_t size,
                         std::uintptr_t allocator) {
  static auto* const serve = system_function<decltype(omp_aligned_calloc)>("omp_aligned_calloc");
  return serve(alignment, count, size, chosen(allocator));
}
void* omp_realloc(void* there, std::size_t size, std::uintptr_t allocator, std::uintptr_t of) {
  static auto* const serve = system_function<decltype(omp_realloc)>("omp_realloc");
  // An existing block keeps its allocator unless the caller names another.
  return serve(there, size, there && allocator == 0 ? 0 : chosen(allocator), of);
}
void* GOMP_alloc(std::size_t alignment, std::size_t size, std::uintptr_t allocator) {
  static auto* const serve = system_function<decltype(GOMP_alloc)>("GOMP_alloc");
  return serve(alignment, size, chosen(allocator));
}

}  // extern "C"
