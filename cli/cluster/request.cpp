// SPDX-License-Identifier: Apache-2.0
#include "request.h"

namespace cli::ranks {
namespace {

// The options of `arcas` that ranks have. `arcas` has parsed and checked them before, and its
// --help is the one for both.
CLI::App* add_kernel(CLI::App& program, request& asked, const char* name) {
  CLI::App* kernel = program.add_subcommand(name);
  kernel->set_help_flag();
  kernel->callback([&asked, name] { asked.kernel = name; });
  graph_choice& graph = asked.choice.graph;
  kernel->add_option("FILE", graph.file)
      ->excludes(kernel->add_option("--kronecker", graph.kronecker)->check(CLI::Range(1, 31)));
  kernel->add_option("--edge-factor", graph.edge_factor)->check(CLI::Range(1, 1 << 16));
  kernel->add_option("--trials", asked.choice.trials)->check(CLI::PositiveNumber);
  kernel->add_option("--top", asked.choice.top);
  CLI::Option* csv = kernel->add_option("--csv", asked.choice.csv);
  if (kernel->get_name() == "triangles") {
    csv->check([](const std::string&) { return "ranks count triangles in total only"; });
  }
  kernel->add_flag("--check", asked.choice.check);
  kernel->add_flag("--json", asked.choice.json);
  return kernel;
}

}  // namespace

void add_kernels(CLI::App& program, request& asked) {
  program.set_help_flag();
  for (const char* name : {"bfs", "sssp"}) {
    add_kernel(program, asked, name)->add_option("--source", asked.source);
  }
  for (const char* name : {"components", "triangles", "pagerank"}) {
    add_kernel(program, asked, name);
  }
  add_kernel(program, asked, "bc")
      ->add_option("--sources", asked.sources)
      ->check(CLI::Range(1, 1 << 30));
}

}  // namespace cli::ranks
