// SPDX-License-Identifier: Apache-2.0
// Which thread belongs on which processor. Workers are pinned; a thread that calls is the user's
// and is not: it may be running where a worker is pinned, and would never get away from it while
// other processors idle. So the worker makes room: it moves to the processor that the caller left
// free.
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
  // The processor that belongs to the caller as long as it runs elsewhere.
  explicit pinning(unsigned vacant) : vacant_(static_cast<int>(vacant)) {}

  // Pins, and remembers where each thread is. 0, or the error number.
  int pin(pthread_t thread, unsigned processor);
  // The calling thread is about to lead: no worker is to be pinned where it runs. Cost: a look at
  // the number of the processor, some nanoseconds; a system call when the caller has moved onto a
  // worker.
  void make_room();

 private:
  struct pinned {
    pthread_t thread{};
    bool here = false;
  };
  std::vector<pinned> at_;  // by processor
  int vacant_;
};

}  // namespace arcas::inline v0::detail
