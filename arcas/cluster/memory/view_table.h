// SPDX-License-Identifier: Apache-2.0
// Which views of this rank's elements are held, where the user has asked for conflicts to be found
// (view.h)?
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::cluster {

enum class access : unsigned char { read_only, read_write, write_only };

class view_table {
 public:
  struct entry {
    const std::byte* first;
    std::size_t bytes;
    access how;
    rank_id holder;
  };

  // Throws std::logic_error with a sentence where it must not be held beside another.
  void add(const entry& e) {
    for (const entry& other : held_) {
      const bool apart =
          e.first + e.bytes <= other.first || other.first + other.bytes <= e.first || e.bytes == 0;
      const bool both_read = e.how == access::read_only && other.how == access::read_only;
      if (apart || both_read) continue;
      throw std::logic_error("a view of rank " + std::to_string(e.holder) + ", which " +
                             verb(e.how) + ", meets one of rank " + std::to_string(other.holder) +
                             ", which " + verb(other.how) +
                             "; release one before the other is acquired");
    }
    held_.push_back(e);
  }
  void remove(const entry& e) {
    for (entry& held : held_) {
      if (held.first != e.first || held.bytes != e.bytes || held.how != e.how ||
          held.holder != e.holder) {
        continue;
      }
      held = held_.back();
      held_.pop_back();
      return;
    }
  }

 private:
  static const char* verb(access how) { return how == access::read_only ? "reads" : "writes"; }
  std::vector<entry> held_;
};

}  // namespace arcas::cluster
