// SPDX-License-Identifier: Apache-2.0
// What does Ctrl-C do? It asks the work to stop, and ends the program if the work does not stop.
// Other signals end the program at once, and leave no unfinished output.
//
// SIGINT is blocked in each thread and taken by one thread that waits for it (sigwait), so that no
// system call and no worker is disturbed. That thread requests a stop. Reading and building a graph
// check the request at the next chunk, kernels between two passes: a timed loop has no stop token,
// since the checks at each claim would be measured too. The work then unwinds by an exception. If
// it has not done so in time (one pass over a huge graph may last a minute), the waiting thread
// ends the program itself. In both cases one sentence names the interrupted step, and the exit code
// is 130.
#pragma once

#include "progress.h"

#include <atomic>
#include <stop_token>
#include <thread>

namespace cli {

class interruption {
 public:
  // Constructed before any other thread starts (progress starts its thread at its first use), since
  // threads inherit the blocked SIGINT. A program that was started with SIGINT ignored (in the
  // background of a script) continues to ignore it.
  explicit interruption(progress& shown);
  ~interruption();
  interruption(const interruption&) = delete;
  interruption& operator=(const interruption&) = delete;

  std::stop_token token() const { return asked_.get_token(); }
  // Called by the main thread: prints the sentence and returns the exit code. Does not return if
  // the waiting thread prints it, since that thread ends the program.
  int tell();

 private:
  void wait_for_signal();
  void speak();

  progress& shown_;
  std::stop_source asked_;
  std::atomic<bool> told_{false};   // the thread that sets it, main or waiting, prints the sentence
  std::atomic<bool> ended_{false};  // set by the destructor: the next signal comes from it
  std::jthread waiting_;
};

}  // namespace cli
