// SPDX-License-Identifier: Apache-2.0
// Memory for an array: in huge pages if the system grants them, and on the NUMA nodes of its users.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/out_of_memory.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace arcas::inline v0 {

class memory_nodes;
class page_homes;

namespace detail {

struct free_block {
  std::size_t mapped = 0;  // bytes of a separate mapping; 0: heap memory
  void operator()(void* block) const noexcept;
};
using memory_block = std::unique_ptr<void, free_block>;

// Memory for `count` values of `size` bytes, uninitialised. A block of at least one huge page
// begins at a huge page; the rest behind its last huge page has small pages. A shorter block begins
// at a cache line, not at a page: then the heap reuses memory, while for a page boundary it would
// call the system each time. own_pages: the pages will be bound, and so must not return to the
// heap. Throws out_of_memory.
memory_block allocate(std::size_t count, std::size_t size, bool own_pages = false);

// Memory from the heap that begins at a cache line, for arrays that are freed soon and allocated
// again: the heap usually returns the same pages, while the system would clear new ones.
memory_block allocate_briefly(std::size_t count, std::size_t size);

// Binds the pages of [block, block + bytes) to their homes: untouched pages will be allocated
// there, touched pages are moved. Does nothing unless nodes.can_bind(). A page that the system
// refuses to bind stays where it is, which is correct but may be slow; try_binding() reports the
// refusal.
void bind(void* block, const page_homes& homes, const memory_nodes& nodes);

// The system's most recent refusal to bind memory to a node, as one sentence for `arcas topology`;
// none if there was no refusal.
std::optional<std::string> binding_refusal();

// Binds one page to each node, so that a refusal is known before the first array.
std::optional<std::string> try_binding(const memory_nodes& nodes);

// The node, by the operating system's number, that holds the page of this byte; none if the page is
// untouched or the kernel does not tell.
std::optional<unsigned> os_node_of(const void* byte);

// Memory for n elements; the sort constructs and destroys them there. Memory of more than
// brief_bytes is in huge pages, if the system grants them.
template <class T>
class sort_scratch {
 public:
  explicit sort_scratch(std::size_t n)
      : block_(n <= brief_bytes / sizeof(T) ? allocate_briefly(n, sizeof(T))
                                            : allocate(n, sizeof(T))) {
    static_assert(alignof(T) <= no_sharing,
                  "arcas: elements that are sorted have an alignment of at most a cache line");
  }
  T* get() const { return static_cast<T*>(block_.get()); }

 private:
  // Memory of up to this size comes from the heap, which reuses pages. Clearing new pages would
  // take a seventh of the time of the sort.
  static constexpr std::size_t brief_bytes = std::size_t{16} << 20;
  memory_block block_;
};

}  // namespace detail

}  // namespace arcas::inline v0
