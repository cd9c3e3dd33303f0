// SPDX-License-Identifier: Apache-2.0
// Virtual threads in simulated time: fibers, resumed in the order of their times. Threads with
// equal times run in the order in which these times were decided, so that each run is the same.
#pragma once

#include <boost/context/fiber.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace arcas::sim {

class timeline {
 public:
  explicit timeline(unsigned threads) : threads_(threads) {}
  timeline(const timeline&) = delete;
  timeline& operator=(const timeline&) = delete;

  // The thread begins at time `at`.
  void start(unsigned thread, std::function<void()> body, std::uint64_t at = 0);
  // Runs until all threads have ended; returns the time of the last end. Throws std::logic_error if
  // a thread sleeps that nothing will wake.
  std::uint64_t run();

  unsigned size() const { return static_cast<unsigned>(threads_.size()); }
  // The current thread.
  unsigned me() const { return me_; }
  std::uint64_t now() const { return now_; }
  // The current thread continues after `cycles` cycles, plus those that delay() has added.
  void pass(std::uint64_t cycles) {
    const std::uint64_t until = now_ + cycles;
    // No other thread runs before `until`, so no switch is needed.
    if (threads_[me_].late == 0 && (turns_.empty() || until < turns_.top().at)) {
      now_ = until;
      return;
    }
    wake(me_, until);
    sleep();
  }
  // The current thread continues when it is woken.
  void sleep();
  // The thread, which sleeps or is current, continues at time `at`. A time that
  // was decided for it before is void.
  void wake(unsigned thread, std::uint64_t at) {
    virtual_thread& woken = threads_[thread];
    turns_.push({std::max(at, woken.interrupted_until), ++decisions_, thread});
    woken.turn = decisions_;
    woken.has_turn = true;
  }
  // Interrupts the thread. If its turn is decided, it continues `cycles` cycles after that turn. If
  // it sleeps, it continues `cycles` cycles from now at the earliest.
  void delay(unsigned thread, std::uint64_t cycles) {
    virtual_thread& interrupted = threads_[thread];
    if (interrupted.has_turn) {
      interrupted.late += cycles;
    } else {
      interrupted.interrupted_until = std::max(interrupted.interrupted_until, now_ + cycles);
    }
  }
  // Number of turns until now.
  std::uint64_t turns() const { return decisions_; }

 private:
  struct turn {
    std::uint64_t at;
    std::uint64_t number;
    unsigned thread;
    bool operator>(const turn& other) const {
      return at != other.at ? at > other.at : number > other.number;
    }
  };
  struct virtual_thread {
    boost::context::fiber fiber;
    std::uint64_t turn = 0;  // number of the turn that was decided last; earlier ones are void
    bool has_turn = false;   // whether that turn is still to come
    std::uint64_t late = 0;
    std::uint64_t interrupted_until = 0;
  };

  unsigned me_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t decisions_ = 0;
  boost::context::fiber scheduler_;
  std::vector<virtual_thread> threads_;
  std::priority_queue<turn, std::vector<turn>, std::greater<>> turns_;
};

}  // namespace arcas::sim
