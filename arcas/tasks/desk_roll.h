// SPDX-License-Identifier: Apache-2.0
// Which desks are there to be looked at? A list that only grows. PROTOCOL.md, «Nobody sleeps beside
// a task». Private to tasks/.
#pragma once

#include <arcas/base/cache_line.h>

#include <atomic>
#include <cstddef>
#include <vector>

namespace arcas {

// Desks in the order in which they were added; what was done to a desk before is visible to whoever
// finds it here.
template <class Desk, template <class> class Atom = std::atomic>
class desk_roll {
 public:
  explicit desk_roll(std::size_t most) : desks_(most) {}

  // One at a time: the caller holds a lock, or is alone. There must be room.
  void add(Desk& d) noexcept {
    // relaxed: written under that lock alone.
    const unsigned count = count_.load(std::memory_order_relaxed);
    desks_[count] = &d;
    // release: pairs with size()'s acquire.
    count_.store(count + 1, std::memory_order_release);
  }
  // acquire: pairs with add()'s release.
  unsigned size() const noexcept { return count_.load(std::memory_order_acquire); }
  // i: below what size() has returned to this thread.
  Desk& operator[](unsigned i) const noexcept { return *desks_[i]; }
  std::size_t most() const noexcept { return desks_.size(); }

 private:
  std::vector<Desk*> desks_;
  alignas(no_sharing) Atom<unsigned> count_{0};
};

}  // namespace arcas
