// SPDX-License-Identifier: Apache-2.0
// How far is a kernel that repeats passes over the graph until its scores converge?
#pragma once

#include "figures.h"
#include "session.h"

#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/pagerank.h>
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

namespace cli {

// Updates the progress line after each pass, and ends a run that Ctrl-C has asked to stop.
class watched_passes final : public arcas::graph::iteration_observer {
 public:
  watched_passes(std::uint64_t edges, std::string prefix, session& s)
      : edges_(static_cast<double>(edges)), prefix_(std::move(prefix)), session_(s) {}

  void iteration_done(unsigned iterations, double residual) override {
    session_.shown.reached(fmt::format("{}iteration {}, residual {:.1e}, {} edges/s", prefix_,
                                       iterations, residual,
                                       magnitude(edges_ / since_last_.seconds())));
    since_last_ = {};
    if (session_.stop.stop_requested()) throw arcas::graph::interrupted();
  }

 private:
  double edges_;
  std::string prefix_;
  session& session_;
  stopwatch since_last_;
};

}  // namespace cli
