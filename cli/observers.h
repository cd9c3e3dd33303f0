// SPDX-License-Identifier: Apache-2.0
// How far has a kernel come? Observers of kernels update the progress line, and end a run that
// Ctrl-C has asked to stop. On ranks no stop is requested, since session.stop is empty there.
#pragma once

#include "figures.h"
#include "session.h"

#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/kernels/pagerank.h>
#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace cli {

// `prefix` precedes what is shown.
class run_observer {
 public:
  run_observer(std::string prefix, session& s) : prefix_(std::move(prefix)), session_(s) {}

 protected:
  void show(const std::string& reached) {
    session_.shown.reached(prefix_ + reached);
    if (session_.stop.stop_requested()) throw graph::interrupted();
  }

 private:
  const std::string prefix_;
  session& session_;
};

class watched_passes final : public graph::iteration_observer, run_observer {
 public:
  watched_passes(std::uint64_t edges, std::string prefix, session& s)
      : run_observer(std::move(prefix), s), edges_(static_cast<double>(edges)) {}
  void iteration_done(unsigned iterations, double residual) override {
    const double seconds = std::exchange(since_last_, {}).seconds();
    show(fmt::format("iteration {}, residual {:.1e}, {} edges/s", iterations, residual,
                     magnitude(edges_ / seconds)));
  }

 private:
  double edges_;
  stopwatch since_last_;
};

// Searches from sources: how many are done, and how long the rest will take.
class source_observer : run_observer {
 public:
  source_observer(std::size_t sources, std::string prefix, session& s)
      : run_observer(std::move(prefix), s), sources_(sources) {}

 protected:
  // Called by any thread when `more` further sources are done.
  void done(std::size_t more) {
    constexpr std::size_t width = 20;  // of the bar
    // relaxed: a count, which publishes no other data.
    const std::size_t done = done_.fetch_add(more, std::memory_order_relaxed) + more;
    const std::size_t filled = done * width / sources_;
    const double took = time_.seconds();
    const double rest = took / static_cast<double>(done) * static_cast<double>(sources_ - done);
    show(fmt::format("[{}{}] {} of {} sources, {:.1f}/s, {} left", std::string(filled, '#'),
                     std::string(width - filled, '.'), grouped(done), grouped(sources_),
                     static_cast<double>(done) / took, duration(rest)));
  }

 private:
  std::size_t sources_;
  stopwatch time_;
  std::atomic<std::size_t> done_{0};
};

class watched_sources final : public graph::betweenness_observer, source_observer {
 public:
  using source_observer::source_observer;
  void source_done() override { done(1); }
};
class watched_searches final : public graph::distances_observer, source_observer {
 public:
  using source_observer::source_observer;
  void searched(std::size_t vertices) override { done(vertices); }
};

class watched_samples final : public graph::sampling_observer, run_observer {
 public:
  using run_observer::run_observer;
  void sampled(std::uint64_t samples, std::uint64_t most) override {
    show(fmt::format("{} samples, at most {}", grouped(samples), grouped(most)));
  }
};

class watched_bounds final : public graph::diameter_observer, run_observer {
 public:
  using run_observer::run_observer;
  void searched(std::size_t searches, std::size_t open, std::uint32_t diameter) override {
    show(fmt::format("{}, {} undecided, diameter at least {}",
                     counted(searches, "search", "searches"), counted(open, "vertex", "vertices"),
                     diameter));
  }
};

}  // namespace cli
