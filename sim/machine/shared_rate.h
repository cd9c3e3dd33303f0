// SPDX-License-Identifier: Apache-2.0
// A resource that several threads use at the same time with equal speed: the issue slots of a core,
// the memory of a node. A single thread has speed 1; if the threads' shares exceed the capacity,
// all are slowed equally.
#pragma once

#include <sim/machine/timeline.h>

#include <cstdint>
#include <vector>

namespace arcas::sim {

class shared_rate {
 public:
  explicit shared_rate(double capacity) : capacity_(capacity) {}

  // The current thread continues when it has used the resource as much as in `cycles` cycles at
  // speed 1. share: the part of the capacity that it needs at speed 1.
  void use(timeline& time, double cycles, double share = 1);

 private:
  struct user {
    unsigned thread;
    double end;  // value of work_ at which it has finished
    double share;
  };

  double speed() const;
  void bring_up_to_date(std::uint64_t now);
  void wake_next(timeline& time);

  double capacity_;
  double shares_ = 0;  // of all users
  double work_ = 0;    // cycles at speed 1 that a user from the start would have done
  std::uint64_t at_ = 0;
  std::vector<user> users_;
};

}  // namespace arcas::sim
