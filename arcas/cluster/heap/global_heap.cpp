// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/heap/allocation_book.h>
#include <arcas/cluster/heap/global_heap.h>
#include <arcas/cluster/heap/range_owners.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace arcas::inline v0::cluster::detail {
namespace {

constexpr std::uint64_t least_extent = 64;
// Shares of the heap start at multiples of this number of bytes, so that large blocks fit.
constexpr std::size_t share_alignment = std::size_t{1} << 16;
// Maximum number of bytes of a rank's memory that addresses can express.
constexpr std::uint64_t most_need = std::uint64_t{1} << 62;

using ranges = std::map<std::uint64_t, std::uint64_t>;  // offset to bytes

std::uint64_t rounded_up(std::uint64_t n, std::uint64_t to) {
  return (n + to - 1) / to * to;
}

std::uint64_t page_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

struct global_heap::books {
  struct allocation {
    std::uint64_t bytes;
    unsigned block_log2;
  };
  std::optional<range_owners> owners;                       // on the first rank only
  ranges free;                                              // adjacent ranges are joined
  std::unordered_map<std::uint64_t, allocation> allocated;  // by offset
  std::optional<allocation_book> of_all;                    // if accesses are checked
};

struct global_heap::place {
  ranges::iterator range;
  std::uint64_t offset;
};

global_heap::global_heap(rank_id self, rank_id ranks, std::size_t bytes_a_rank, bool checked)
    : self_(self),
      by_ranks_(ranks),
      bytes_(bytes_a_rank),
      share_(bytes_a_rank / ranks / share_alignment * share_alignment),
      books_(new books) {
  if (bytes_ < share_alignment) {
    throw std::runtime_error("a global heap of " + std::to_string(bytes_) +
                             " bytes a rank is too small; set ARCAS_CLUSTER_HEAP to " +
                             std::to_string(share_alignment) + " at least");
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
  if (checked) book_ = &books_->of_all.emplace();
  mprotect(base_, page_bytes(), PROT_NONE);
  if (self != 0) {
    if (share_ != 0) books_->free[self * share_] = share_;
    return;
  }
  books_->owners.emplace(ranks, share_);
  add_free({ranks * share_, bytes_ - ranks * share_});
  if (share_ != 0) add_free({0, share_});
  take({books_->free.begin(), 0}, page_bytes());
}

void global_heap::require_addresses() const {
  const std::uint64_t ranks = by_ranks_.divisor();
  if (ranks > global_address::most_ranks) {
    throw std::runtime_error("there are " + std::to_string(ranks) +
                             " ranks; the global heap supports at most " +
                             std::to_string(global_address::most_ranks));
  }
  const std::uint64_t most = most_bytes_a_rank(by_ranks_.divisor());
  if (bytes_ > most) {
    throw std::runtime_error("a global heap of " + std::to_string(bytes_) +
                             " bytes a rank exceeds the addresses of " + std::to_string(ranks) +
                             " ranks; lower ARCAS_CLUSTER_HEAP to " + std::to_string(most));
  }
}

std::uint64_t global_heap::most_bytes_a_rank(rank_id ranks) {
  // The divider is wrong for larger numbers of blocks.
  const std::uint64_t most_blocks =
      std::min((std::uint64_t{1} << 63) / ranks,
               std::uint64_t{1} << (global_address::offset_bits - least_block_log2));
  return std::min((most_blocks << least_block_log2) / ranks, most_address_space);
}

range_owners& global_heap::owners() {
  return *books_->owners;
}

global_heap::~global_heap() {
  munmap(base_, bytes_);
}

std::optional<global_heap::need> global_heap::need_of(std::uint64_t bytes,
                                                      unsigned block_log2) const {
  const std::uint64_t block = std::uint64_t{1} << block_log2;
  const std::uint64_t row = block * by_ranks_.divisor();
  const std::uint64_t rows = std::max<std::uint64_t>(1, bytes / row + (bytes % row != 0));
  if (rows > most_need / block) return std::nullopt;
  const std::uint64_t alignment = std::max(block, least_extent);
  const std::uint64_t gap = book_ ? least_extent : 0;
  return need{rounded_up(rows * block, alignment) + gap, alignment};
}

std::optional<global_heap::place> global_heap::place_for(const need& of) {
  if (book_) {
    if (const auto later = place_behind(behind_last_, of)) return later;
  }
  return place_behind(0, of);
}

std::optional<global_heap::place> global_heap::place_behind(std::uint64_t least, const need& of) {
  for (auto range = books_->free.begin(); range != books_->free.end(); ++range) {
    const std::uint64_t offset = rounded_up(std::max(range->first, least), of.alignment);
    const std::uint64_t end = range->first + range->second;
    if (offset < end && of.bytes <= end - offset) return place{range, offset};
  }
  return std::nullopt;
}

// Removes the range of `bytes` bytes that begins at `where` from the free ranges.
void global_heap::take(const place& where, std::uint64_t bytes) {
  const auto [first, length] = *where.range;
  const std::uint64_t behind = where.offset + bytes;
  books_->free.erase(where.range);
  if (where.offset != first) books_->free[first] = where.offset - first;
  if (behind != first + length) books_->free[behind] = first + length - behind;
}

std::optional<global_address> global_heap::allocate(std::uint64_t bytes, unsigned block_log2) {
  const std::optional<need> needed = need_of(bytes, block_log2);
  const std::optional<place> where = needed ? place_for(*needed) : std::nullopt;
  if (!where) return std::nullopt;
  take(*where, needed->bytes);
  books_->allocated[where->offset] = {needed->bytes, block_log2};
  allocated_bytes_ += needed->bytes;
  const auto first = global_address::linear(block_log2, where->offset * by_ranks_.divisor());
  if (book_) {
    book_->add({first, bytes});
    behind_last_ = where->offset + needed->bytes;
  }
  return first;
}

std::optional<extent> global_heap::give_up(const need& of, std::uint64_t wished) {
  const std::optional<place> where = place_for(of);
  if (!where) return std::nullopt;
  const std::uint64_t there = where->range->first + where->range->second - where->offset;
  const std::uint64_t bytes = std::min(there, std::max(of.bytes, wished));
  take(*where, bytes);
  return extent{where->offset, bytes};
}

std::vector<extent> global_heap::give_up_free() {
  std::vector<extent> all;
  for (const auto& [offset, bytes] : books_->free) all.push_back({offset, bytes});
  books_->free.clear();
  return all;
}

std::uint64_t global_heap::bytes_free() const {
  std::uint64_t sum = 0;
  for (const auto& [offset, bytes] : books_->free) sum += bytes;
  return sum;
}

std::uint64_t global_heap::longest_free() const {
  std::uint64_t most = 0;
  for (const auto& [offset, bytes] : books_->free) most = std::max(most, bytes);
  return most;
}

// The block size is compared too. This comparison excludes null, and an address that belongs to the
// previous allocation but is behind its end.
bool global_heap::has_allocated(global_address a) const {
  const std::uint64_t offset = a.offset() / by_ranks_.divisor();
  const auto found = a.is_placed() ? books_->allocated.end() : books_->allocated.find(offset);
  return found != books_->allocated.end() && offset * by_ranks_.divisor() == a.offset() &&
         found->second.block_log2 == a.block_log2();
}

extent global_heap::extent_of(global_address a) const {
  if (!has_allocated(a)) {
    throw std::invalid_argument(
        "global_free of an address that global_malloc has not returned, or that was freed before");
  }
  const std::uint64_t offset = a.offset() / by_ranks_.divisor();
  return {offset, books_->allocated.at(offset).bytes};
}

void global_heap::release(global_address a) {
  const extent e = extent_of(a);
  books_->allocated.erase(e.offset);
  allocated_bytes_ -= e.bytes;
  add_free(e);
}

void global_heap::add_free(extent e) {
  auto after = books_->free.lower_bound(e.offset);
  if (after != books_->free.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == e.offset) {
      e.offset = before->first;
      e.bytes += before->second;
      books_->free.erase(before);
    }
  }
  if (after != books_->free.end() && e.offset + e.bytes == after->first) {
    e.bytes += after->second;
    books_->free.erase(after);
  }
  if (e.bytes != 0) books_->free[e.offset] = e.bytes;
}

void global_heap::drop(extent e) {
  const std::uint64_t page = page_bytes();
  const std::uint64_t first = rounded_up(e.offset, page);
  const std::uint64_t last = (e.offset + e.bytes) / page * page;
  if (first < last) madvise(base_ + first, last - first, MADV_DONTNEED);
}

}  // namespace arcas::inline v0::cluster::detail
