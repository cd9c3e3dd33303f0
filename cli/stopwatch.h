// SPDX-License-Identifier: Apache-2.0
// How long does something take?
#pragma once

#include <chrono>

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

}  // namespace cli
