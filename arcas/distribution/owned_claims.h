// SPDX-License-Identifier: Apache-2.0
// One worker's claims in a biased loop: the cursor of biased.h with its grain, batches and clock.
// The shares of a loop (loops/shares.h) add only reports of finished iterations; the timing
// simulator runs the same code.
#pragma once

#include <arcas/base/machine.h>
#include <arcas/distribution/biased.h>
#include <arcas/distribution/grain.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// A batch is one or more chunks. claim() and claim_elsewhere() return its first chunk. The caller
// claims the others by own().claim(chunk_size()), until that returns empty.
template <template <class> class Atom = std::atomic>
class owned_claims {
 public:
  // grain, known: see batch_grain.
  owned_claims(std::uint64_t grain, pace known, const biased_cursor<Atom>& ranges)
      : grain_(grain, known), ranges_(ranges) {
    batch_from_ = own().at;
    time_range();
  }
  owned_claims(const owned_claims&) = delete;
  owned_claims& operator=(const owned_claims&) = delete;

  owned_range<Atom>& own() noexcept { return ranges_.own(); }
  const owned_range<Atom>& own() const noexcept { return ranges_.own(); }
  // Number of iterations in a chunk of the current batch.
  std::uint64_t chunk_size() const noexcept { return chunk_size_; }
  bool helps() const noexcept { return ranges_.helps(); }
  // The pace measured in the current range; 0: not measured.
  pace found() const noexcept { return timed_ && grain_.automatic() ? grain_.found() : 0; }

  // From now on every batch is one chunk.
  void end_batches() noexcept {
    without_batches_ = true;
    own().batch_end = 0;
  }
  // Measures the pace from now on; called if the caller of the loop asks for the pace.
  void measure() noexcept {
    if (grain_.automatic() && !timed_) start_clock();
  }

  // The first chunk of a batch of the current range; empty: the range is used up.
  chunk claim() noexcept {
    chunk_size_ = grain_.next(ranges_.remaining());
    const chunk c = ranges_.claim(chunk_size_);
    if (c.empty()) {
      own().batch_end = 0;
    } else {
      begin_batch(c.size());
    }
    return c;
  }
  // The first chunk of a batch of another worker's range; empty: none was found. The grain starts
  // afresh, since that range's iterations may cost a thousand times more than those before. The
  // search calls is_over() now and then, and gives up if a call returns true. may_wait(): whether
  // this worker may wait and search again if the search may have missed iterations. may_wait() must
  // return false if the worker has finished iterations that it has not reported.
  template <class IsOver, class MayWait>
  chunk claim_elsewhere(const IsOver& is_over, const MayWait& may_wait) noexcept {
    grain_.start_afresh();
    chunk_size_ = grain_.next(0);
    chunk c = ranges_.claim_from_some(chunk_size_, is_over);
    if (c.empty() && ranges_.may_have_missed_some()) c = claim_later(is_over, may_wait());
    if (c.empty()) return c;
    batch_from_ = own().at - c.size();
    time_range();
    begin_batch(c.size());
    return c;
  }
  // Marks all chunks claimed since the last call as finished, and returns them.
  chunk finish() noexcept {
    const std::uint64_t size = own().at - batch_from_;
    if (size == 0) return {};
    const chunk done{batch_from_ - own().zero, own().at - own().zero};
    batch_from_ = own().at;
    if (timed_) {
      const std::uint64_t now = machine<Atom>::cycles();
      const std::uint64_t took = now - batch_started_;
      batch_started_ = now;
      if (grain_.automatic()) grain_.measured(size, took);
      watch_for_long_chunks(size, took);
    }
    return done;
  }
  // Claims all remaining iterations without running them; returns their number.
  std::uint64_t abandon() noexcept {
    std::uint64_t count = 0;
    own().batch_end = 0;
    chunk taken;
    do {
      for (chunk c; !(c = ranges_.claim(largest_grain)).empty();) count += c.size();
      taken = ranges_.claim_elsewhere(largest_grain);
      count += taken.size();
    } while (!taken.empty());
    batch_from_ = own().at;
    return count;
  }

 private:
  // In cycles; longer chunks are claimed with a fence. A fenced claim and a read of the clock cost
  // less than a hundredth of such a chunk. Without fences a helper waits for 5,000 cycles before it
  // interrupts an owner that does not answer.
  static constexpr std::uint64_t long_chunk = 8'000;

  // First wait between searches, in cycles; each further wait is twice as long. All waits together
  // take less than a millisecond, so that a loop whose last iteration is long does not keep a
  // worker from sleeping.
  static constexpr std::uint64_t first_wait = 2'500;
  static constexpr unsigned most_waits = 8;
  static constexpr unsigned pauses_between_questions = 16;

  // The last search looks at the ranges of all workers, also of those that have not arrived in the
  // loop: they may never arrive, and another worker must then claim their iterations.
  template <class IsOver>
  chunk claim_later(const IsOver& is_over, bool may_wait) noexcept {
    for (unsigned waits = 0; may_wait && waits < most_waits; ++waits) {
      if (is_over_in(first_wait << waits, is_over)) return {};
      const chunk c = ranges_.claim_from_some(chunk_size_, is_over);
      if (!c.empty() || !ranges_.may_have_missed_some()) return c;
    }
    return is_over() ? chunk{} : ranges_.claim_elsewhere(chunk_size_, is_over);
  }
  template <class IsOver>
  static bool is_over_in(std::uint64_t wait, const IsOver& is_over) noexcept {
    for (const std::uint64_t start = machine<Atom>::cycles();
         machine<Atom>::cycles() - start < wait;) {
      if (is_over()) return true;
      for (unsigned p = 0; p < pauses_between_questions; ++p) machine<Atom>::pause();
    }
    return is_over();
  }
  // Starts the clock only if the measured pace can still be used in this range.
  void time_range() noexcept {
    const std::uint64_t left = ranges_.remaining();
    timed_ = false;
    if (grain_.automatic() && (!grain_.settled() || left > grain_.batch(grain_.next(left))))
      start_clock();
  }
  void start_clock() noexcept {
    timed_ = true;
    batch_started_ = machine<Atom>::cycles();
  }
  void begin_batch(std::uint64_t claimed) noexcept {
    if (ranges_.fenced() && !ranges_.always_fenced() && !timed_) start_clock();
    if (ranges_.fenced() || without_batches_ || !machine<Atom>::has_free_light_fence()) return;
    const std::uint64_t batch = grain_.batch(chunk_size_);
    const std::uint64_t more = batch > claimed ? batch - claimed : 0;
    own().batch_end = own().at + std::min(more, ranges_.remaining());
  }
  // An owner in a long chunk answers too late, and helpers would have to interrupt it. So an owner
  // with long chunks passes a fence at each claim, and helpers need not interrupt it.
  void watch_for_long_chunks(std::uint64_t size, std::uint64_t took) noexcept {
    if (ranges_.always_fenced()) return;
    const std::uint64_t chunks = (size + chunk_size_ - 1) / chunk_size_;
    ranges_.set_fenced(took > long_chunk * chunks);
    if (!grain_.automatic()) timed_ = ranges_.fenced();
  }

  batch_grain grain_;
  biased_cursor<Atom> ranges_;
  std::uint64_t chunk_size_ = 0;
  bool timed_ = false;  // whether batches of the current range are timed
  bool without_batches_ = false;
  std::uint64_t batch_from_ = 0;     // the first unfinished iteration, plus own().zero
  std::uint64_t batch_started_ = 0;  // time stamp, if timed_
};

}  // namespace arcas::inline v0::detail
