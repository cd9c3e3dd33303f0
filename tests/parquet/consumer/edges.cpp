// SPDX-License-Identifier: Apache-2.0
// `edges FILE.parquet` reads a file of three edges.
#include <arcas/graph/graph_file.h>
#include <arcas/parquet/parquet.h>

#include <iostream>

int main(int, char** arguments) {
  namespace graph = arcas::graph;
  const auto g =
      graph::read_graph<graph::directed_graph>(arguments[1], {.file = graph::with_parquet()});
  std::cout << g.edge_count() << '\n';
  return g.edge_count() == 3 ? 0 : 1;
}
