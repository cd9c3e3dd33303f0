// SPDX-License-Identifier: Apache-2.0
// How do all ranks write the whole result of a kernel to one file
// (arcas/cluster_files/file_pieces.h)? Each rank takes pieces of the rows, asks the homes of the
// vertices for their values and names, and formats and compresses the pieces.
#pragma once

#include "../result_table.h"

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cli::ranks {

namespace cluster = arcas::cluster;
namespace spread = arcas::cluster_graph;
using spread::distributed_graph;
using spread::vertex_values;

// Stands for a missing whole number or vertex.
inline constexpr std::int64_t no_value = std::numeric_limits<std::int64_t>::min();

// A column of a result. The name must live as long as the program.
struct ranks_column {
  using any_values = std::variant<vertex_values<std::uint8_t>, vertex_values<std::uint32_t>,
                                  vertex_values<std::uint64_t>, vertex_values<std::int64_t>,
                                  vertex_values<double>>;
  std::string_view name;
  column_kind kind;  // id: values are numbers of vertices; real: infinite values are missing
  any_values values;
  std::int64_t missing = no_value;  // the whole number that stands for a missing value
};

// The whole table on the calling rank, in the form of a single process: the name of the vertex,
// then the columns.
std::vector<table_column> gathered_table(const distributed_graph& g,
                                         const std::vector<ranks_column>& columns);

// A column of `rows` cells, each with the name of a vertex. slice(first, last) returns the vertices
// of these rows; no_vertex stands for an empty cell. The column asks for slices and names of many
// rows at a time. A task must read the cells, in ascending order of the rows.
table_column id_column_by_slices(
    std::string_view name, const distributed_graph& g, std::uint64_t rows,
    const std::function<std::vector<arcas::graph::vertex>(std::uint64_t, std::uint64_t)>& slice);

// Whether all ranks can write a file of that name. They can write neither standard output, pipes
// and devices, nor columnar files.
bool is_for_all_ranks(const std::string& path);

// Called by one task. Writes a row for each vertex: its name, then the columns. Throws
// graph::output_error.
void write_on_ranks(const std::string& path, const distributed_graph& g,
                    const std::vector<ranks_column>& columns);

}  // namespace cli::ranks
