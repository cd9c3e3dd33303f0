// SPDX-License-Identifier: Apache-2.0
// The program `arcas-cluster`: the kernels of `arcas` on the ranks of a cluster. `mpirun -n 4 arcas
// bfs …` becomes this program (cli/several_ranks.h) after it has parsed its arguments.
#include "../progress.h"
#include "../several_ranks.h"
#include "kernels.h"

#include <arcas/cluster/run.h>
#include <arcas/graph/graph_file.h>
#include <fmt/format.h>

#include <cstdio>

namespace cluster = arcas::cluster;
using arcas::cluster_graph::distributed_graph;
using cli::ranks::request;

namespace {

// Empty, or why ranks read no such file: one reads it for all, by the readers of arcas/graph alone.
std::string fault_in_file(const std::string& path) {
  for (const char* ending : {".parquet", ".arrow", ".feather"}) {
    if (!path.ends_with(ending)) continue;
    return fmt::format("{}: ranks do not read Parquet and Arrow; `arcas convert {} graph.sg` first",
                       path, path);
  }
  return {};
}

// The options of `arcas` that ranks have. `arcas` has parsed and checked them before, and its
// --help is the one for both.
CLI::App* add_kernel(CLI::App& program, request& asked, const char* name) {
  CLI::App* kernel = program.add_subcommand(name);
  kernel->set_help_flag();
  kernel->callback([&asked, name] { asked.kernel = asked.choice.kernel = name; });
  cli::graph_choice& graph = asked.choice.graph;
  kernel->add_option("FILE", graph.file)
      ->check(fault_in_file)
      ->excludes(kernel->add_option("--kronecker", graph.kronecker)->check(CLI::Range(1, 31)));
  kernel->add_option("--edge-factor", graph.edge_factor)->check(CLI::Range(1, 1 << 16));
  kernel->add_option("--trials", asked.choice.trials)->check(CLI::PositiveNumber);
  kernel->add_option("--top", asked.choice.top);
  CLI::Option* output = kernel->add_option("--output", asked.choice.output);
  if (kernel->get_name() == "triangles") {
    output->check([](const std::string&) { return "ranks count triangles in total only"; });
  }
  kernel->add_flag("--check", asked.choice.check);
  kernel->add_flag("--json", asked.choice.json);
  return kernel;
}

// Parsing `program` fills in `asked`.
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

distributed_graph graph_of(const request& asked) {
  const bool weighted = asked.kernel == "sssp";
  const cli::graph_choice& choice = asked.choice.graph;
  if (choice.kronecker != 0) {
    return weighted ? distributed_graph::weighted_kronecker(choice.kronecker, choice.edge_factor)
                    : distributed_graph::kronecker(choice.kronecker, choice.edge_factor);
  }
  return weighted ? distributed_graph::read_weighted(choice.file)
                  : distributed_graph::read(choice.file);
}

// Of all but how long it took.
cli::graph_origin origin_of(const request& asked) {
  const cli::graph_choice& choice = asked.choice.graph;
  cli::graph_origin origin;
  if (choice.kronecker != 0) {
    origin.file = fmt::format("kronecker {}", choice.kronecker);
    origin.random_weights = true;
    return origin;
  }
  origin.file = choice.file;
  origin.bytes = cli::stored_bytes(choice.file);
  origin.random_weights =
      asked.kernel == "sssp" &&
      arcas::graph::graph_file(choice.file).facts().weights == arcas::graph::weight_kind::none;
  return origin;
}

void answer(const request& asked) {
  if (!asked.choice.output.empty()) cli::require_output(asked.choice.output, asked.choice.graph);
  cli::graph_origin origin = origin_of(asked);
  const cli::stopwatch time;
  const distributed_graph g = graph_of(asked);
  origin.seconds = time.seconds();
  cli::ranks::run_kernel(g, asked, origin);
  if (asked.choice.json || asked.choice.output == "-") return;
  cluster::rank_counts all;
  for (const cluster::rank_counts& c : cluster::gather_counts()) all += c;
  fmt::print("{} in {}, {}\n", cli::counted(all.aggregated.messages, "message"),
             cli::counted(all.sent.packets_sent, "packet"), cli::byte_count(all.sent.bytes_sent));
}

}  // namespace

int main(int argc, char** argv) {
  request asked;
  CLI::App program{"Arcas on the ranks of a cluster, started by mpirun.", "arcas"};
  program.require_subcommand(1);
  add_kernels(program, asked);
  try {
    program.parse(argc, argv);
    if (asked.choice.graph.file.empty() && asked.choice.graph.kronecker == 0) {
      throw CLI::RequiredError("FILE, or --kronecker in its place,");
    }
  } catch (const CLI::ParseError& outcome) {
    if (!cli::is_first_rank()) return 2;
    fmt::print(stderr, "arcas: {}; on several ranks there are {}: see `arcas --help`\n",
               outcome.what(), cli::what_ranks_can_do);
    return 2;
  }
  return cluster::run(argc, argv, [asked] { answer(asked); });
}
