// SPDX-License-Identifier: Apache-2.0
// Numbers of a queue, first in, first out: a row of them for pushes, and one for pops.
#pragma once

#include <algorithm>
#include <cstdint>

namespace arcas::inline v0::cluster::detail {

// Which item does a pop get? The one with its number: the rank that counts for a queue gives
// numbers to pushes and to pops, each in a row from 0 on. README.md, «Numbers of a queue».

// Operations of one rank that ask together.
struct queue_wishes {
  std::uint64_t pushes = 0;
  std::uint64_t pops = 0;  // that wait
  std::uint64_t tries = 0;

  template <class T>
  void add_push(const T&) {
    ++pushes;
  }
};

// Pushes have the numbers from `pushed` on, unless they are refused; pops, and behind them tries,
// as many of each as it says, those from `popped` on. The others get nothing.
struct queue_numbers_given {
  std::uint64_t pushed = 0;
  std::uint64_t popped = 0;
  std::uint64_t pops = 0;
  std::uint64_t tries = 0;
  bool refused = false;

  std::uint64_t push_number(std::uint64_t k) const { return pushed + k; }
  std::uint64_t pop_number(std::uint64_t k) const { return popped + k; }
  // Whether a pop of these has it.
  bool has_pop(std::uint64_t number) const {
    return number >= popped && number - popped < pops + tries;
  }
};

class queue_numbers {
 public:
  using wishes = queue_wishes;
  using given = queue_numbers_given;

  // Pushes come before pops, so that those of one rank may meet.
  queue_numbers_given give(const queue_wishes& w) {
    queue_numbers_given g{pushed_, popped_, w.pops, 0, closed_};
    if (!closed_) pushed_ += w.pushes;
    if (closed_) g.pops = std::min(w.pops, there());
    popped_ += g.pops;
    g.tries = std::min(w.tries, there());
    popped_ += g.tries;
    return g;
  }
  // Returns the number behind that of the last push there will ever be.
  std::uint64_t close() {
    closed_ = true;
    return pushed_;
  }
  // Items that no pop has a number of.
  std::uint64_t there() const { return pushed_ > popped_ ? pushed_ - popped_ : 0; }

 private:
  std::uint64_t pushed_ = 0;
  std::uint64_t popped_ = 0;  // may be ahead: those wait
  bool closed_ = false;
};

}  // namespace arcas::inline v0::cluster::detail
