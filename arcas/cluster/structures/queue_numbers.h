// SPDX-License-Identifier: Apache-2.0
// The numbers of a first-in, first-out queue: one sequence for pushes, and one for pops.
#pragma once

#include <algorithm>
#include <cstdint>

namespace arcas::inline v0::cluster::detail {

// Which item does a pop get? The one with its number. The rank that gives out a queue's numbers
// gives consecutive ones, from 0 on, to pushes and to pops. README.md, «Numbers of a queue».

// Operations of one rank in one request.
struct queue_wishes {
  std::uint64_t pushes = 0;
  std::uint64_t pops = 0;  // pops that wait
  std::uint64_t tries = 0;

  template <class T>
  void add_push(const T&) {
    ++pushes;
  }
};

// The pushes have the numbers from `pushed` on, unless they are refused. The first `pops` pops, and
// then the first `tries` tries, have the numbers from `popped` on. The others get no number.
struct queue_numbers_given {
  std::uint64_t pushed = 0;
  std::uint64_t popped = 0;
  std::uint64_t pops = 0;
  std::uint64_t tries = 0;
  bool refused = false;

  std::uint64_t push_number(std::uint64_t k) const { return pushed + k; }
  std::uint64_t pop_number(std::uint64_t k) const { return popped + k; }
  // Whether a pop or try of this request has this number.
  bool has_pop(std::uint64_t number) const {
    return number >= popped && number - popped < pops + tries;
  }
};

class queue_numbers {
 public:
  using wishes = queue_wishes;
  using given = queue_numbers_given;

  // Pushes come before pops, so that a push and a pop of one rank may meet.
  queue_numbers_given give(const queue_wishes& w) {
    queue_numbers_given g{pushed_, popped_, w.pops, 0, closed_};
    if (!closed_) pushed_ += w.pushes;
    if (closed_) g.pops = std::min(w.pops, there());
    popped_ += g.pops;
    g.tries = std::min(w.tries, there());
    popped_ += g.tries;
    return g;
  }
  // Returns the number after that of the last push.
  std::uint64_t close() {
    closed_ = true;
    return pushed_;
  }
  // Number of items whose number no pop has.
  std::uint64_t there() const { return pushed_ > popped_ ? pushed_ - popped_ : 0; }

 private:
  std::uint64_t pushed_ = 0;
  std::uint64_t popped_ = 0;  // may exceed pushed_: then pops wait
  bool closed_ = false;
};

}  // namespace arcas::inline v0::cluster::detail
