// SPDX-License-Identifier: Apache-2.0
// Which thread runs on which processor? Workers are pinned. A calling thread belongs to the user
// and is not pinned. If it runs where a worker is pinned, it may stay there although other
// processors are idle. So the worker makes room: until the caller has moved away, the worker runs
// on the processor reserved for the caller. That worker returns to its own processor before another
// worker moves. Otherwise workers would exchange processors, and might be on other NUMA nodes than
// their loops assume.
#pragma once

#include <pthread.h>

#include <span>
#include <vector>

namespace arcas::inline v0::detail {

// Pins a thread to a processor (the operating system's number). Returns 0 or errno.
int pin_to(pthread_t thread, unsigned processor);
// Restricts a thread to these processors, of which there is at least one. Returns 0 or errno.
int pin_to(pthread_t thread, std::span<const unsigned> processors);

// Used by one thread at a time: the thread that leads from the root.
class pinning {
 public:
  // callers: the processor that is reserved for the caller.
  explicit pinning(unsigned callers) : callers_(static_cast<int>(callers)), vacant_(callers_) {}

  // Pins a thread and records it as the processor's owner. Returns 0 or errno.
  int pin(pthread_t thread, unsigned processor);
  // Called by a thread that is about to lead: afterwards no worker is pinned where this thread
  // runs. Reads the number of the processor, in a few nanoseconds. Makes at most two system calls,
  // and only if the thread has moved to another processor.
  void make_room();

 private:
  struct owner {
    pthread_t thread{};
    bool is_pinned = false;
  };
  bool is_pinned_to(int processor) const;

  std::vector<owner> owners_;  // by processor
  int callers_;
  int vacant_;  // processor whose worker runs on callers_; callers_ if there is no such worker
};

}  // namespace arcas::inline v0::detail
