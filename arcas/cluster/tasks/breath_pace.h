// SPDX-License-Identifier: Apache-2.0
// When must a task that runs many pieces of work in a row breathe? Some cycles after it did last;
// but to look at the clock after each piece would cost more than short pieces do. So the time
// between two looks says what a piece takes, and that how many may go by before the next look.
#pragma once

#include <arcas/base/processor.h>
#include <arcas/cluster/tasks/scheduler.h>

#include <algorithm>
#include <cstdint>

namespace arcas::cluster {

struct cycle_clock {
  static std::uint64_t now() { return cycles(); }
};

template <class Clock = cycle_clock>
class breath_pace {
 public:
  static constexpr std::uint64_t cycles_a_breath = 50'000;
  // Pieces between two looks at most: as many long ones may follow short ones before it is noticed,
  // once.
  static constexpr std::uint64_t most_unseen = 32;

  // After each piece of work: whether it is time to breathe.
  bool due() { return --unseen_ == 0 && look(); }
  // One has breathed.
  void restart() { breathed_ = looked_ = Clock::now(); }
  // The last piece has waited, so that others ran: what it took says nothing.
  void others_ran() {
    restart();
    stride_ = unseen_ = 1;
  }

 private:
  bool look() {
    const std::uint64_t now = Clock::now();
    const std::uint64_t a_piece = std::max<std::uint64_t>(1, (now - looked_) / stride_);
    const std::uint64_t since = now - breathed_;
    const std::uint64_t left = since < cycles_a_breath ? cycles_a_breath - since : 0;
    // Where none is left the next breath begins.
    const std::uint64_t fit = (left == 0 ? cycles_a_breath : left) / a_piece;
    stride_ = unseen_ = std::clamp(fit, std::uint64_t{1}, most_unseen);
    looked_ = now;
    return left == 0;
  }

  std::uint64_t stride_ = 1;  // the last, and what is left of it
  std::uint64_t unseen_ = 1;
  std::uint64_t breathed_ = Clock::now();
  std::uint64_t looked_ = breathed_;
};

// The same for a task of that scheduler, which asks after each piece.
template <class Clock = cycle_clock>
class breather {
 public:
  explicit breather(scheduler& tasks) : tasks_(tasks) {}

  void after_piece() {
    if (switches_ != seen_) {
      pace_.others_ran();
    } else if (pace_.due()) {
      tasks_.breathe();
      pace_.restart();
    }
    seen_ = switches_;
  }

 private:
  scheduler& tasks_;
  breath_pace<Clock> pace_;
  const std::uint64_t& switches_ = tasks_.counts().switches;
  std::uint64_t seen_ = switches_;
};

}  // namespace arcas::cluster
