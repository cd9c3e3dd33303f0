// SPDX-License-Identifier: Apache-2.0
// How a loop whose ranges are fixed begins and ends: the leader's notice says all, each follower
// answers in a line of its own, first that it has started, then that it has finished, and only
// parents wait, for their children. No locked operation, and no fence where the
// asymmetric one is to be had (Arif & Vandierendonck, "Reducing the burden of parallel loop
// schedulers for many-core processors", 2021). Unlike theirs, a follower that does not come is put
// aside: PROTOCOL.md, «Fixed ranges».
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>
#include <arcas/workers/publication.h>
#include <arcas/workers/sleep.h>
#include <arcas/workers/work.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail {

// How far a follower is with one loop.
enum class standing : std::uint8_t {
  away,      // it has not answered, or found the notice taken down
  started,   // it is in its range, or about to see that the notice is down
  own_done,  // its own range is finished, but not all below it, as far as it has heard
  all_done   // and those of all below it
};

// One follower's line towards the leader of one board. State and value are written by the follower
// and read by its parent, and by those above it to whom the parent has left that; the value is theirs to
// read once the state says done.
template <template <class> class Atom = std::atomic>
class alignas(no_sharing) arrival {
 public:
  // Follower only: it has read the words of loop e on that board, and they are whole. True: its
  // range is its own, and the loop cannot end without it. False: the loop is not to be touched.
  bool start(epoch e, const notice<Atom>& board) noexcept {
    // relaxed: ordered before the look by the light fence, which pairs with the heavy one in
    // publication_board::close_ranges(): the leader sees that we have started, or we see that the
    // notice is down.
    state_.store(word(e, standing::started), std::memory_order_relaxed);
    machine<Atom>::light_fence();
    if (board.shows(e)) return true;
    // release: pairs with of()'s acquire; our reads of the notice come before it is written again.
    state_.store(word(e, standing::away), std::memory_order_release);
    return false;
  }
  // Follower only, last of all in the loop.
  void finish(epoch e, standing how) noexcept {
    // release: pairs with of()'s acquire; all that the range did is visible to the parent.
    state_.store(word(e, how), std::memory_order_release);
  }

  standing of(epoch e) const noexcept {
    // acquire: pairs with finish() and start().
    const std::uint64_t bits = state_.load(std::memory_order_acquire);
    return (bits ^ e.bits()) >> epoch::count_shift ? standing::away
                                                   : static_cast<standing>(bits & kind_mask);
  }

  // The range's result; the follower's between start() and finish(), its parent's after.
  range_value value;

 private:
  static constexpr std::uint64_t kind_mask = 3;
  static std::uint64_t word(epoch e, standing how) noexcept {
    return e.bits() >> epoch::count_shift << epoch::count_shift | static_cast<std::uint64_t>(how);
  }

  Atom<std::uint64_t> state_{0};
};
static_assert(sizeof(range_value) + sizeof(std::uint64_t) <= cache_line);

// Where a leader sleeps until a follower that has started has finished.
template <template <class> class Atom = std::atomic>
class end_bell {
 public:
  // Follower, after finish().
  void look() noexcept {
    machine<Atom>::light_fence();  // pairs with the heavy one in sleep()
    // relaxed: ordered after the state by the fence: we see that it sleeps, or it sees our state.
    if (sleeps_.load(std::memory_order_relaxed)) ring(bell_);
  }
  // Leader only, until a follower finishes, unless done() says so already; may return without
  // reason.
  template <class Done>
  void sleep(Done done) noexcept {
    // relaxed: kept before the look by the fence, so that it is older than any ring for the mark.
    const std::uint32_t before = bell_.load(std::memory_order_relaxed);
    // relaxed: ordered before the look by the fence, which pairs with the light one in look().
    sleeps_.store(true, std::memory_order_relaxed);
    machine<Atom>::heavy_fence();
    if (!done()) futex<Atom>::wait(bell_, before);
    sleeps_.store(false, std::memory_order_relaxed);  // relaxed: an extra ring has no effect
  }

 private:
  alignas(no_sharing) Atom<std::uint32_t> bell_{0};  // futex word: rung by followers
  Atom<bool> sleeps_{false};                         // written by the leader
};

}  // namespace arcas::inline v0::detail
