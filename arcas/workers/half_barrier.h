// SPDX-License-Identifier: Apache-2.0
// How does a loop with fixed ranges begin and end? The leader's notice has all data. Each follower
// reports in a cache line of its own that it has started, and later that it has finished. Along a
// tree, parents wait for children. There is no locked operation, and no fence if an asymmetric
// fence is available (Arif & Vandierendonck, "Reducing the burden of parallel loop schedulers for
// many-core processors", 2021). Unlike in the paper, the leader does not wait for a follower that
// does not come: PROTOCOL.md, «Fixed ranges».
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

// A follower's progress in one loop.
enum class standing : std::uint8_t {
  away,      // it has not answered, or it found the notice withdrawn
  started,   // it is in its range, or about to see that the notice is withdrawn
  own_done,  // its own range is finished; it has not gathered the results of the ranks below
  all_done   // its own range and all below are finished, and it has gathered their results
};

// The cache line in which a follower reports at one board. The follower writes state and value. Its
// parent reads the state, and reads the value once the state is own_done or all_done. If the parent
// gives up, the leader reads both instead (gathering.h).
template <template <class> class Atom = std::atomic>
class alignas(no_sharing) arrival {
 public:
  // Called by a follower that has read all words of loop e on the board. True: the range belongs to
  // the follower, and the loop cannot end without it. False: the follower must not touch the loop.
  bool start(epoch e, const notice<Atom>& board) noexcept {
    // relaxed: ordered before the look by the light fence, which pairs with the heavy one in
    // publication_board::close_ranges(). Either the leader sees that this follower has started, or
    // the follower sees that the notice is withdrawn.
    state_.store(word(e, standing::started), std::memory_order_relaxed);
    machine<Atom>::light_fence();
    if (board.shows(e)) return true;
    // release: pairs with of()'s acquire; the follower's reads of the notice precede the next
    // post().
    state_.store(word(e, standing::away), std::memory_order_release);
    return false;
  }
  // Called by a follower, as its last access to the loop.
  void finish(epoch e, standing how) noexcept {
    // release: pairs with of()'s acquire; the parent sees all that the range did.
    state_.store(word(e, how), std::memory_order_release);
  }

  standing of(epoch e) const noexcept {
    // acquire: pairs with finish() and start().
    const std::uint64_t bits = state_.load(std::memory_order_acquire);
    return (bits ^ e.bits()) >> epoch::count_shift ? standing::away
                                                   : static_cast<standing>(bits & kind_mask);
  }

  // The range's result. Belongs to the follower between start() and finish(), then to the rank that
  // visits it.
  range_value value;

 private:
  static constexpr std::uint64_t kind_mask = 3;
  static std::uint64_t word(epoch e, standing how) noexcept {
    return e.bits() >> epoch::count_shift << epoch::count_shift | static_cast<std::uint64_t>(how);
  }

  Atom<std::uint64_t> state_{0};
};
static_assert(sizeof(range_value) + sizeof(std::uint64_t) <= cache_line);

// Here a leader sleeps until a follower that is in its range finishes.
template <template <class> class Atom = std::atomic>
class end_bell {
 public:
  // Called by a follower after finish(), and after a start() that returned false.
  void look() noexcept {
    machine<Atom>::light_fence();  // pairs with the heavy one in sleep()
    // relaxed: ordered after the state by the fence. Either the follower sees that the leader
    // sleeps, or the leader sees the follower's state.
    if (sleeps_.load(std::memory_order_relaxed)) ring(bell_);
  }
  // Called by the leader: sleeps until a follower finishes, unless done() is true already. May
  // return spuriously.
  template <class Done>
  void sleep(Done done) noexcept {
    // relaxed: the fence keeps this load before done(). If done() misses a follower's answer, the
    // ring for it changes bell_ after this load, so the futex does not sleep.
    const std::uint32_t before = bell_.load(std::memory_order_relaxed);
    // relaxed: ordered before done() by the fence, which pairs with the light one in look().
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
