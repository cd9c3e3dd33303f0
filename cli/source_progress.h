// SPDX-License-Identifier: Apache-2.0
// The progress of a kernel that makes a search from each source: how many searches are done, and
// how long the rest will take. done() ends the kernel if Ctrl-C has been pressed.
#pragma once

#include "figures.h"
#include "session.h"

#include <arcas/graph/errors.h>
#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <string>
#include <utility>

namespace cli {

class source_progress {
 public:
  source_progress(std::size_t sources, std::string prefix, session& s)
      : sources_(sources), prefix_(std::move(prefix)), session_(s) {}

 protected:
  // Called by any thread when `more` further sources are done.
  void done(std::size_t more) {
    // relaxed: a count, which publishes no other data.
    const std::size_t done = done_.fetch_add(more, std::memory_order_relaxed) + more;
    const double took = time_.seconds();
    const double rest = took / static_cast<double>(done) * static_cast<double>(sources_ - done);
    session_.shown.reached(prefix_ + bar(done) +
                           fmt::format(" {} of {} sources, {:.1f}/s, {} left", grouped(done),
                                       grouped(sources_), static_cast<double>(done) / took,
                                       duration(rest)));
    if (session_.stop.stop_requested()) throw arcas::graph::interrupted();
  }

 private:
  std::string bar(std::size_t done) const {
    constexpr std::size_t width = 20;
    const std::size_t filled = done * width / sources_;
    return '[' + std::string(filled, '#') + std::string(width - filled, '.') + ']';
  }

  std::size_t sources_;
  std::string prefix_;
  session& session_;
  stopwatch time_;
  std::atomic<std::size_t> done_{0};
};

}  // namespace cli
