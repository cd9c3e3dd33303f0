// SPDX-License-Identifier: Apache-2.0
// A loop whose chunks are claimed in any order, but whose last chunk is the last of the member that runs it.
// PROTOCOL.md, «The last chunk».
#pragma once

#include <arcas/distribution/biased.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

template <template <class> class Atom = std::atomic>
class last_chunk {
 public:
  // Before the members may enter the loop.
  void keep() noexcept {
    is_taken_.store(false, std::memory_order_relaxed);  // relaxed: the team's lines release it
  }
  // True for one member.
  bool take() noexcept {
    // relaxed: it decides who takes the chunk, and nothing else.
    return !is_taken_.exchange(true, std::memory_order_relaxed);
  }

 private:
  Atom<bool> is_taken_{false};
};

// The next chunks of a member, of a loop of `chunks` > 1. The cursor distributes all but the last. own(left) says how many
// to take of the member's own range, elsewhere() how many of another's. Empty: the loop has none for this member. A
// member that has got the last chunk must not call again.
template <template <class> class Atom, class Own, class Elsewhere>
chunk claim_last_at_the_end(biased_cursor<Atom>& cursor, last_chunk<Atom>& last,
                            std::uint64_t chunks, const Own& own, const Elsewhere& elsewhere) {
  chunk c = cursor.claim(own(cursor.remaining()));
  if (c.empty()) c = cursor.claim_elsewhere(elsewhere());
  if (c.empty() && last.take()) return {chunks - 1, chunks};
  return c;
}

}  // namespace arcas::inline v0::detail::openmp
