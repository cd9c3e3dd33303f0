// SPDX-License-Identifier: Apache-2.0
// The functions of LLVM's omp.h that GCC's has not, and the allocators of the allocate directive.
#include <arcas/openmp/kmp/kmp.h>
#include <arcas/openmp/query.h>

#include <climits>
#include <cstddef>
#include <cstdlib>
#include <string_view>

extern "C" void omp_free(void* there, std::uintptr_t allocator);

namespace arcas::inline v0::detail::openmp {

bool is_this_library(std::string_view name) {
  return name == "libomp.so.5" || name == "libiomp5.so";
}

}  // namespace arcas::inline v0::detail::openmp

namespace arcas::inline v0::detail::openmp::kmp {

extern "C" {

int omp_in_explicit_task() {
  const member& me = seen();
  return me.now != &me.implicit ? 1 : 0;
}
// No tool is attached.
int omp_control_tool(int, int, void*) {
  constexpr int no_tool = -2;
  return no_tool;
}

// LLVM's omp.h gives these functions other names than the C standard's binding.
void ompc_set_affinity_format(const char* format) {
  omp_set_affinity_format(format);
}
std::size_t ompc_get_affinity_format(char* into, std::size_t size) {
  return omp_get_affinity_format(into, size);
}
void ompc_display_affinity(const char* format) {
  omp_display_affinity(format);
}
std::size_t ompc_capture_affinity(char* into, std::size_t size, const char* format) {
  return omp_capture_affinity(into, size, format);
}

void* __kmpc_alloc(int, std::size_t size, std::uintptr_t allocator) {
  return omp_alloc(size, allocator);
}
void* __kmpc_aligned_alloc(int, std::size_t alignment, std::size_t size, std::uintptr_t allocator) {
  return omp_aligned_alloc(alignment, size, allocator);
}
void __kmpc_free(int, void* there, std::uintptr_t allocator) {
  omp_free(there, allocator);
}

void* kmp_malloc(std::size_t size) {
  return std::malloc(size);
}
void* kmp_calloc(std::size_t count, std::size_t size) {
  return std::calloc(count, size);
}
void* kmp_realloc(void* there, std::size_t size) {
  return std::realloc(there, size);
}
void* kmp_aligned_malloc(std::size_t size, std::size_t alignment) {
  void* found = nullptr;
  return posix_memalign(&found, alignment, size) == 0 ? found : nullptr;
}
void kmp_free(void* there) {
  std::free(there);
}
// Arcas's libraries write no warnings that these functions could turn off.
void kmp_set_warnings_on() {}
void kmp_set_warnings_off() {}
// How long an idle thread spins, in milliseconds. OMP_WAIT_POLICY decides it here, so a change has
// no effect.
int kmp_get_blocktime() {
  constexpr int usual = 200;
  if (settings().wait == wait_policy::adaptive) return usual;
  return settings().wait == wait_policy::park ? 0 : INT_MAX;
}
void kmp_set_blocktime(int) {}
// A hint: the number of loops with `nowait` that a team may have open.
void kmp_set_disp_num_buffers(int) {}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
