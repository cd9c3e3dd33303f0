// SPDX-License-Identifier: Apache-2.0
// Parquet and Arrow files: parquet_files.cpp where the program is built with them (ARCAS_PARQUET), else
// without_parquet.cpp, which has a sentence in their place.
#pragma once

#include "result_table.h"

#include <arcas/graph/files/formats.h>

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

extern const bool has_parquet;

// So that Parquet and Arrow files are read.
arcas::graph::file_options reading_parquet(const arcas::graph::file_options& options);

// .parquet, .arrow or .feather; write_parquet writes them.
bool is_parquet_ending(std::string_view ending);
// Empty, or why no such file is written.
std::string fault_in_parquet_output(std::string_view path);
// As write_table.
void write_parquet(const std::string& path, const std::vector<table_column>& columns,
                   std::size_t rows, const std::stop_token& stop);

}  // namespace cli
