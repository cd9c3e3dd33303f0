// SPDX-License-Identifier: Apache-2.0
#include "parquet_files.h"

#include <arcas/graph/csr.h>
#include <arcas/graph/write_graph.h>

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

template <class G>
void write_graph_file(const G& g, const std::string& path, const arcas::loop_options& loops) {
  arcas::graph::write_graph(g, path, loops);
}
template void write_graph_file(const arcas::graph::directed_graph&, const std::string&,
                               const arcas::loop_options&);
template void write_graph_file(const arcas::graph::undirected_graph&, const std::string&,
                               const arcas::loop_options&);
template void write_graph_file(const arcas::graph::weighted_directed_graph&, const std::string&,
                               const arcas::loop_options&);
template void write_graph_file(const arcas::graph::weighted_undirected_graph&, const std::string&,
                               const arcas::loop_options&);
template void write_graph_file(const arcas::graph::real_directed_graph&, const std::string&,
                               const arcas::loop_options&);
template void write_graph_file(const arcas::graph::real_undirected_graph&, const std::string&,
                               const arcas::loop_options&);

}  // namespace cli
