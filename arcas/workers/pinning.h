// SPDX-License-Identifier: Apache-2.0
// Which thread belongs on which processor. Workers are pinned; a thread that calls is the user's
// and is not: it may be running where a worker is pinned, and would never get away from it while
// other processors idle. So the worker makes room: it moves to the processor that is the caller's
// while that runs elsewhere. It comes back before another one moves: workers that took the places of
// each other would be on other NUMA nodes than their loops take them to be on.
#pragma once

#include <pthread.h>

#include <span>
#include <vector>

namespace arcas::inline v0::detail {

// Pins a thread to a processor (the operating system's number); 0, or the error number.
int pin_to(pthread_t thread, unsigned processor);
// Keeps it to any of those processors, of which there is at least one; likewise.
int pin_to(pthread_t thread, std::span<const unsigned> processors);

// Used by one thread at a time: the one that leads from the root.
class pinning {
 public:
  // The processor that belongs to the caller.
  explicit pinning(unsigned callers) : callers_(static_cast<int>(callers)), vacant_(callers_) {}

  // Pins, and remembers whose the processor is. 0, or the error number.
  int pin(pthread_t thread, unsigned processor);
  // The calling thread is about to lead: no worker is to be pinned where it runs. Cost: a look at
  // the number of the processor, some nanoseconds; two system calls when the caller has moved onto
  // a worker.
  void make_room();

 private:
  struct owner {
    pthread_t thread{};
    bool is_pinned = false;
  };
  bool is_pinned_to(int processor) const;

  std::vector<owner> owners_;  // by processor
  int callers_;
  int vacant_;  // its owner is on the caller's; that itself: all are where they belong
};

}  // namespace arcas::inline v0::detail
