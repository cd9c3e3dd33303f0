// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/tasks/scheduler.h>

#include <sys/mman.h>
#include <unistd.h>

namespace arcas::inline v0::cluster::detail {
namespace {

// Number of stacks mapped at a time: a mapping costs a system call, address space costs nothing.
constexpr std::size_t stacks_a_slab = 64;
// Minimum size of the guard below each stack, the size that Linux keeps free below the stack of a
// thread (stack_guard_gap). Functions compiled with -fstack-clash-protection touch each page of
// their frame in order. The frame of another function may reach beyond a shorter guard.
constexpr std::size_t least_guard_bytes = std::size_t{1} << 20;
// Bytes by which the tops of neighbouring stacks are shifted, to be in different sets of the cache.
// Stacks are whole pages apart: without the shift all tops would compete for a few cache lines.
constexpr std::size_t stagger = 192;
constexpr std::size_t staggered_stacks = 16;

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

// Bytes from one stack to the next: an odd number of pages, since otherwise the tops of stacks
// would compete for a part of the TLB.
std::size_t stride_of(std::size_t stack_bytes) {
  const std::size_t stride = whole_pages(least_guard_bytes) + stack_bytes;
  const std::size_t page = whole_pages(1);
  return stride / page % 2 == 0 ? stride + page : stride;
}

}  // namespace

stack_pool::stack_pool(std::size_t stack_bytes)
    : stack_bytes_(whole_pages(stack_bytes)),
      stride_(stride_of(stack_bytes_)),
      taken_of_last_(stacks_a_slab) {}

stack_pool::~stack_pool() {
  for (std::byte* slab : slabs_) munmap(slab, stacks_a_slab * stride_);
}

stack_memory stack_pool::take() {
  if (taken_of_last_ == stacks_a_slab) {
    void* slab = mmap(nullptr, stacks_a_slab * stride_, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slab == MAP_FAILED) return {};
    // A huge page would hold many stacks, of which only the tops are used.
    madvise(slab, stacks_a_slab * stride_, MADV_NOHUGEPAGE);
    slabs_.push_back(static_cast<std::byte*>(slab));
    taken_of_last_ = 0;
  }
  std::byte* const low = slabs_.back() + (taken_of_last_ + 1) * stride_ - stack_bytes_;
  // Each stack splits a mapping; Linux allows 65,530 mappings in a process.
  if (mprotect(low, stack_bytes_, PROT_READ | PROT_WRITE) != 0) return {};
  const std::size_t cut = taken_of_last_ % staggered_stacks * stagger;
  ++taken_of_last_;
  return {low, stack_bytes_ - cut};
}

}  // namespace arcas::inline v0::cluster::detail
