// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/files/text_graph.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/snap_reader.h>

namespace arcas::graph {

edge_list parse_snap(std::string_view text, const std::string& name, const loop_options& loops) {
  return edges_of<vertex, unweighted>(open_edge_list(text, name), loops);
}

edge_list read_snap(const std::string& path, const loop_options& loops) {
  const input_file file(path, loops);
  return parse_snap(file.bytes(), path, loops);
}

}  // namespace arcas::graph
