// SPDX-License-Identifier: Apache-2.0
// How long does a kernel take, over several runs?
#pragma once

#include "session.h"
#include "stopwatch.h"

#include <arcas/graph/whole_loop.h>
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace cli {

struct trial_seconds {
  std::vector<double> all;  // by trial

  double median() const;
  // "31.2 ms (median of 3 trials)".
  std::string text() const;
};

// Runs run(trial) as often as said, with `what` as progress, and returns what the last run
// returned. A timed run carries no stop token, which would be looked at before every chunk; so a
// stop is seen between two runs, or by an observer, or it ends the program (interruption.h).
template <class Run>
auto timed_trials(const std::string& what, unsigned trials, session& s, trial_seconds& seconds,
                  const Run& run) {
  s.shown.begin(what);
  for (unsigned trial = 1;; ++trial) {
    if (trials > 1) s.shown.reached(fmt::format("trial {} of {}", trial, trials));
    const stopwatch time;
    auto result = run(trial);
    seconds.all.push_back(time.seconds());
    if (s.stop.stop_requested()) throw arcas::graph::interrupted();
    if (trial == trials) {
      s.shown.end();
      return result;
    }
  }
}

}  // namespace cli
