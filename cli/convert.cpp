// SPDX-License-Identifier: Apache-2.0
// arcas convert FILE OUT: a graph from one format to another.
#include "argument_values.h"
#include "graph_output.h"
#include "loop_choice.h"
#include "session.h"

#include <memory>

namespace cli {
namespace {

struct convert_arguments {
  graph_choice graph;
  output_choice output;
  loop_choice loops;
};

int run_convert(convert_arguments& given, session& s) {
  apply(given.loops);
  require_format(given.output.file);
  return save_graph(open_graph(given.graph, s), given.output, s);
}

}  // namespace

subcommand convert_subcommand(CLI::App& program) {
  CLI::App* arguments =
      program.add_subcommand("convert", "Write the graph of a file in another format");
  const auto given = std::make_shared<convert_arguments>();
  add_file_options(*arguments, given->graph);
  arguments->get_option("FILE")->required();
  add_output_options(*arguments, given->output);
  arguments
      ->add_option(
          "--weights", given->output.weights,
          "Edge weights: keep those of the file, drop them, draw random ones from 1 to 255, or "
          "read them as real numbers")
      ->check(one_of({"keep", "drop", "random", "real"}))
      ->capture_default_str()
      ->group("Graph");
  arguments->add_option("--seed", given->graph.seed, "Seed of the random weights")
      ->capture_default_str()
      ->group("Graph");
  add_loop_options(*arguments, given->loops);
  arguments->footer(
      "Original ids stay in .txt and .sg; other formats count vertices from 0 (.el, .wel) or 1.\n\n"
      "Examples:\n"
      "  arcas convert soc-Slashdot0902.txt.zst slashdot.sg\n"
      "  arcas convert USA-road-d.NY.gr.gz ny.wsg --undirected\n"
      "  arcas convert matrix.mtx graph.txt.zst --simple");
  return {arguments, [given](session& s) { return run_convert(*given, s); }};
}

}  // namespace cli
