// SPDX-License-Identifier: Apache-2.0
// One thread's part in one loop, as the work function sees it.
#pragma once

#include <arcas/base/machine.h>
#include <arcas/workers/gathering.h>
#include <arcas/workers/self.h>
#include <arcas/workers/worker_tree.h>

#include <atomic>
#include <cstdint>
#include <optional>

namespace arcas::inline v0::detail {

// Decides whether waiting for a loop's end pays more than searching for iterations in that loop. It
// learns from one thread's last waits. As long as they succeed, the thread waits in every loop.
// After one failure it waits in one of 2 loops; after two, three or more failures in a row, in one
// of 4, 8 or 16.
class end_of_loop {
 public:
  // The longest wait in cycles: one to four round trips of a cache line on the machines measured.
  static constexpr std::uint64_t soon = 2'500;

  bool worth_waiting() {
    if (skip_ == 0) return true;
    --skip_;
    return false;
  }
  void came() { misses_ = 0; }
  void did_not_come() {
    if (misses_ < most_misses) ++misses_;
    skip_ = (1u << misses_) - 1;
  }

 private:
  static constexpr unsigned most_misses = 4;
  unsigned misses_ = 0;  // consecutive failures, at most most_misses
  unsigned skip_ = 0;    // number of loops until the next wait
};

// If it pays, waits for the end of a loop for at most `soon` cycles. Returns whether over() was
// true.
template <template <class> class Atom = std::atomic, class Over>
bool is_over_soon(end_of_loop& known, const Over& over) {
  if (!known.worth_waiting()) return over();
  for (const std::uint64_t start = machine<Atom>::cycles();
       machine<Atom>::cycles() - start < end_of_loop::soon;) {
    for (unsigned looks = 0; looks < 4; ++looks, machine<Atom>::pause()) {
      if (!over()) continue;
      known.came();
      return true;
    }
  }
  known.did_not_come();
  return false;
}

class leadership;

// One thread's part in one loop with fixed ranges: its own range, and the gathering after it.
class range_part {
 public:
  // For a follower of this rank, or a leader of rank 0.
  range_part(epoch e, const range_team& team, unsigned rank, arrival<>* lines, leadership* lead)
      : end_(e, team, rank, lines), lead_(lead) {}
  // For a leader whose loop is not published: the whole loop is one range.
  range_part(const range_team& team, arrival<>* lines, leadership* lead)
      : end_(epoch{}, team, 0, lines, 1), lead_(lead) {}

  unsigned rank() const { return end_.rank(); }
  bool leads() const { return lead_ != nullptr; }
  unsigned ranges(std::uint64_t n) const { return end_.ranges(n); }
  arrival<>& line(unsigned rank) const { return end_.line(rank); }

  // See gathering.
  bool next(unsigned ranges, child_range& visited);
  standing outcome() const { return end_.outcome(); }

 private:
  gathering<> end_;
  leadership* lead_;
};

class participant {
 public:
  // For the leader of a loop of n iterations. The leader need not report what it finishes. slot:
  // where followers report; null if there are no followers.
  participant(worker_id leader, loop_slot<>* slot, std::uint64_t n)
      : worker_(leader), slot_(slot), n_(n) {}
  // For a follower that has entered loop e, which the notice `board` shows; the follower reports
  // what it finishes. number: its number among the board's followers. may_leave: the follower may
  // leave the loop before it searches for other workers' iterations, and return later for them.
  participant(worker_id worker, loop_slot<>& slot, const notice<>& board, epoch e, unsigned number,
              bool may_leave)
      : worker_(worker),
        slot_(&slot),
        board_(&board),
        epoch_(e),
        number_(number),
        may_leave_(may_leave) {}

  // For a loop with fixed ranges.
  participant(worker_id worker, const range_part& ranges)
      : worker_(worker), slot_(nullptr), ranges_(ranges) {}

  // Not for loops with fixed ranges; see range_part::leads().
  bool leads() const { return board_ == nullptr; }
  // Number among the pool's workers; 0 for a leader that is not a worker.
  worker_id worker() const { return worker_; }
  // For loops with fixed ranges only; they do not use the functions below.
  range_part& ranges() { return *ranges_; }

  // Reports that `count` more iterations are finished completely. After a report a follower may
  // touch the context only if it has claimed iterations that it has not reported. Otherwise the
  // leader may have returned.
  void report(std::uint64_t count) {
    reported_ += count;
    if (!leads() && count != 0) slot_->report(number_, count);
  }
  std::uint64_t reported() const { return reported_; }

  // Called by a worker without iterations, before it searches for more. A search costs each owner
  // of iterations a cache miss. The search is in vain if the loop ends within about the time in
  // which a cache line travels. If the function returns true, the caller must not search. For the
  // leader, the loop has then ended; the leader has waited no longer than about that time. A
  // follower then leaves the loop, and returns after that time if the loop still exists. finished:
  // number of iterations that the worker has finished and not reported.
  bool leave_for_now(std::uint64_t finished);
  bool left_for_now() const { return left_; }
  // Whether a thread may wait in the loop without keeping another from a processor.
  bool may_wait() const;
  // Whether nothing is left to search for. For the leader: the followers have reported all
  // iterations that the leader has not finished. For a follower: another loop is published.
  bool over(std::uint64_t finished) const {
    return leads() ? slot_->done.reached(slot_->expected + n_ - reported_ - finished)
                   : !board_->shows(epoch_);
  }

 private:
  ARCAS_OF_THIS_THREAD bool over_soon(std::uint64_t finished) const {
    static thread_local end_of_loop the_end;
    return is_over_soon(the_end, [&] { return over(finished); });
  }

  worker_id worker_;
  loop_slot<>* slot_;
  const notice<>* board_ = nullptr;
  epoch epoch_;
  std::optional<range_part> ranges_;
  unsigned number_ = 0;
  bool may_leave_ = false;
  bool left_ = false;
  std::uint64_t n_ = 0;
  std::uint64_t reported_ = 0;
};

}  // namespace arcas::inline v0::detail
