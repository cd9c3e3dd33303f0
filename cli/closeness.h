// SPDX-License-Identifier: Apache-2.0
// The command closeness, in one process and on ranks (kernels_once.h).
#pragma once

#include "argument_values.h"
#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_run.h"
#include "observers.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/distances.h>

#include <algorithm>
#include <string>
#include <vector>

namespace cli {

// The measures of each chosen vertex.
struct centralities {
  std::vector<double> closeness, harmonic;
  std::vector<double> eccentricities;
};

// A distance as text. A whole number, such as a number of steps, has no fraction.
inline std::string measured(double distance) {
  return fmt::format("{:.6g}", distance);
}

inline void describe_centralities(kernel_run& run, const closeness_arguments& given,
                                  const std::vector<vertex>& vertices, const centralities& found) {
  const id_of_vertex id = run.ids();
  const std::vector<double>& by = given.harmonic ? found.harmonic : found.closeness;
  std::vector<std::vector<std::string>> rows;
  std::vector<json> shown;
  for (const vertex i : highest(vertices.size(), given.top, [&](vertex k) { return by[k]; })) {
    const vertex_id name = id(vertices[i]);
    rows.push_back({grouped(rows.size() + 1), name.shown(), decimals(found.closeness[i], 6),
                    decimals(found.harmonic[i], 6), measured(found.eccentricities[i])});
    shown.push_back(json_object({{"vertex", name},
                                 {"closeness", found.closeness[i]},
                                 {"harmonic", found.harmonic[i]},
                                 {"eccentricity", found.eccentricities[i]}}));
  }
  const auto farthest = std::ranges::max_element(found.eccentricities);
  const double diameter = farthest == found.eccentricities.end() ? 0 : *farthest;
  run.report.text = as_table({"rank", "vertex", "closeness", "harmonic", "eccentricity"}, rows);
  run.report.text +=
      fmt::format("{}; greatest distance {}\n", counted(vertices.size(), "vertex", "vertices"),
                  measured(diameter));
  run.report.passes = vertices.size();
  run.report.parameters = {{"source_count", vertices.size()}, {"harmonic", given.harmonic}};
  run.tell_named("sources", "--source", given.sources);
  run.report.result = {{"greatest_distance", diameter}, {"scores", json_list(shown)}};
}

template <class Run>
void rank_by_closeness(Run& run, const closeness_arguments& given) {
  const std::size_t n = run.graph.vertex_count();
  const std::vector<vertex> vertices = run.vertices_of(given.sample, given.sources);
  const auto facts = run.timed("closeness", [&](unsigned trial) {
    watched_searches watch(vertices.size(), run.trial_text(trial, " "), run.current);
    const graph::distances_options how{.weighted = given.weighted, .observer = &watch};
    return run.on_graph([&](const auto& g) { return distances_to(g, vertices, how); });
  });
  centralities found;
  for (const graph::distance_facts& f : facts) {
    found.closeness.push_back(f.closeness(n));
    found.harmonic.push_back(f.inverse_sum);
    found.eccentricities.push_back(f.farthest);
  }
  describe_centralities(run, given, vertices, found);
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_closeness(n, whole.edges(), vertices, found.closeness, found.harmonic,
                                     found.eccentricities);
  });
  run.write_rows(
      vertices.size(),
      {run.id_column("vertex", vertices.size(), [&](std::size_t i) { return vertices[i]; }),
       {"closeness", column_kind::real, [&](std::size_t i) { return found.closeness[i]; }},
       {"harmonic", column_kind::real, [&](std::size_t i) { return found.harmonic[i]; }},
       {"eccentricity", given.weighted ? column_kind::real : column_kind::whole,
        [&](std::size_t i) { return found.eccentricities[i]; }},
       {"reached_from", column_kind::whole, [&](std::size_t i) { return facts[i].reached; }}},
      "vertices");
}

}  // namespace cli
