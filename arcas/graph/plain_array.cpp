// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/plain_array.h>
#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace arcas::graph {
namespace {

// The page size that one entry of the address translation cache covers at the second level, on
// x86-64 and on aarch64 with 4 KiB pages.
constexpr std::size_t huge_page = std::size_t{2} << 20;

}  // namespace

void* allocate_block(std::size_t bytes) {
  const bool huge = bytes >= 2 * huge_page;
  const std::size_t alignment = huge ? huge_page : 64;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (rounded < bytes) throw std::bad_alloc();
  void* block = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (block == nullptr) throw std::bad_alloc();
  // A refusal leaves small pages, which are right too.
  if (huge) madvise(block, rounded, MADV_HUGEPAGE);
  return block;
}

void release_block(void* block) noexcept {
  std::free(block);
}

}  // namespace arcas::graph
