// SPDX-License-Identifier: Apache-2.0
// The whole result of a kernel in a file that all ranks write (arcas/cluster_files/write_pieces.h): each takes pieces of the
// rows, asks the homes of vertices for their values and names, and formats and packs them.
#pragma once

#include "../result_table.h"

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cli::ranks {

// No value: no whole number, and no vertex.
inline constexpr std::int64_t no_value = std::numeric_limits<std::int64_t>::min();

// The name lives as long as the program.
struct ranks_column {
  using any_values = std::variant<arcas::cluster_graph::vertex_values<std::uint32_t>,
                                  arcas::cluster_graph::vertex_values<std::uint64_t>,
                                  arcas::cluster_graph::vertex_values<std::int64_t>,
                                  arcas::cluster_graph::vertex_values<double>>;
  std::string_view name;
  column_kind kind;  // id: values are the numbers of vertices; real: an infinite one is none
  any_values values;
  std::int64_t missing = no_value;  // what stands for none among whole numbers
};

// As a single process has it, on the calling rank: the vertex's name, then the columns.
std::vector<table_column> gathered_table(const arcas::cluster_graph::distributed_graph& g,
                                         const std::vector<ranks_column>& columns);

// Whether all ranks can write a file of that name: not standard output, and no columnar file.
bool is_for_all_ranks(const std::string& path);

// By one task. A row for each vertex: its name, then the columns. Throws graph::output_error.
void write_on_ranks(const std::string& path, const arcas::cluster_graph::distributed_graph& g,
                    const std::vector<ranks_column>& columns);

}  // namespace cli::ranks
