// SPDX-License-Identifier: Apache-2.0
// What several threads use at the same time, each at the same speed: the issue slots of a core, the
// memory of a node. A thread alone has speed 1; where the threads' shares come to more than the
// capacity, all are slowed alike.
#pragma once

#include <sim/machine/timeline.h>

#include <cstdint>
#include <vector>

namespace arcas::sim {

class shared_rate {
 public:
  explicit shared_rate(double capacity) : capacity_(capacity) {}

  // The thread at hand uses it for so many cycles at speed 1, and goes on when it has. share: of the
  // capacity, at that speed.
  void use(timeline& time, double cycles, double share = 1);

 private:
  struct user {
    unsigned thread;
    double end;  // of work_ at which it has what it wants
    double share;
  };

  double speed() const;
  void bring_up_to_date(std::uint64_t now);
  void wake_next(timeline& time);

  double capacity_;
  double shares_ = 0;  // of all users
  double work_ = 0;    // what each thread that was here all the time would have had
  std::uint64_t at_ = 0;
  std::vector<user> users_;
};

}  // namespace arcas::sim
