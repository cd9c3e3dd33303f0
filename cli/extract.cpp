// SPDX-License-Identifier: Apache-2.0
// arcas extract FILE OUT: writes a part of a graph as a graph.
#include "argument_values.h"
#include "graph_output.h"

#include <stdexcept>
#include <string>

namespace cli {
namespace {

struct extract_arguments : output_arguments {
  bool largest = false;
  bool strong = false;
  unsigned core = 0;
};

int run_extract(extract_arguments& given, session& s) {
  const int asked =
      (given.largest ? 1 : 0) + (given.core != 0 ? 1 : 0) + (given.list.empty() ? 0 : 1);
  if (asked != 1) {
    throw std::invalid_argument(
        "exactly one of --largest-component, --core K and --vertices LIST is required");
  }
  return save(given, s, [&](const command_graph& g) {
    if (given.largest) return g.largest_component(given.strong, s);
    return given.core != 0 ? g.core(given.core, s) : g.listed(given.list, s);
  });
}

void add_options(const options& arguments, extract_arguments& given) {
  arguments.add_flag("--largest-component", given.largest, "The largest connected component");
  arguments.add_flag("--strong", given.strong,
                     "With --largest-component: strongly connected, by edge direction");
  arguments.needs("--strong", {"--largest-component"});
  add_number(arguments, "--core", given.core,
             "The K-core: the largest subgraph in which every vertex has at least K neighbours; "
             "edges are taken as undirected",
             1)
      .type_name("K");
  arguments
      .add_option("--vertices", given.list,
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
