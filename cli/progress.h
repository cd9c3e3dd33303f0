// SPDX-License-Identifier: Apache-2.0
// What is the program doing, how far is it, and since when? Shown on a terminal while it lasts, and
// told when the program is interrupted.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace cli {

// Runs from its construction on.
class stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Shows one line on stderr that is painted over and over, from half a second of work on; nothing
// where stderr is not a terminal. Any thread may call.
class progress {
 public:
  // A stretch of work begins: "reading FILE". Ends the one before. The first makes the thread that
  // paints.
  void begin(std::string what);
  // How far it is: "iteration 12, residual 3.1e-04".
  void reached(std::string how_far);
  // The work is over.
  void end();
  // Clears the line and paints no more. Returns what was going on, how far it was, and for how
  // long; empty where no work was.
  std::string close();

 private:
  void paint_until(const std::stop_token& ended);
  void paint();
  void clear();

  std::mutex lock_;  // for all below
  std::condition_variable_any changed_;
  std::string what_;
  std::string how_far_;
  stopwatch since_began_;
  bool painted_ = false;
  bool closed_ = false;
  std::jthread painter_;  // none where stderr is not a terminal; last, so that it ends first
};

}  // namespace cli
