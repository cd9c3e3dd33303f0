// SPDX-License-Identifier: Apache-2.0
// Is the result of a kernel right, in one process and on ranks? The header has the checks that need
// more than one call of arcas/graph/check.
#pragma once

#include "commands_of_ranks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/sssp.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cli {

// Checks the labels of components. With a threshold, they are those of the graph that has only the
// edges whose weight is at least the threshold.
std::string fault_in_labels(const process_run& whole, const std::optional<double>& threshold,
                            bool strong, std::span<const graph::vertex> labels);

graph::pagerank_verdict verdict_on_pagerank(const process_run& whole,
                                            std::span<const double> scores, double damping,
                                            double tolerance, std::span<const double> jumps);

std::string fault_in_betweenness_of(const process_run& whole,
                                    std::span<const graph::vertex> sources,
                                    const bc_arguments& given, std::span<const double> scores);

// Paths to each of several vertices; no paths to a vertex that cannot be reached.
template <class W>
using found_paths = std::vector<std::vector<graph::weighted_path<W>>>;

// The paths from `source` to `end`, of which `most` were asked for.
template <class W>
std::string fault_in_paths(const auto& g, graph::vertex source, graph::vertex end, std::size_t most,
                           const std::vector<graph::weighted_path<W>>& paths) {
  std::vector<std::vector<graph::vertex>> ways;
  std::vector<double> lengths;
  for (const auto& path : paths) {
    ways.push_back(path.vertices);
    lengths.push_back(static_cast<double>(path.length));
  }
  return graph::fault_in_shortest_simple_paths(g.vertex_count(), graph::edges_of_graph(g, true),
                                               source, end, most, ways, lengths);
}

// Checks the distances and the paths; parents are checked if the span is not empty.
template <class W>
std::string fault_in_sssp(const auto& g, graph::vertex source,
                          std::span<const graph::distance<W>> distances,
                          std::span<const graph::vertex> parents,
                          const std::vector<graph::vertex>& ends, std::size_t most,
                          const found_paths<W>& paths) {
  std::string fault = fault_in_distances(g, source, distances);
  if (fault.empty() && !parents.empty())
    fault = fault_in_shortest_paths(g, source, distances, parents);
  for (std::size_t i = 0; i < ends.size() && fault.empty(); ++i)
    fault = fault_in_paths(g, source, ends[i], most, paths[i]);
  return fault;
}

}  // namespace cli
