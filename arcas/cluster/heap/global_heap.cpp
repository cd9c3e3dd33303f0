// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/heap/global_heap.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster::detail {
namespace {

constexpr std::uint64_t least_extent = 64;
// Parts of the heap begin at multiples of this, so that large blocks fit.
constexpr std::size_t part_alignment = std::size_t{1} << 16;

std::uint64_t rounded_up(std::uint64_t n, std::uint64_t to) {
  return (n + to - 1) / to * to;
}

std::uint64_t page_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

global_heap::global_heap(rank_id self, rank_id ranks, std::size_t bytes_a_rank)
    : self_(self),
      by_ranks_(ranks),
      bytes_(bytes_a_rank),
      part_(bytes_a_rank / ranks / part_alignment * part_alignment) {
  if (part_ == 0) {
    throw std::runtime_error("a global heap of " + std::to_string(bytes_a_rank) +
                             " bytes a rank is too small for " + std::to_string(ranks) +
                             " ranks; raise ARCAS_CLUSTER_HEAP");
  }
  require_addresses();
  void* where = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (where == MAP_FAILED) {
    throw std::runtime_error("the system refuses " + std::to_string(bytes_) +
                             " bytes of address space for the global heap (" +
                             std::strerror(errno) + "); lower ARCAS_CLUSTER_HEAP");
  }
  base_ = static_cast<std::byte*>(where);
  mprotect(base_, page_bytes(), PROT_NONE);
  const std::uint64_t first = self == 0 ? page_bytes() : self * part_;
  free_[first] = (self + std::uint64_t{1}) * part_ - first;
}

void global_heap::require_addresses() const {
  const std::uint64_t ranks = by_ranks_.divisor();
  if (ranks > global_address::most_ranks) {
    throw std::runtime_error("there are " + std::to_string(ranks) +
                             " ranks; a global address can name " +
                             std::to_string(global_address::most_ranks));
  }
  // Where blocks have numbers beyond the first of these, the divider errs.
  const std::uint64_t most_blocks =
      std::min((std::uint64_t{1} << 63) / ranks,
               std::uint64_t{1} << (global_address::offset_bits - least_block_log2));
  const std::uint64_t most_offset = most_blocks << least_block_log2;
  if (bytes_ > most_offset / ranks) {
    throw std::runtime_error("a global heap of " + std::to_string(bytes_) +
                             " bytes a rank exceeds the addresses of " + std::to_string(ranks) +
                             " ranks; lower ARCAS_CLUSTER_HEAP to " +
                             std::to_string(most_offset / ranks));
  }
}

global_heap::~global_heap() {
  munmap(base_, bytes_);
}

global_address global_heap::allocate(std::uint64_t bytes, unsigned block_log2) {
  const std::uint64_t block = std::uint64_t{1} << block_log2;
  const std::uint64_t row = block * by_ranks_.divisor();
  const std::uint64_t rows = std::max<std::uint64_t>(1, bytes / row + (bytes % row != 0));
  const std::uint64_t alignment = std::max(block, least_extent);
  for (auto f = free_.begin(); rows <= part_ / block && f != free_.end(); ++f) {
    const std::uint64_t offset = rounded_up(f->first, alignment);
    const std::uint64_t size = rounded_up(rows * block, alignment);
    const std::uint64_t end = f->first + f->second;
    if (offset + size > end) continue;
    const std::uint64_t first = f->first;
    free_.erase(f);
    if (offset != first) free_[first] = offset - first;
    if (offset + size != end) free_[offset + size] = end - offset - size;
    allocated_[offset] = {size, block_log2};
    allocated_bytes_ += size;
    return global_address::linear(block_log2, offset * by_ranks_.divisor());
  }
  throw std::runtime_error("global_malloc of " + std::to_string(bytes) + " bytes in blocks of " +
                           std::to_string(block) + ": rank " + std::to_string(self_) +
                           " has given out " + std::to_string(allocated_bytes_) +
                           " bytes a rank of its " + std::to_string(part_) +
                           "; allocate from other ranks too, or raise ARCAS_CLUSTER_HEAP");
}

// Of what no rank has given out this rank reports the error.
rank_id global_heap::allocator_of(global_address a) const {
  const std::uint64_t part = a.offset() / by_ranks_.divisor() / part_;
  return a.is_placed() || part >= by_ranks_.divisor() ? self_ : static_cast<rank_id>(part);
}

global_heap::extent global_heap::extent_of(global_address a) const {
  const std::uint64_t offset = a.offset() / by_ranks_.divisor();
  const auto found = a.is_placed() ? allocated_.end() : allocated_.find(offset);
  // Of null, and of what ends where an allocation begins, the blocks tell.
  if (found == allocated_.end() || offset * by_ranks_.divisor() != a.offset() ||
      found->second.block_log2 != a.block_log2()) {
    throw std::invalid_argument(
        "global_free of an address that global_malloc has not returned, or that is free already");
  }
  return {offset, found->second.bytes};
}

void global_heap::release(global_address a) {
  const extent e = extent_of(a);
  allocated_.erase(e.offset);
  allocated_bytes_ -= e.bytes;
  add_free(e.offset, e.bytes);
}

void global_heap::add_free(std::uint64_t offset, std::uint64_t bytes) {
  auto after = free_.lower_bound(offset);
  if (after != free_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == offset) {
      offset = before->first;
      bytes += before->second;
      free_.erase(before);
    }
  }
  if (after != free_.end() && offset + bytes == after->first) {
    bytes += after->second;
    free_.erase(after);
  }
  free_[offset] = bytes;
}

void global_heap::drop(extent e) {
  const std::uint64_t page = page_bytes();
  const std::uint64_t first = rounded_up(e.offset, page);
  const std::uint64_t last = (e.offset + e.bytes) / page * page;
  if (first < last) madvise(base_ + first, last - first, MADV_DONTNEED);
}

}  // namespace arcas::inline v0::cluster::detail
