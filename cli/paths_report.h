// SPDX-License-Identifier: Apache-2.0
// Reports of `arcas sssp`, in a single process and on ranks.
#pragma once

#include "kernel_checks.h"
#include "kernel_run.h"

#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cli {

// Throws std::invalid_argument for --paths without --path-to.
inline void require_ends(std::size_t paths, const std::vector<std::string>& ends) {
  if (paths != 1 && ends.empty())
    throw std::invalid_argument("--paths requires --path-to, the vertex at the end of the paths");
}

// The paths to the ends of --path-to as lines of text and as a JSON list.
template <class W>
void describe_paths(kernel_run& run, const std::vector<vertex>& ends, const found_paths<W>& paths) {
  std::vector<json> shown;
  const auto add = [&](const vertex_id& to, json distance, const std::vector<vertex_id>& path) {
    shown.push_back(
        json_object({{"to", to}, {"distance", std::move(distance)}, {"path", json_list(path)}}));
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const vertex_id to = run.ids()(ends[i]);
    if (paths[i].empty()) {
      run.report.text += fmt::format("{} cannot be reached\n", to.text);
      add(to, json::raw("null"), {});
    }
    for (const auto& path : paths[i]) {
      const std::vector<vertex_id> ids = run.ids_of(path.vertices);
      run.report.text +=
          fmt::format("path to {}, distance {}: {}\n", to.shown(), path.length, words_of(ids));
      add(to, path.length, ids);
    }
  }
  run.report.result.push_back({"paths", json_list(shown)});
}

template <class W>
void describe_sssp(kernel_run& run, vertex source,
                   const distance_summary<arcas::graph::distance<W>>& facts, double delta,
                   const std::vector<vertex>& ends, const found_paths<W>& paths) {
  describe_distances(run.report, run.ids()(source), facts, delta, run.origin.random_weights,
                     run.ids());
  if (!run.origin.weighted && !run.origin.random_weights) {
    run.report.text +=
        "the graph has no weights: each edge counts as 1; --random-weights draws weights\n";
  }
  describe_paths(run, ends, paths);
}

}  // namespace cli
