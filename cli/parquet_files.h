// SPDX-License-Identifier: Apache-2.0
// Parquet and Arrow files. Implemented by parquet_files.cpp with ARCAS_PARQUET, and otherwise by
// without_parquet.cpp, which reports an error.
#pragma once

#include "result_table.h"

#include <arcas/graph/csr.h>
#include <arcas/graph/files/formats.h>
#include <arcas/loops/options.h>

#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cli {

extern const bool has_parquet;

// Adds support for Parquet and Arrow files to the options.
arcas::graph::file_options reading_parquet(const arcas::graph::file_options& options);

// Whether the ending is .parquet, .arrow or .feather, the formats of write_parquet().
bool is_parquet_ending(std::string_view ending);
// A sentence on why the file cannot be written; empty if it can.
std::string fault_in_parquet_output(std::string_view path);
// Writes the table, like write_table().
void write_parquet(const std::string& path, const std::vector<table_column>& columns,
                   std::size_t rows, const std::stop_token& stop);
// The types of graphs that write_parquet() writes.
using written_graph = std::variant<
    const arcas::graph::directed_graph*, const arcas::graph::undirected_graph*,
    const arcas::graph::weighted_directed_graph*, const arcas::graph::weighted_undirected_graph*,
    const arcas::graph::real_directed_graph*, const arcas::graph::real_undirected_graph*>;
// Writes the graph, like graph::write_graph().
void write_parquet(written_graph g, const std::string& path, const arcas::loop_options& loops);

}  // namespace cli
