// SPDX-License-Identifier: Apache-2.0
// Which thread accessed plain data last, and did the next one know of that access? A race is found
// in whatever order the two accesses run, so that plain accesses need not be scheduling points.
#pragma once

#include <sim/explore/memory.h>

#include <optional>
#include <vector>

namespace arcas::sim {

using cell_id = std::uint32_t;

class plain_data {
 public:
  struct access {
    std::optional<process_id> by;
    std::uint32_t when = 0;  // by that thread's clock
    bool wrote = false;
    site at;
  };

  cell_id add(const void* address, std::optional<process_id> by, const thread_clock* known) {
    cells_.push_back({address, {by, by ? (*known)[*by] : 0, true, {}}, {}});
    return static_cast<cell_id>(cells_.size() - 1);
  }
  bool alive(cell_id c, const void* address) const {
    return c < cells_.size() && cells_[c].address == address;
  }
  void remove(cell_id c) { cells_[c].address = nullptr; }

  // If the thread does not know of an earlier access that conflicts with this one, returns the
  // earlier one. Otherwise records this access. known: the thread's knowledge; null in set-up,
  // which knows all accesses.
  std::optional<access> touch(cell_id c, std::optional<process_id> by, const thread_clock* known,
                              bool writes, const site& at) {
    cell& x = cells_[c];
    const auto missed = [&](const access& a) {
      return a.by && known && a.by != by && (*known)[*a.by] < a.when;
    };
    if (missed(x.written)) return x.written;
    if (writes) {
      for (const access& r : x.reads) {
        if (missed(r)) return r;
      }
      x.reads.clear();
    }
    const access now{by, by ? (*known)[*by] : 0, writes, at};
    if (writes) {
      x.written = now;
    } else {
      x.reads.push_back(now);
    }
    return std::nullopt;
  }

 private:
  struct cell {
    const void* address;
    access written;
    few<access, 2> reads;  // since the last write
  };
  std::vector<cell> cells_;
};

}  // namespace arcas::sim
