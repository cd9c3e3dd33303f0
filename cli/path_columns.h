// SPDX-License-Identifier: Apache-2.0
// The columns of --output for searches and shortest paths.
#pragma once

#include "kernel_report.h"
#include "result_table.h"

#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/sssp.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace cli {

// `parent`, then `level`; both are empty for a vertex that is not reached. The spans must outlive
// the columns.
inline std::vector<table_column> level_columns(std::span<const arcas::graph::vertex> parents,
                                               std::span<const std::uint32_t> levels,
                                               const id_of_vertex& id) {
  const auto reached = [levels](std::size_t v) { return levels[v] != arcas::graph::unreached; };
  return {{"parent", column_kind::id,
           [=](std::size_t v) { return reached(v) ? id(parents[v]) : table_cell(); }},
          {"level", column_kind::whole,
           [=](std::size_t v) { return reached(v) ? table_cell(levels[v]) : table_cell(); }}};
}

// `distance`, then `parent` unless parents are empty. The spans must outlive the columns.
template <class D>
std::vector<table_column> distance_columns(std::span<const D> distances,
                                           std::span<const arcas::graph::vertex> parents,
                                           const id_of_vertex& id) {
  constexpr column_kind kind = std::is_integral_v<D> ? column_kind::whole : column_kind::real;
  std::vector<table_column> columns = {{"distance", kind, [=](std::size_t v) {
                                          return distances[v] == arcas::graph::infinitely_far<D>
                                                     ? table_cell()
                                                     : table_cell(distances[v]);
                                        }}};
  if (parents.empty()) return columns;
  columns.push_back({"parent", column_kind::id, [=](std::size_t v) {
                       return parents[v] == arcas::graph::no_vertex ? table_cell()
                                                                    : table_cell(id(parents[v]));
                     }});
  return columns;
}

}  // namespace cli
