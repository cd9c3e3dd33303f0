// SPDX-License-Identifier: Apache-2.0
// Is there an allocation of the global heap at an address? If accesses are checked
// (cluster_options::check_memory), each rank keeps a book of the allocations that it has been told
// of. A freed allocation stays in the book until a later allocation overlaps it.
#pragma once

#include <arcas/cluster/heap/global_heap.h>

#include <cstdint>
#include <map>
#include <string>

namespace arcas::inline v0::cluster::detail {

class allocation_book {
 public:
  // The start of an allocation and its number of bytes; 0 bytes: no allocation.
  struct entry {
    global_address first;
    std::uint64_t bytes = 0;
  };

  void add(const entry& e);
  void forget(global_address first);

  // The live allocation at this address.
  entry live_at(global_address a) const { return entry_at(live_, a); }
  // The freed allocation that was at this address and is still in the book.
  entry freed_at(global_address a) const { return entry_at(freed_, a); }
  // Whether all these elements are in one live allocation.
  bool covers(const accessed& what) const;
  // The error message if covers() is false. `operation` is the name of the access.
  std::string sentence(const char* operation, const accessed& what) const;

 private:
  struct range {
    std::uint64_t end;
    unsigned block_log2;
  };
  using ranges = std::map<std::uint64_t, range>;  // by start; the starts are linear offsets
  static entry entry_at(const ranges& in, global_address a);
  static entry entry_before(const ranges& in, global_address a);

  ranges live_;
  ranges freed_;
};

}  // namespace arcas::inline v0::cluster::detail
