// SPDX-License-Identifier: Apache-2.0
// What is the program doing, and how far is it? Shown on a terminal while it lasts, and told when
// the program is interrupted.
#pragma once

#include "stopwatch.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace cli {

// Shows one line on stderr that is painted over and over, from half a second of work on; nothing
// where stderr is no terminal. Any thread may call.
class progress {
 public:
  // A stretch of work begins: "reading FILE". Ends the one before. The first makes the thread that
  // paints.
  void begin(std::string what);
  // How far it is: "iteration 12, residual 3.1e-04".
  void reached(std::string how_far);
  // Nothing is going on that anyone waits for.
  void end();
  // Clears the line and paints no more: what was going on, how far it was, and for how long. Empty
  // where nothing was.
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
  std::jthread painter_;  // none where stderr is no terminal; last, so that it ends first
};

}  // namespace cli
