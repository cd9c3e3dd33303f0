// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/tasks/stack_pool.h>

#include <sys/mman.h>
#include <unistd.h>

namespace arcas::inline v0::cluster::detail {
namespace {

// Mapped at a time: a mapping costs a system call, and address space costs nothing.
constexpr std::size_t stacks_a_slab = 64;
// Tops of neighbouring stacks are this far apart in the cache's sets, else all of them, being whole
// pages apart, would compete for a few lines.
constexpr std::size_t stagger = 192;
constexpr std::size_t staggered_stacks = 16;

}  // namespace

stack_pool::stack_pool(std::size_t stack_bytes)
    : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
      stack_bytes_((stack_bytes + page_ - 1) / page_ * page_),
      taken_of_last_(stacks_a_slab) {}

stack_pool::~stack_pool() {
  for (std::byte* slab : slabs_) munmap(slab, stacks_a_slab * (page_ + stack_bytes_));
}

stack_memory stack_pool::take() {
  const std::size_t stride = page_ + stack_bytes_;
  if (taken_of_last_ == stacks_a_slab) {
    void* slab = mmap(nullptr, stacks_a_slab * stride, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slab == MAP_FAILED) return {};
    // A huge page would hold many stacks of which only the tops are used.
    madvise(slab, stacks_a_slab * stride, MADV_NOHUGEPAGE);
    slabs_.push_back(static_cast<std::byte*>(slab));
    taken_of_last_ = 0;
  }
  std::byte* const guard = slabs_.back() + taken_of_last_ * stride;
  // Each guard splits a mapping, of which a process may have 65,530 on Linux.
  if (mprotect(guard, page_, PROT_NONE) != 0) return {};
  const std::size_t cut = taken_of_last_ % staggered_stacks * stagger;
  ++taken_of_last_;
  return {guard + page_, stack_bytes_ - cut};
}

bool stack_pool::guards(const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  const std::size_t stride = page_ + stack_bytes_;
  for (const std::byte* slab : slabs_) {
    if (byte < slab || byte >= slab + stacks_a_slab * stride) continue;
    return static_cast<std::size_t>(byte - slab) % stride < page_;
  }
  return false;
}

}  // namespace arcas::inline v0::cluster::detail
