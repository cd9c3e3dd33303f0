// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/cache_line.h>
#include <arcas/memory/memory_block.h>
#include <arcas/memory/page_homes.h>

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace arcas {

out_of_memory::out_of_memory(std::size_t count, std::size_t size)
    : text_(std::make_shared<const std::string>(
          "not enough memory for an array of " + std::to_string(count) + " values of " +
          std::to_string(size) + (size == 1 ? " byte" : " bytes") + ", " +
          std::to_string(static_cast<double>(count) * static_cast<double>(size) /
                         static_cast<double>(1U << 30U)) +
          " GiB")) {}

void free_block::operator()(void* block) const noexcept {
  if (mapped != 0) {
    munmap(block, mapped);
  } else {
    std::free(block);
  }
}

namespace {

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

// A mapping that begins at a multiple of `alignment`: a longer one without its ends.
memory_block map_pages(std::size_t bytes, std::size_t alignment) {
  const std::size_t more = bytes + alignment;
  void* all = mmap(nullptr, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return {};
  auto* const first = static_cast<char*>(all);
  const std::size_t address = reinterpret_cast<std::uintptr_t>(all);
  const std::size_t before = rounded_up(address, alignment) - address;
  if (before != 0) munmap(first, before);
  if (before != alignment) munmap(first + before + bytes, alignment - before);
  return memory_block(first + before, {bytes});
}

// Not std::aligned_alloc, which may insist on multiples of the alignment.
memory_block from_heap(std::size_t bytes, std::size_t alignment) {
  void* begin = nullptr;
  return memory_block(posix_memalign(&begin, alignment, bytes) == 0 ? begin : nullptr);
}

}  // namespace

memory_block allocate(std::size_t count, std::size_t size, bool own_pages) {
  if (count > std::numeric_limits<std::ptrdiff_t>::max() / size) throw out_of_memory(count, size);
  const std::size_t bytes = std::max(count * size, std::size_t{1});
  const bool huge = bytes >= page_homes::huge_page;
  const std::size_t unit = huge || own_pages ? page_homes::small_page : no_sharing;
  const std::size_t alignment = huge ? page_homes::huge_page : unit;
  const std::size_t rounded = rounded_up(bytes, unit);
  memory_block block = own_pages ? map_pages(rounded, alignment) : from_heap(rounded, alignment);
  if (!block) throw out_of_memory(count, size);
  // A refusal leaves small pages, which are right too.
  if (huge) madvise(block.get(), rounded, MADV_HUGEPAGE);
  return block;
}

}  // namespace arcas
