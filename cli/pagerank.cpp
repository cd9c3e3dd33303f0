// SPDX-License-Identifier: Apache-2.0
// arcas pagerank FILE: who is important in this graph, and how fast was that found out?
#include "argument_values.h"
#include "csv.h"
#include "graph_input.h"
#include "kernel_choice.h"
#include "kernel_report.h"
#include "pagerank_openmp.h"
#include "pagerank_report.h"
#include "session.h"
#include "sources_choice.h"

#include <arcas/graph/vertex_homes.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>

namespace cli {
namespace {

struct pagerank_arguments {
  kernel_choice kernel;
  pagerank_request ask;
  std::vector<std::uint64_t> jumps;
  std::string order = "in-place";
  std::string compare;
};

void write_scores(const graph_input& input, const pagerank_measurement& found,
                  const std::string& path, session& s) {
  const auto& scores = found.arcas.result.scores;
  write_csv(path, "vertex,score", scores.size(), s, [&](std::size_t v, std::string& row) {
    row += fmt::format("{},{}", input.graph.original_id(static_cast<arcas::graph::vertex>(v)),
                       scores[v]);
  });
}

// Jumps lead to the vertices named, all equally likely.
std::vector<double> personalization(const graph_input& input, const pagerank_arguments& given) {
  std::vector<double> weights;
  if (given.jumps.empty()) return weights;
  weights.resize(input.graph.vertex_count());
  for (const auto v : named_vertices(input.graph, given.jumps, input.file)) weights[v] = 1;
  return weights;
}

int run_pagerank(pagerank_arguments& given, session& s) {
  const kernel_choice& kernel = given.kernel;
  apply(kernel.loops);
  given.ask.trials = kernel.trials;
  given.ask.check = kernel.check;
  given.ask.beside_openmp = !given.compare.empty();
  if (given.order == "jacobi") given.ask.order = arcas::graph::pagerank_order::jacobi;
  if (given.ask.beside_openmp) require_openmp();
  const graph_input input = load_graph<arcas::graph::directed_graph>(kernel.graph, s);
  announce(input, input.graph.vertex_count(), input.graph.edge_count(), kernel);
  given.ask.personalization = personalization(input, given);
  given.ask.locality = kernel.locality;
  if (kernel.locality) arcas::graph::place(input.graph, arcas::runtime::default_runtime());
  const pagerank_measurement found = measure_pagerank(input.graph, given.ask, s);
  if (!kernel.csv.empty()) write_scores(input, found, kernel.csv, s);
  const pagerank_report report{input, given.ask, found, kernel.top};
  fmt::print("{}", kernel.json ? pagerank_as_json(report) : pagerank_as_text(report));
  return 0;
}

void add_options(CLI::App& arguments, pagerank_arguments& given) {
  arguments.add_option("--damping", given.ask.damping, "Probability of following an edge")
      ->check(number_from_below(0, 1))
      ->capture_default_str();
  arguments
      .add_option("--tolerance", given.ask.tolerance,
                  "Stop when a pass changes the scores by at most this in sum")
      ->check(number_from_below(0, std::numeric_limits<double>::infinity()))
      ->capture_default_str();
  arguments.add_option("--max-iterations", given.ask.max_iterations, "Maximum number of passes")
      ->check(whole_number(1, std::numeric_limits<unsigned>::max()))
      ->capture_default_str();
  arguments
      .add_option("--jump-to", given.jumps,
                  "Personalised PageRank: jumps lead to this vertex; may be repeated")
      ->type_name("ID")
      ->expected(1)
      ->take_all()
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  arguments
      .add_option("--order", given.order,
                  "Which scores of its neighbours a vertex reads: the latest (in-place), or those "
                  "of the pass before (jacobi), which are the same for any number of workers up to "
                  "rounding")
      ->check(one_of({"in-place", "jacobi"}))
      ->capture_default_str();
  arguments
      .add_option("--compare", given.compare,
                  "Run the same kernel under OpenMP by turns (openmp) and print the ratio")
      ->check(one_of({"openmp"}));
  add_kernel_options(arguments, given.kernel, "Vertices to print, the highest scores first");
  add_locality_option(arguments, given.kernel);
}

}  // namespace

subcommand pagerank_subcommand(CLI::App& program) {
  CLI::App* arguments =
      program.add_subcommand("pagerank", "Rank the vertices of a graph by PageRank");
  const auto given = std::make_shared<pagerank_arguments>();
  add_options(*arguments, *given);
  arguments->footer(
      "Examples:\n"
      "  arcas pagerank data/soc-Slashdot0902.txt.zst --compare openmp\n"
      "  arcas pagerank graph.txt --tolerance 1e-9 --top 100 --json\n"
      "  arcas pagerank graph.txt --jump-to 17 --csv near17.csv\n"
      "  arcas pagerank graph.txt --workers 1 --grain 64 --distributor shared --trials 5");
  return {arguments, [given](session& s) { return run_pagerank(*given, s); }};
}

}  // namespace cli
