// SPDX-License-Identifier: Apache-2.0
// One worker's claims through a cursor of stripes, combiners or locality queues, with the worker's
// grain and clock. The shares of a loop (loops/shares.h) add only reports of finished iterations;
// the timing simulator runs the same code.
#pragma once

#include <arcas/base/machine.h>
#include <arcas/distribution/grain.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// A cursor has the functions claim(grain), claim_elsewhere(grain) and abandon().
template <class Cursor, template <class> class Atom = std::atomic>
class paced_claims {
 public:
  // grain, known: see grain_control.
  paced_claims(std::uint64_t grain, pace known, const Cursor& cursor)
      : grain_(grain, known), cursor_(cursor) {
    if (grain_.automatic()) chunk_started_ = machine<Atom>::cycles();
  }
  paced_claims(const paced_claims&) = delete;
  paced_claims& operator=(const paced_claims&) = delete;

  Cursor& cursor() noexcept { return cursor_; }
  const grain_control& grain() const noexcept { return grain_; }

  // A chunk from the cursor's current stripe; empty: the stripe is drained.
  chunk claim() noexcept {
    std::uint64_t grain = grain_.next(cursor_.remaining(), cursor_.sharers());
    if (grain_.automatic()) grain = cursor_.fitted(grain);
    return begun(cursor_.claim(grain));
  }
  // A chunk from another stripe. The grain starts afresh, since iterations there may cost a
  // thousand times more than those before.
  chunk claim_elsewhere() noexcept {
    grain_.start_afresh();
    return begun(cursor_.claim_elsewhere(grain_.fresh()));
  }
  // Marks as finished the last chunk of claim() or claim_elsewhere(), and the chunks taken since by
  // claims that are compiled into the loop. size: the number of iterations in all these chunks; it
  // may be 0.
  void finish(std::uint64_t size) noexcept {
    if (!grain_.automatic()) return;
    const std::uint64_t now = machine<Atom>::cycles();
    if (size != 0) grain_.measured(size, now - chunk_started_);
    chunk_started_ = now;
  }

 private:
  // Not every claim is timed: reading the clock costs as much as a claim without contention.
  static constexpr unsigned chunks_between_timed_claims = 8;

  chunk begun(chunk c) noexcept {
    if (c.empty() || !grain_.automatic() || ++chunks_ % chunks_between_timed_claims != 0) return c;
    const std::uint64_t now = machine<Atom>::cycles();
    grain_.claimed(now - chunk_started_);
    chunk_started_ = now;
    return c;
  }

  grain_control grain_;
  Cursor cursor_;
  unsigned chunks_ = 0;
  std::uint64_t chunk_started_ = 0;  // time stamp of the current chunk; automatic grain only
};

}  // namespace arcas::inline v0::detail
