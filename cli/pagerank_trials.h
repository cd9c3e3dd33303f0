// SPDX-License-Identifier: Apache-2.0
// How long does PageRank take, alone or beside OpenMP?
#pragma once

#include "kernel_run.h"

#include <arcas/graph/kernels/pagerank.h>
#include <arcas/loops/statistics.h>

#include <optional>
#include <string>

namespace cli {

using pagerank_run = kernel_run<arcas::graph::directed_graph>;

struct openmp_measurement {
  arcas::graph::pagerank_result result;  // of the last trial
  trial_seconds seconds;
  std::string schedule;
  double difference = 0;  // sum over the vertices of |score - score under Arcas|
};

struct pagerank_measurement {
  arcas::graph::pagerank_result result;  // of the last trial, whose seconds are the run's
  arcas::loop_statistics shares;         // all passes of the last trial
  std::optional<openmp_measurement> openmp;
};

// Runs the trials of --trials. Throws std::runtime_error with a sentence where the scores of the
// two runtimes disagree.
pagerank_measurement measure_pagerank(pagerank_run& run,
                                      const arcas::graph::pagerank_options& options,
                                      bool beside_openmp);

}  // namespace cli
