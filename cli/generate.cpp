// SPDX-License-Identifier: Apache-2.0
// arcas generate OUT --kronecker N: a synthetic graph into a file.
#include "graph_output.h"
#include "loop_choice.h"
#include "session.h"

#include <memory>
#include <stdexcept>

namespace cli {
namespace {

struct generate_arguments {
  graph_choice graph;
  output_choice output;
  bool weights = false;
  loop_choice loops;
};

int run_generate(generate_arguments& given, session& s) {
  apply(given.loops);
  if (given.graph.kronecker + given.graph.uniform + given.graph.grid == 0) {
    throw std::invalid_argument("a generator is required: --kronecker N, --uniform N or --grid N");
  }
  if (given.weights && given.graph.grid == 0) given.output.weights = "random";
  return save_graph(open_graph(given.graph, s), given.output, s);
}

}  // namespace

subcommand generate_subcommand(CLI::App& program) {
  CLI::App* arguments = program.add_subcommand(
      "generate", "Write a synthetic graph: a social network, a random graph or a road network");
  const auto given = std::make_shared<generate_arguments>();
  add_output_options(*arguments, given->output);
  add_generator_options(*arguments, given->graph);
  arguments
      ->add_flag("--weights", given->weights,
                 "Draw random weights from 1 to 255; weights of --grid are lengths")
      ->group("Graph");
  add_loop_options(*arguments, given->loops);
  arguments->footer(
      "Graphs are undirected, without parallel edges and self-loops. A seed gives the same graph\n"
      "for any number of workers.\n\n"
      "Examples:\n"
      "  arcas generate social.sg --kronecker 20\n"
      "  arcas generate random.wsg --uniform 20 --weights\n"
      "  arcas generate roads.gr.zst --grid 18 --seed 7");
  return {arguments, [given](session& s) { return run_generate(*given, s); }};
}

}  // namespace cli
