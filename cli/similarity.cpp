// SPDX-License-Identifier: Apache-2.0
// The options and the help of the command similarity.
#include "argument_values.h"
#include "commands_of_ranks.h"
#include "kernel_run.h"

namespace cli {
namespace {

void add_similarity_options(const options& arguments, similarity_arguments& given) {
  given.graph.simple = true;
  given.direction = graph_direction::undirected;
  arguments.add_option("--pair", given.ends, "Compare these two vertices only; may be repeated")
      .type_name("ID ID")
      .two_each();
  arguments
      .add_option("--pairs", given.list,
                  "Compare only the pairs of this file, with the ids of two vertices on each line, "
                  "between which are blanks, a tab or a comma")
      .type_name("LIST");
  add_word(arguments, "--measure", given.measure,
           "jaccard: the share of common neighbours among all neighbours of the two vertices; "
           "adamic-adar: the sum of 1 / ln(number of neighbours) over the common neighbours; "
           "common: the number of common neighbours",
           {"jaccard", "adamic-adar", "common"});
  add_number(arguments, "--best", given.best,
             "Without --pair and --pairs: find the N most similar vertices of each vertex, among "
             "those that have a neighbour in common with it and are not its neighbours",
             1, 1'000'000);
  arguments.add_flag("--adjacent", given.adjacent,
                     "With --best: neighbours of a vertex are compared with it, too");
  add_kernel_options(arguments, given, "Pairs to print, the most similar first");
}

}  // namespace

kernel_command similarity_command(command_line& program, run_of<similarity_arguments> run) {
  return make_kernel<similarity_arguments>(
      program, "similarity",
      "Compare the neighbours of vertices: of pairs, or find the most similar vertices of each",
      "The similarity of two vertices without a common neighbour is 0. Edges are taken as\n"
      "undirected; parallel edges count once, self-loops are ignored. --output has a row for\n"
      "each pair, with the columns vertex, other and score; without --pair and --pairs, for\n"
      "each vertex and each of its most similar vertices. The report shows the vertices\n"
      "whose most similar vertex has the highest score.\n\n"
      "Examples:\n"
      "  arcas similarity data/soc-Slashdot0902.txt.zst --output similar.csv\n"
      "  arcas similarity friends.csv --measure adamic-adar --best 3 --check\n"
      "  arcas similarity friends.csv --pair ann bo --pair ann cy --json",
      add_similarity_options, run);
}

}  // namespace cli
