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

// All after the line of the graph.
std::string pagerank_as_text(const pagerank_report& report);
std::string pagerank_as_json(const pagerank_report& report);

}  // namespace cli
