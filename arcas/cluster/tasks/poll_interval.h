// SPDX-License-Identifier: Apache-2.0
// When must a task that runs many pieces of work in a row poll? `cycles_a_poll` cycles after its
// last poll. Reading the clock after each piece would cost more than short pieces do, so the clock
// is read after a number of pieces: the time between two readings gives the length of a piece, and
// so the number of pieces until the next reading.
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
  // Maximum number of pieces between two readings of the clock. If long pieces follow short ones,
  // this number of long pieces may run before a reading shows their length. That happens once.
  static constexpr std::uint64_t most_unseen = 32;
  // Pieces until the next reading of the clock after a piece that has waited. Reading the clock at
  // once would make a loop of remote reads a twentieth slower.
  static constexpr std::uint64_t unseen_after_wait = 4;

  // Called after each piece of work. Returns whether to poll.
  bool due() { return --unseen_ == 0 && look(); }
  // Called after a poll.
  void restart() { polled_ = looked_ = Clock::now(); }
  // Called if the last piece has waited, so that other tasks ran: the time since the last reading
  // says nothing about the length of a piece.
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
    // If no cycles are left, the task polls now, and the interval of the next poll begins.
    const std::uint64_t fit = (left == 0 ? cycles_a_poll : left) / a_piece;
    stride_ = unseen_ = std::clamp(fit, std::uint64_t{1}, most_unseen);
    looked_ = now;
    return left == 0;
  }

  std::uint64_t stride_ = 1;  // pieces from the last reading to the next; unseen_ of them are left
  std::uint64_t unseen_ = 1;
  std::uint64_t polled_ = Clock::now();
  std::uint64_t looked_ = polled_;
  bool others_ran_ = false;
};

// A poll interval for a task of this scheduler, which calls after_piece() after each piece.
template <class Clock = cycle_clock>
class poller {
 public:
  explicit poller(scheduler& tasks) : tasks_(tasks) {}

  // Returns whether other tasks have run during the piece or after it.
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
