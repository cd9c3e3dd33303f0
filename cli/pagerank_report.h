// SPDX-License-Identifier: Apache-2.0
// How is a PageRank run shown to people and to programs?
#pragma once

#include "graph_input.h"
#include "pagerank_trials.h"

#include <string>

namespace cli {

struct pagerank_report {
  const graph_input& input;
  const pagerank_request& ask;
  const pagerank_measurement& found;
  std::size_t top = 10;  // vertices shown, those of the highest scores
};

// The same for programs, however it was found: by this process or by ranks (cluster/kernels.cpp).
struct pagerank_figures {
  const graph_origin& origin;
  std::uint64_t vertices;
  std::uint64_t edges;
  std::uint64_t workers;
  double damping;
  double tolerance;
  const trial_seconds& seconds;
  unsigned iterations;
  double residual;
  std::string highest;        // vertices with their scores, JSON as below
  std::string shares = "[]";  // what each worker has done
  std::string openmp = "";    // empty: was not run
  bool checked = false;       // and found right
};
std::string as_json(const pagerank_figures& figures);

// All after the line of the graph.
std::string pagerank_as_text(const pagerank_report& report);
std::string pagerank_as_json(const pagerank_report& report);

}  // namespace cli
