// SPDX-License-Identifier: Apache-2.0
// Virtual threads in simulated time: fibers, resumed in the order of the times at which they go on.
// Threads whose times are equal go on in the order in which that was decided, so that a run is the
// same each time.
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

  // The thread begins at that time.
  void start(unsigned thread, std::function<void()> body, std::uint64_t at = 0);
  // Until all threads have ended; the time at which the last one has. Throws std::logic_error if a
  // thread sleeps that nothing will wake.
  std::uint64_t run();

  unsigned size() const { return static_cast<unsigned>(threads_.size()); }
  // The thread at hand.
  unsigned me() const { return me_; }
  std::uint64_t now() const { return now_; }
  // The thread at hand goes on so much later, and what delay() has added to that.
  void pass(std::uint64_t cycles) {
    const std::uint64_t until = now_ + cycles;
    // Nothing happens before: no switch is needed.
    if (threads_[me_].late == 0 && (turns_.empty() || until < turns_.top().at)) {
      now_ = until;
      return;
    }
    wake(me_, until);
    sleep();
  }
  // The thread at hand goes on when it is woken.
  void sleep();
  // The thread, which sleeps or is at hand, goes on at that time; what was decided before about it
  // is void.
  void wake(unsigned thread, std::uint64_t at) {
    virtual_thread& woken = threads_[thread];
    turns_.push({std::max(at, woken.interrupted_until), ++decisions_, thread});
    woken.turn = decisions_;
    woken.has_turn = true;
  }
  // The thread is interrupted for so long: it goes on so much later when its turn comes, or, if it
  // sleeps, not before.
  void delay(unsigned thread, std::uint64_t cycles) {
    virtual_thread& interrupted = threads_[thread];
    if (interrupted.has_turn) {
      interrupted.late += cycles;
    } else {
      interrupted.interrupted_until = std::max(interrupted.interrupted_until, now_ + cycles);
    }
  }
  // Turns taken so far.
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
    std::uint64_t turn = 0;  // the number of its valid turn
    bool has_turn = false;   // it is still to come
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
