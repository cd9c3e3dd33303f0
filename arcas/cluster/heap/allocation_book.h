// SPDX-License-Identifier: Apache-2.0
// Is there an allocation of the global heap at that address? Each rank keeps such a book where accesses are checked
// (cluster_options::check_memory): of all allocations that it has been told of, and of those that were freed, as long
// as no later one is there.
#pragma once

#include <arcas/cluster/heap/global_address.h>

#include <cstdint>
#include <map>
#include <string>

namespace arcas::inline v0::cluster::detail {

class allocation_book {
 public:
  // Where an allocation begins, and its bytes; 0: there is none.
  struct entry {
    global_address first;
    std::uint64_t bytes = 0;
  };

  void add(const entry& e);
  void forget(global_address first);

  // The allocation that is there.
  entry live_at(global_address a) const { return entry_at(live_, a); }
  // The freed allocation that was there.
  entry freed_at(global_address a) const { return entry_at(freed_, a); }
  // Whether all of it is in one allocation that is there.
  bool covers(const accessed& what) const;
  // What is wrong with an access that is not covered; `operation` is its name.
  std::string sentence(const char* operation, const accessed& what) const;

 private:
  struct range {
    std::uint64_t end;
    unsigned block_log2;
  };
  using ranges = std::map<std::uint64_t, range>;  // by where they begin, as linear offsets
  static entry entry_at(const ranges& in, global_address a);
  static entry entry_before(const ranges& in, global_address a);

  ranges live_;
  ranges freed_;
};

}  // namespace arcas::inline v0::cluster::detail
