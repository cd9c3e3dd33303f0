// SPDX-License-Identifier: Apache-2.0
// The program `arcas-cluster`: the kernels of `arcas` on the ranks of a cluster. `mpirun -n 4 arcas
// bfs …` comes here by itself (cli/several_ranks.h).
#include "../figures.h"
#include "../json.h"
#include "kernels.h"
#include "request.h"

#include <arcas/cluster/run.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace cluster = arcas::cluster;
using arcas::cluster_graph::distributed_graph;
using cli::ranks::request;

namespace {

// All ranks read the same arguments; one of them says what is wrong with them.
bool is_first_rank() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}) {
    if (const char* number = std::getenv(variable)) return std::string(number) == "0";
  }
  return true;
}

distributed_graph graph_of(const request& asked) {
  const bool weighted = asked.kernel == "sssp";
  if (asked.kronecker != 0) {
    return weighted ? distributed_graph::weighted_kronecker(asked.kronecker, asked.edge_factor)
                    : distributed_graph::kronecker(asked.kronecker, asked.edge_factor);
  }
  return weighted ? distributed_graph::read_weighted(asked.file)
                  : distributed_graph::read(asked.file);
}

std::string name_of(const request& asked) {
  return asked.kronecker != 0 ? fmt::format("kronecker {}", asked.kronecker) : asked.file;
}

void show(const request& asked, const distributed_graph& g, const cli::ranks::told& t) {
  cluster::rank_counts all;
  for (const cluster::rank_counts& c : cluster::gather_counts()) all += c;
  if (asked.json) {
    fmt::print("{}\n", cli::json_object()
                           .text("kernel", asked.kernel)
                           .text("graph", name_of(asked))
                           .count("vertices", g.vertex_count())
                           .count("arcs", g.arc_count())
                           .count("ranks", cluster::ranks())
                           .number("seconds", t.seconds)
                           .json("result", t.json)
                           .truth("checked", asked.check)
                           .json("counts", cluster::as_json(all))
                           .str());
    return;
  }
  fmt::print("{}: {}, {} on {}\n{}{:.3g} s; {} in {}, {}{}\n", name_of(asked),
             cli::vertices_text(g.vertex_count()), cli::counted(g.arc_count(), "arc"),
             cli::counted(cluster::ranks(), "rank"), t.text, t.seconds,
             cli::counted(all.aggregated.messages, "message"),
             cli::counted(all.sent.packets_sent, "packet"), cli::byte_count(all.sent.bytes_sent),
             asked.check ? "; checked: right" : "");
}

void answer(const request& asked) {
  const distributed_graph g = graph_of(asked);
  const cli::ranks::told t = run_kernel(g, asked);
  if (!t.fault.empty()) throw std::runtime_error("the result is wrong: " + t.fault);
  show(asked, g, t);
}

}  // namespace

int main(int argc, char** argv) {
  request asked;
  CLI::App program{"Arcas on the ranks of a cluster, started by mpirun.", "arcas"};
  program.require_subcommand(1);
  cli::ranks::add_kernels(program, asked);
  try {
    program.parse(argc, argv);
    if (asked.file.empty() && asked.kronecker == 0) {
      throw CLI::RequiredError("FILE, or --kronecker in its place,");
    }
  } catch (const CLI::ParseError& outcome) {
    if (!is_first_rank()) return outcome.get_exit_code() == 0 ? 0 : 2;
    if (outcome.get_exit_code() == 0) return program.exit(outcome);
    fmt::print(stderr,
               "arcas: {}; with mpirun there are bfs, sssp, components, triangles, pagerank "
               "and bc: `arcas-cluster --help` tells more\n",
               outcome.what());
    return 2;
  }
  return cluster::run(argc, argv, [asked] { answer(asked); });
}
