// SPDX-License-Identifier: Apache-2.0
// Memory for the elements of a sort while they move. Private to algorithms/.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/memory/memory_block.h>

#include <cstddef>

namespace arcas::inline v0::detail {

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

}  // namespace arcas::inline v0::detail
