// SPDX-License-Identifier: Apache-2.0
// What does Ctrl-C do? It asks the work to stop, and ends the program if the work does not. Other signals end it at once,
// and leave no unfinished output.
//
// SIGINT is blocked in every thread and taken by one that waits for it (sigwait), so that no system
// call and no worker is disturbed. That thread requests a stop. Reading and building graphs see the
// request at their next chunk, kernels between two passes: a timed loop carries no stop token, since
// a look at it at every claim would be measured too. The work then unwinds by an exception. If it
// has not done so in time (one pass over a huge graph may last a minute), the waiting thread ends
// the program itself. Either way one sentence says what was done, and the exit code is 130.
#pragma once

#include "progress.h"

#include <atomic>
#include <stop_token>
#include <thread>

namespace cli {

class interruption {
 public:
  // Made in main before any thread (progress makes its own when first used): these inherit that
  // SIGINT is blocked. A program that was started with SIGINT ignored (in the background of a
  // script) goes on ignoring it.
  explicit interruption(progress& shown);
  ~interruption();
  interruption(const interruption&) = delete;
  interruption& operator=(const interruption&) = delete;

  std::stop_token token() const { return asked_.get_token(); }
  // For the main thread: says what was done, and returns the exit code. Does not return where the
  // waiting thread is saying it, and ending the program.
  int tell();

 private:
  void wait_for_signal();
  void speak();

  progress& shown_;
  std::stop_source asked_;
  std::atomic<bool> told_{false};   // the thread that sets it, main or waiting, speaks
  std::atomic<bool> ended_{false};  // set by the main thread: the next signal is its own
  std::jthread waiting_;
};

}  // namespace cli
