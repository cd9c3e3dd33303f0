// SPDX-License-Identifier: Apache-2.0
#include "parquet_files.h"

#include <stdexcept>

namespace cli {

const bool has_parquet = false;

arcas::graph::file_options reading_parquet(const arcas::graph::file_options& options) {
  return options;
}

std::string fault_in_parquet_output(std::string_view path) {
  return fmt::format(
      "{}: Parquet and Arrow files are not written by this build; write .csv, or build Arcas with "
      "-DARCAS_PARQUET=ON",
      path);
}

void write_parquet(const std::string& path, const std::vector<table_column>&, std::size_t,
                   const std::stop_token&) {
  throw std::runtime_error(fault_in_parquet_output(path));
}

void write_parquet(written_graph, const std::string& path, const arcas::loop_options&) {
  throw std::runtime_error(fault_in_parquet_output(path));
}

}  // namespace cli
