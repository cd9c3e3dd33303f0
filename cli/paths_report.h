// SPDX-License-Identifier: Apache-2.0
// Reports the paths of `arcas sssp --path-to`, in a single process and on ranks.
#pragma once

#include "kernel_report.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/kernels/shortest_paths.h>
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
    throw std::invalid_argument("--paths requires --path-to: say to which vertex");
}

// Collects the paths of --path-to as lines of text and as a JSON list.
class paths_report {
 public:
  paths_report(id_of_vertex id_of, kernel_report& report)
      : id_of_(std::move(id_of)), report_(report) {}
  ~paths_report() { report_.result.push_back({"paths", json_list(paths_)}); }
  paths_report(const paths_report&) = delete;
  paths_report& operator=(const paths_report&) = delete;

  // All to one end.
  template <class W>
  void add_all(arcas::graph::vertex end, const std::vector<arcas::graph::weighted_path<W>>& paths) {
    if (paths.empty()) none(end);
    for (const auto& path : paths) add(path.vertices, path.length);
  }
  void none(arcas::graph::vertex end) {
    const vertex_id id = id_of_(end);
    report_.text += fmt::format("{} cannot be reached\n", id.text);
    add(id, json::raw("null"), {});
  }
  void add(const std::vector<arcas::graph::vertex>& path, auto length) {
    std::vector<vertex_id> ids;
    for (const arcas::graph::vertex v : path) ids.push_back(id_of_(v));
    report_.text +=
        fmt::format("path to {}, distance {}: {}\n", ids.back().shown(), length, words_of(ids));
    add(ids.back(), length, ids);
  }

 private:
  void add(const vertex_id& to, json distance, const std::vector<vertex_id>& ids) {
    paths_.push_back(
        json_object({{"to", to}, {"distance", std::move(distance)}, {"path", json_list(ids)}}));
  }

  const id_of_vertex id_of_;
  kernel_report& report_;
  std::vector<json> paths_;
};

// What is wrong with the paths that were found, at most so many, from `source` to `end`.
template <class W>
std::string fault_in_paths(const auto& g, arcas::graph::vertex source, arcas::graph::vertex end,
                           std::size_t most,
                           const std::vector<arcas::graph::weighted_path<W>>& paths) {
  std::vector<std::vector<arcas::graph::vertex>> ways;
  std::vector<double> lengths;
  for (const auto& path : paths) {
    ways.push_back(path.vertices);
    lengths.push_back(static_cast<double>(path.length));
  }
  return arcas::graph::fault_in_shortest_simple_paths(
      g.vertex_count(), arcas::graph::edges_of_graph(g, true), source, end, most, ways, lengths);
}

}  // namespace cli
