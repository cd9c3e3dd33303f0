// SPDX-License-Identifier: Apache-2.0
// The lock of a board that no worker owns: threads lead from the board, one at a time. A thread
// that leads many times in a row keeps the board between its loops, and then takes and returns it
// with plain stores. If another thread needs the board, it evicts the thread that keeps the board,
// by a heavy fence. PROTOCOL.md, «A biased leader lock».
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/machine.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// A thread keeps the board after more than `TurnsToKeep` turns in a row. Threads that alternate
// never reach this number.
template <template <class> class Atom = std::atomic, unsigned TurnsToKeep = 64>
class leader_lock {
 public:
  static constexpr unsigned turns_to_keep = TurnsToKeep;

  // me: an address that differs between living threads. True: the board belongs to this thread
  // until give_back().
  bool take(const void* me) noexcept {
    // relaxed: enter() checks the owner again. This thread may be inside already: its loop on this
    // board may have started a loop of another pool, and the body of that loop starts this loop.
    if (biased_owner_.load(std::memory_order_relaxed) == me && !entered_ && enter(me)) return true;
    return take_anew();
  }

  void give_back(const void* me) noexcept {
    if (!entered_) return give_back_taken(me);
    entered_ = false;
    inside_.store(false, std::memory_order_release);  // release: pairs with evict()'s acquire
  }

 private:
  // Separate from the code that a biased owner runs at each of its loops.
  [[gnu::noinline]] bool take_anew() noexcept {
    // relaxed: a look before the exchange; acquire: pairs with give_back()'s release, so that the
    // next holder sees the previous holder's writes.
    if (!taken_.load(std::memory_order_relaxed) &&
        !taken_.exchange(true, std::memory_order_acquire))
      return true;
    return evict();
  }

  [[gnu::noinline]] void give_back_taken(const void* me) noexcept {
    turns_ = last_ == me ? turns_ + 1 : 0;
    last_ = me;
    if (turns_ >= turns_to_keep && (favourite_ == nullptr || favourite_ == me)) {
      favourite_ = me;
      turns_ = 0;
      // release: pairs with evict()'s acquire; the next holder sees this holder's writes.
      biased_owner_.store(me, std::memory_order_release);
    } else {
      taken_.store(false, std::memory_order_release);  // release: pairs with take()
    }
  }

  bool enter(const void* me) noexcept {
    // relaxed: ordered before the load by the light fence, which pairs with the fence in evict().
    // Either the evicting thread sees this thread inside, or this thread sees that it has lost the
    // board.
    inside_.store(true, std::memory_order_relaxed);
    machine<Atom>::light_fence();
    // relaxed: another thread that has restored this owner has written nothing else.
    if (biased_owner_.load(std::memory_order_relaxed) == me) return entered_ = true;
    inside_.store(false, std::memory_order_release);  // release: pairs with evict()'s acquire
    return false;
  }

  bool evict() noexcept {
    // relaxed, both: a first look. While the owner is in a loop, a fence would be in vain.
    const void* biased_owner = biased_owner_.load(std::memory_order_relaxed);
    if (!biased_owner || inside_.load(std::memory_order_relaxed)) return false;
    // acquire: pairs with the store that made the biased owner, if it has not entered since.
    // The heavy fence below would suffice, but ThreadSanitizer does not understand fences. relaxed
    // on failure.
    if (!biased_owner_.compare_exchange_strong(biased_owner, nullptr, std::memory_order_acquire,
                                               std::memory_order_relaxed))
      return false;
    machine<Atom>::heavy_fence();
    // acquire: pairs with the release of the biased owner that leaves.
    if (!inside_.load(std::memory_order_acquire)) return true;
    // relaxed: this thread has written nothing. The next thread that evicts acquires the biased
    // owner's release from inside_: after its fence it reads no value of inside_ that is older than
    // the `true` that this thread has read.
    biased_owner_.store(biased_owner, std::memory_order_relaxed);
    return false;
  }

  alignas(no_sharing) Atom<bool> taken_{false};  // held, or kept by the biased owner
  Atom<const void*> biased_owner_{nullptr};      // the thread that may enter without taking
  Atom<bool> inside_{false};                     // written by favourite_ only
  // Members of the holder.
  bool entered_ = false;             // entered as the biased owner; written by favourite_ only
  const void* favourite_ = nullptr;  // the only thread that ever keeps the board
  const void* last_ = nullptr;
  unsigned turns_ = 0;  // consecutive turns of the last holder after its first
};

}  // namespace arcas::inline v0::detail
