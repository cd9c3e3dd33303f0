// SPDX-License-Identifier: Apache-2.0
// The whole result of a kernel in a file that all ranks write (arcas/cluster_files/write_pieces.h): each takes pieces of the
// rows, asks rank 0 for their values and the homes of vertices for their names, and formats and packs them.
#pragma once

#include "../result_table.h"

#include <arcas/cluster_graph/distributed_graph.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace cli::ranks {

// In place of a whole number, or of a vertex; NaN is that of a real one.
inline constexpr std::int64_t no_value = std::numeric_limits<std::int64_t>::min();

// A column whose values rank 0 has.
struct ranks_column {
  std::string_view name;
  column_kind kind;                                // id: the numbers of vertices
  std::function<std::int64_t(std::size_t)> whole;  // of a row
  std::function<double(std::size_t)> real = {};    // where the kind is real
};

template <class Of>
ranks_column real_column(std::string_view name, const Of& of) {
  return {name, column_kind::real, {}, of};
}

// As a single process has it, on rank 0.
table_column on_first_rank(const ranks_column& column,
                           const std::function<table_cell(arcas::graph::vertex)>& id);

// Whether all ranks can write a file of that name: not standard output, and no columnar file.
bool is_for_all_ranks(const std::string& path);

// By one task of rank 0. A row for each vertex: its name, then the columns. Throws graph::output_error. `widths`: of text in
// each column, the vertex's first, for .npy.
void write_on_ranks(const std::string& path, const arcas::cluster_graph::distributed_graph& g,
                    const std::vector<ranks_column>& columns,
                    const std::vector<std::size_t>& widths);

}  // namespace cli::ranks
