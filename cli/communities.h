// SPDX-License-Identifier: Apache-2.0
// The command communities, in one process and on ranks (kernels_once.h).
#pragma once

#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/communities.h>

#include <algorithm>
#include <string>
#include <vector>

namespace cli {

// The options of the kernel that the arguments stand for.
graph::communities_options options_of(const communities_arguments& given);

inline void describe_communities(kernel_report& report, const communities_arguments& given,
                                 const graph::communities_end& found, const value_counts& sizes,
                                 const std::vector<double>& leaving) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t c = 0; c < std::min<std::size_t>(sizes.size(), given.top); ++c)
    rows.push_back({grouped(c), grouped(sizes[c]), fmt::format("{:.4f}", leaving[c])});
  report.text = as_table({"community", "vertices", "conductance"}, rows);
  report.text += fmt::format("{}, {} {}\n", counted(found.count, "community", "communities"),
                             given.quality, decimals(found.quality, 6));
  report.parameters.push_back({"method", given.method});
  report.parameters.push_back({"quality", given.quality});
  report.parameters.push_back({"resolution", given.options.resolution});
  report.parameters.push_back({"seed", given.graph.seed});
  report.result = {{"count", found.count},
                   {"quality", found.quality},
                   {"iterations", found.iterations},
                   {"sizes", json_list(sizes)},
                   {"conductances", json_list(leaving)}};
}

template <class Run>
void find_communities(Run& run, const communities_arguments& given) {
  const graph::communities_options options = options_of(given);
  const auto found = run.timed("communities", [&](unsigned) {
    return run.on_undirected_graph([&](const auto& g) { return communities(g, options); });
  });
  const auto leaving = run.on_undirected_graph(
      [&](const auto& g) { return conductances(g, found.labels, found.count, options); });
  describe_communities(run.report, given, found, run.counts(found.labels, found.count), leaving);
  run.check_by([&](const process_run& whole) {
    const graph::partition_claim claim{
        .quality = found.quality,
        .cpm = options.quality == graph::community_quality::cpm,
        .resolution = options.resolution,
        .weighted = options.weighted,
        .connected = options.method == graph::community_method::leiden};
    const auto labels = run.all(found.labels);
    return whole.on_undirected_graph(
        [&](const auto& g) { return graph::fault_in_communities(g, labels, found.count, claim); });
  });
  run.write({run.column("community", column_kind::whole, found.labels)});
}

}  // namespace cli
