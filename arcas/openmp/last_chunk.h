// SPDX-License-Identifier: Apache-2.0
// Claims the chunks of a loop in any order, except that the member which executes the loop's last
// chunk executes no other chunk after it. PROTOCOL.md, «The last chunk».
#pragma once

#include <arcas/distribution/biased.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

template <template <class> class Atom = std::atomic>
class last_chunk {
 public:
  // Called before the members may enter the loop.
  void keep() noexcept {
    is_taken_.store(false, std::memory_order_relaxed);  // relaxed: enter_loop() releases it
  }
  // Returns true to one member only.
  bool take() noexcept {
    // relaxed: it decides who takes the chunk, and nothing else.
    return !is_taken_.exchange(true, std::memory_order_relaxed);
  }

 private:
  Atom<bool> is_taken_{false};
};

// Returns the next chunks of a member. The loop has `chunks` > 1 chunks, of which the cursor
// distributes all but the last. own(left) returns the number of chunks to take from the member's
// own range, in which `left` remain; elsewhere() returns the number of chunks to take from another
// member's range. The result is empty if no chunk is left for this member. A member that took the
// last chunk must not call this function again.
template <template <class> class Atom, class Own, class Elsewhere>
chunk claim_last_at_the_end(biased_cursor<Atom>& cursor, last_chunk<Atom>& last,
                            std::uint64_t chunks, const Own& own, const Elsewhere& elsewhere) {
  chunk c = cursor.claim(own(cursor.remaining()));
  if (c.empty()) c = cursor.claim_elsewhere(elsewhere());
  if (c.empty() && last.take()) return {chunks - 1, chunks};
  return c;
}

}  // namespace arcas::inline v0::detail::openmp
