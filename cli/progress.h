// SPDX-License-Identifier: Apache-2.0
// Which step does the program execute, how far has it come, and how long has it taken? Shown on a
// terminal during the step, and printed if the program is interrupted.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace cli {

// Measures the time since its construction.
class stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Shows one line on stderr that is repainted while a step lasts, if it lasts half a second or more.
// Shows nothing if stderr is not a terminal. Any thread may call the functions.
class progress {
 public:
  // Begins a step, such as "reading FILE", and ends the step before it. The first call starts the
  // painting thread.
  void begin(std::string what);
  // Sets the progress of the step, such as "iteration 12, residual 3.1e-04".
  void reached(std::string how_far);
  // Ends the step.
  void end();
  // Clears the line and stops painting. Returns the step, its progress and its time so far; an
  // empty text if there is no step.
  std::string close();

 private:
  void paint_until(const std::stop_token& ended);
  void paint();
  void clear();

  std::mutex lock_;  // guards the members below
  std::condition_variable_any changed_;
  std::string what_;
  std::string how_far_;
  stopwatch since_began_;
  bool painted_ = false;
  bool closed_ = false;
  std::jthread
      painter_;  // none if stderr is not a terminal; the last member, so that it ends first
};

}  // namespace cli
