// SPDX-License-Identifier: Apache-2.0
// When must a task that runs many pieces of work in a row poll? Some cycles after it did last;
// but to look at the clock after each piece would cost more than short pieces do. So the time
// between two looks says what a piece takes, and that how many may go by before the next look.
#pragma once

#include <arcas/base/processor.h>
#include <arcas/cluster/tasks/scheduler.h>

#include <algorithm>
#include <cstdint>

namespace arcas::inline v0::cluster::detail {

struct cycle_clock {
  static std::uint64_t now() { return cycles(); }
};

template <class Clock = cycle_clock>
class poll_interval {
 public:
  static constexpr std::uint64_t cycles_a_poll = 50'000;
  // Pieces between two looks at most: as many long ones may follow short ones before it is noticed,
  // once.
  static constexpr std::uint64_t most_unseen = 32;
  // Pieces until the next look where one has waited: to look at once costs a loop of reads a
  // twentieth.
  static constexpr std::uint64_t unseen_after_wait = 4;

  // After each piece of work: whether it is time to poll.
  bool due() { return --unseen_ == 0 && look(); }
  // One has polled.
  void restart() { polled_ = looked_ = Clock::now(); }
  // The last piece has waited, so that others ran: the time until the next look says nothing.
  void others_ran() {
    others_ran_ = true;
    unseen_ = unseen_after_wait;
  }

 private:
  bool look() {
    const std::uint64_t now = Clock::now();
    if (others_ran_) {
      others_ran_ = false;
      polled_ = looked_ = now;
      stride_ = unseen_ = 1;
      return false;
    }
    const std::uint64_t a_piece = std::max<std::uint64_t>(1, (now - looked_) / stride_);
    const std::uint64_t since = now - polled_;
    const std::uint64_t left = since < cycles_a_poll ? cycles_a_poll - since : 0;
    // Where none is left the next poll begins.
    const std::uint64_t fit = (left == 0 ? cycles_a_poll : left) / a_piece;
    stride_ = unseen_ = std::clamp(fit, std::uint64_t{1}, most_unseen);
    looked_ = now;
    return left == 0;
  }

  std::uint64_t stride_ = 1;  // the last, and what is left of it
  std::uint64_t unseen_ = 1;
  std::uint64_t polled_ = Clock::now();
  std::uint64_t looked_ = polled_;
  bool others_ran_ = false;
};

// The same for a task of that scheduler, which asks after each piece.
template <class Clock = cycle_clock>
class poller {
 public:
  explicit poller(scheduler& tasks) : tasks_(tasks) {}

  // Whether others have run, in the piece or behind it.
  bool after_piece() {
    if (switches_ != seen_) {
      pace_.others_ran();
    } else if (pace_.due()) {
      tasks_.poll();
      pace_.restart();
    } else {
      return false;
    }
    seen_ = switches_;
    return true;
  }

 private:
  scheduler& tasks_;
  poll_interval<Clock> pace_;
  const std::uint64_t& switches_ = tasks_.counts().switches;
  std::uint64_t seen_ = switches_;
};

}  // namespace arcas::inline v0::cluster::detail
