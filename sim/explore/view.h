// SPDX-License-Identifier: Apache-2.0
// What a thread, a fence or a message knows: the oldest message of each word that may still be read
// or overwritten, and how far each thread has been heard of.
#pragma once

#include <sim/explore/memory.h>

#include <algorithm>
#include <vector>

namespace arcas::sim {

// A place in the order of a word's messages; 0 is the first value. Gaps leave room between two.
using stamp = std::uint64_t;

struct view {
  std::vector<stamp> floor;  // by word; words beyond the end: 0
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
