// SPDX-License-Identifier: Apache-2.0
// How is a graph described to people and to programs?
#pragma once

#include "graph_input.h"

#include <arcas/graph/graph_file.h>
#include <arcas/graph/summary.h>

#include <cstdint>
#include <string>

namespace cli {

struct info_report {
  graph_origin origin;
  arcas::graph::graph_facts facts;  // as the graph is, after --undirected
  bool from_file = true;
  arcas::graph::graph_summary summary;
  std::uint64_t least_id = 0;  // as the file has them
  std::uint64_t greatest_id = 0;
};

std::string info_as_text(const info_report& report);
std::string info_as_json(const info_report& report);

}  // namespace cli
