// SPDX-License-Identifier: Apache-2.0
// Bytes for an array: huge pages where granted, an exception that says how much was asked for
// where there are none.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <string>

namespace arcas {

// What there was not enough memory for.
class out_of_memory : public std::bad_alloc {
 public:
  // `count` values of `size` bytes each.
  out_of_memory(std::size_t count, std::size_t size);
  const char* what() const noexcept override { return text_->c_str(); }

 private:
  std::shared_ptr<const std::string> text_;  // shared: copying an exception must not throw
};

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

}  // namespace arcas
