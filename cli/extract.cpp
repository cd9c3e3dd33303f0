// SPDX-License-Identifier: Apache-2.0
// arcas extract FILE OUT: writes a part of a graph as a graph.
#include "argument_values.h"
#include "graph_output.h"
#include "listed_vertices.h"
#include "read_files.h"

#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/core_numbers.h>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli {
namespace {

namespace graph = arcas::graph;
using arcas::graph::vertex;

struct extract_arguments : output_arguments {
  bool largest = false;
  bool strong = false;
  unsigned core = 0;
  std::string vertices;  // the file that lists the vertices of the part
};

std::vector<vertex> where(std::size_t n, const auto& wanted) {
  std::vector<vertex> chosen;
  for (std::size_t v = 0; v < n; ++v) {
    if (wanted(v)) chosen.push_back(static_cast<vertex>(v));
  }
  return chosen;
}

std::vector<vertex> largest_component(const graph::graph_view& g, bool strong) {
  const auto labels = (strong ? graph::strong_components(g) : graph::components(g)).labels;
  const auto sizes = graph::component_sizes(labels.all());
  if (sizes.empty()) return {};
  return where(g.vertex_count(), [&](std::size_t v) { return labels[v] == sizes.front().label; });
}

std::vector<vertex> core_of(const graph::undirected_view& g, unsigned k) {
  const auto cores = graph::core_numbers(g).cores;
  return where(g.vertex_count(), [&](std::size_t v) { return cores[v] >= k; });
}

int run_extract(extract_arguments& given, session& s) {
  const int asked =
      (given.largest ? 1 : 0) + (given.core != 0 ? 1 : 0) + (given.vertices.empty() ? 0 : 1);
  if (asked != 1) {
    throw std::invalid_argument(
        "exactly one of --largest-component, --core K and --vertices LIST is required");
  }
  if (given.strong && !given.largest) {
    throw std::invalid_argument("--strong requires --largest-component");
  }
  if (!given.vertices.empty())
    refuse_overwriting(given.file, given.vertices, "the list of vertices");
  return save(open_graph(given.graph, s), given, s,
              [&](const graph::graph_view& g, const graph::undirected_view& undirected,
                  const graph::vertex_names& names) {
                if (given.largest) return largest_component(g, given.strong);
                if (given.core != 0) return core_of(undirected, given.core);
                const std::size_t n = g.vertex_count();
                return listed_vertices(
                    given.vertices, n, names.bytes(), given.graph.file,
                    [&](const auto& wanted) { return vertices_named(names, n, wanted); });
              });
}

void add_options(const options& arguments, extract_arguments& given) {
  arguments.add_flag("--largest-component", given.largest, "The largest connected component");
  arguments.add_flag("--strong", given.strong,
                     "With --largest-component: strongly connected, by edge direction");
  add_number(arguments, "--core", given.core,
             "The K-core: the largest subgraph in which every vertex has at least K neighbours; "
             "edges are taken as undirected",
             1)
      .type_name("K");
  arguments
      .add_option("--vertices", given.vertices,
                  "The vertices listed in this file, one on each line, and the edges between them")
      .type_name("LIST");
  add_file_to_file_options(arguments, given);
}

}  // namespace

subcommand extract_subcommand(command_line& program) {
  return make_subcommand(program, "extract",
                         "Write a part of a graph: a component, a core or listed vertices",
                         "Vertices keep their ids if the format of OUT stores ids: .txt,\n"
                         ".csv, .tsv, .sg, .graphml, and tables of Parquet and Arrow.\n"
                         "Information that the format cannot store is lost, and the line\n"
                         "printed about OUT names it.\n\n"
                         "Examples:\n"
                         "  arcas extract data/soc-Slashdot0902.txt.zst core.txt --core 50\n"
                         "  arcas extract web.txt.zst largest.sg --largest-component --strong\n"
                         "  arcas extract friends.csv some.csv --vertices names.txt",
                         add_options, run_extract);
}

}  // namespace cli
