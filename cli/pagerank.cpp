// SPDX-License-Identifier: Apache-2.0
// arcas pagerank FILE: who is important in this graph, and how fast was that found out?
#include "argument_values.h"
#include "graph_input.h"
#include "loop_choice.h"
#include "pagerank_openmp.h"
#include "pagerank_report.h"
#include "session.h"

#include <fmt/format.h>

#include <cstdio>
#include <limits>
#include <memory>
#include <string>

namespace cli {
namespace {

struct pagerank_arguments {
  std::string file;
  pagerank_request ask;
  std::size_t top = 10;
  std::string compare;
  bool json = false;
  loop_choice loops;
};

int run_pagerank(pagerank_arguments& given, session& s) {
  apply(given.loops);
  given.ask.beside_openmp = !given.compare.empty();
  if (given.ask.beside_openmp) require_openmp();
  const graph_input input = read_graph(given.file, s);
  if (!given.json) {
    fmt::print("{}", graph_line(input));
    std::fflush(stdout);
  }
  const pagerank_measurement found = measure_pagerank(input.graph, given.ask, s);
  const pagerank_report report{input, given.ask, found, given.top};
  fmt::print("{}", given.json ? pagerank_as_json(report) : pagerank_as_text(report));
  return 0;
}

void add_options(CLI::App& arguments, pagerank_arguments& given) {
  arguments
      .add_option("FILE", given.file,
                  "The graph: a SNAP edge list of directed edges, plain or compressed with zstd")
      ->required();
  arguments.add_option("--damping", given.ask.damping, "Probability of following an edge")
      ->check(number_from_below(0, 1))
      ->capture_default_str();
  arguments
      .add_option("--tolerance", given.ask.tolerance,
                  "End when a pass changes the scores by no more in sum")
      ->check(number_from_below(0, std::numeric_limits<double>::infinity()))
      ->capture_default_str();
  constexpr auto most = std::numeric_limits<unsigned>::max();
  arguments.add_option("--max-iterations", given.ask.max_iterations, "End after so many passes")
      ->check(whole_number(1, most))
      ->capture_default_str();
  arguments.add_option("--top", given.top, "Vertices to print, the highest scores first")
      ->check(whole_number(0, most))
      ->capture_default_str();
  arguments.add_option("--trials", given.ask.trials, "Runs to time; the median is printed")
      ->check(whole_number(1, most))
      ->capture_default_str();
  arguments
      .add_option(
          "--compare", given.compare,
          "Run the same kernel under OpenMP as well (openmp), in turns, and print the ratio")
      ->check(one_of({"openmp"}));
  arguments.add_flag("--check", given.ask.check, "Check the scores against the definition");
  arguments.add_flag("--json", given.json, "One JSON object instead of text");
  add_loop_options(arguments, given.loops);
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
      "  arcas pagerank graph.txt --workers 1 --grain 64 --distributor shared --trials 5");
  return {arguments, [given](session& s) { return run_pagerank(*given, s); }};
}

}  // namespace cli
