// SPDX-License-Identifier: Apache-2.0
// How long does PageRank take, alone or beside OpenMP?
#pragma once

#include "session.h"
#include "trials.h"

#include <arcas/graph/check/pagerank_check.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/loops/statistics.h>

#include <optional>
#include <string>
#include <vector>

namespace cli {

struct pagerank_request {
  double damping = 0.85;
  double tolerance = 1e-6;
  unsigned max_iterations = 100;
  arcas::graph::pagerank_order order = arcas::graph::pagerank_order::in_place;
  std::vector<double> personalization = {};  // a weight for each vertex, or none
  unsigned trials = 1;
  bool beside_openmp = false;
  bool check = false;
  bool locality = false;
};

struct pagerank_times {
  arcas::graph::pagerank_result result;  // of the last trial
  trial_seconds seconds;

  double per_iteration() const { return seconds.median() / result.iterations; }
};

struct openmp_times : pagerank_times {
  std::string schedule;
  double difference = 0;  // sum over the vertices of |score - score under Arcas|
};

struct pagerank_measurement {
  pagerank_times arcas;
  arcas::loop_statistics shares;  // all passes of the last trial
  std::optional<openmp_times> openmp;
  std::optional<arcas::graph::pagerank_verdict> verdict;
};

// Throws std::runtime_error with a sentence where scores disagree or a check fails.
pagerank_measurement measure_pagerank(const arcas::graph::directed_graph& g,
                                      const pagerank_request& ask, session& s);

}  // namespace cli
