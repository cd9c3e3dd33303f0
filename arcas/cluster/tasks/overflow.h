// SPDX-License-Identifier: Apache-2.0
// What does the user see when a task needs more stack than it has? One sentence with the remedy,
// where there would be a bare "Segmentation fault". The disposition of a signal belongs to the
// process and the watched stacks to a thread, so that this is a
// state outside of a rank, as diagnosis/watchdog.h is.
#pragma once

#include <arcas/cluster/tasks/stack_pool.h>

#include <cstdint>
#include <memory>

namespace arcas::cluster::detail {

// While it lives, a write into a guard page of these stacks by this thread is explained. Watches
// nest.
class overflow_watch {
 public:
  overflow_watch(const stack_pool& stacks, std::uint32_t rank);
  ~overflow_watch();
  overflow_watch(const overflow_watch&) = delete;
  overflow_watch& operator=(const overflow_watch&) = delete;

  const stack_pool& stacks;
  const std::uint32_t rank;

 private:
  const overflow_watch* const outer_;
};

// Gives the calling thread the stack that the sentence is written on; the signal is caught from the
// first of these on. Ends with the thread's last.
class overflow_reporter {
 public:
  overflow_reporter();
  ~overflow_reporter();
  overflow_reporter(const overflow_reporter&) = delete;
  overflow_reporter& operator=(const overflow_reporter&) = delete;

 private:
  std::unique_ptr<char[]> stack_;
};

}  // namespace arcas::cluster::detail
