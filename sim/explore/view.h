// SPDX-License-Identifier: Apache-2.0
// The knowledge of a thread, a fence or a message: for each word the oldest message that may still
// be read, before which no message may be added; and for each thread its last known step.
#pragma once

#include <sim/explore/memory.h>

#include <algorithm>

namespace arcas::sim {

// A position in the order of a word's messages; 0 is that of the first value. Gaps between
// positions leave room for further messages.
using stamp = std::uint64_t;

struct view {
  few<stamp, 16> floor;  // by word; 0 for words beyond the end
  thread_clock heard{};

  stamp of(word_id w) const { return w < floor.size() ? floor[w] : 0; }
  void raise(word_id w, stamp s) {
    if (w >= floor.size()) floor.resize(w + 1);
    floor[w] = std::max(floor[w], s);
  }
  void join_floor(const view& other) {
    if (floor.size() < other.floor.size()) floor.resize(other.floor.size());
    for (std::size_t i = 0; i < other.floor.size(); ++i)
      floor[i] = std::max(floor[i], other.floor[i]);
  }
  void join(const view& other) {
    join_floor(other);
    for (std::size_t i = 0; i < heard.size(); ++i) heard[i] = std::max(heard[i], other.heard[i]);
  }
};

}  // namespace arcas::sim
