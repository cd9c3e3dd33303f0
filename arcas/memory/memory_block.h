// SPDX-License-Identifier: Apache-2.0
// Bytes for an array: huge pages where granted, on the nodes where they are wanted.
#pragma once

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
  std::size_t mapped = 0;  // bytes of a mapping of its own; 0: from the heap
  void operator()(void* block) const noexcept;
};
using memory_block = std::unique_ptr<void, free_block>;

// Room for count values of size bytes, indeterminate, that begins at a huge page where it fills
// one; what is left over at its end are small pages. A shorter one begins at a cache line: the heap
// gives the same place again, where for a page's beginning it would ask the system each time.
// own_pages: pages that are to be bound, which must not come back to the heap. Throws
// out_of_memory.
memory_block allocate(std::size_t count, std::size_t size, bool own_pages = false);

// The same from the heap, from a cache line on, in whatever pages it has: for what is freed soon and asked for again. The
// heap usually gives the same pages, where the system would have to clear new ones.
memory_block allocate_briefly(std::size_t count, std::size_t size);

// Pages of [block, block + bytes) that are untouched will be allocated in their home's memory, and
// touched pages are moved there. Does nothing unless nodes.can_bind(). A page that the system
// refuses to bind stays where it is: correct, and perhaps slow; try_binding() reports it.
void bind(void* block, const page_homes& homes, const memory_nodes& nodes);

// What the operating system said when memory was to be bound to a node for the last time that it
// refused; none: it has not. One sentence for `arcas topology`.
std::optional<std::string> binding_refusal();

// Tries a page on each node, so that a refusal is known before the first array.
std::optional<std::string> try_binding(const memory_nodes& nodes);

// The node (the operating system's number) on which the page of that byte is, as the kernel says;
// none if it does not, or if the page is untouched.
std::optional<unsigned> os_node_of(const void* byte);

}  // namespace detail

}  // namespace arcas::inline v0
