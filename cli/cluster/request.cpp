// SPDX-License-Identifier: Apache-2.0
#include "request.h"

namespace cli::ranks {
namespace {

CLI::App* add_kernel(CLI::App& program, request& asked, const char* name, const char* what) {
  CLI::App* kernel = program.add_subcommand(name, what);
  kernel->callback([&asked, name] { asked.kernel = name; });
  auto* file = kernel->add_option("FILE", asked.file, "The graph, in any format that arcas reads");
  auto* kronecker =
      kernel
          ->add_option("--kronecker", asked.kronecker, "A synthetic social network of 2^N vertices")
          ->type_name("N")
          ->check(CLI::Range(1, 31));
  kernel->add_option("--edge-factor", asked.edge_factor, "Edges drawn for each of its vertices")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 16))
      ->capture_default_str();
  file->excludes(kronecker);
  kernel->add_flag("--check", asked.check,
                   "Check the result by a slow and simple program, on rank 0");
  kernel->add_flag("--json", asked.json, "One JSON object instead of text");
  return kernel;
}

void add_source(CLI::App& kernel, request& asked) {
  kernel
      .add_option("--source", asked.source,
                  "The vertex to start from; without it the one of most neighbours on rank 0")
      ->type_name("ID");
}

void add_top(CLI::App& kernel, request& asked) {
  kernel.add_option("--top", asked.top, "Vertices to print")->type_name("N")->capture_default_str();
}

}  // namespace

void add_kernels(CLI::App& program, request& asked) {
  add_source(*add_kernel(program, asked, "bfs", "Count the steps from a vertex to all others"),
             asked);
  add_source(*add_kernel(program, asked, "sssp", "Measure the way from a vertex to all others"),
             asked);
  add_kernel(program, asked, "components", "Find which vertices are connected");
  add_kernel(program, asked, "triangles", "Count the triangles");
  add_top(*add_kernel(program, asked, "pagerank", "Rank vertices by the links that come in"),
          asked);
  CLI::App* bc =
      add_kernel(program, asked, "bc", "Rank vertices by the shortest ways through them");
  add_top(*bc, asked);
  bc->add_option("--sources", asked.sources, "Vertices from which ways are counted, spread evenly")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 30))
      ->capture_default_str();
}

}  // namespace cli::ranks
