// SPDX-License-Identifier: Apache-2.0
// The parsed command line. Each rank parses it, since all ranks are started with the same arguments.
#pragma once

#include "../betweenness_choice.h"
#include "../kernel_report.h"
#include "../session.h"

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/kernels.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli::ranks {

struct request {
  kernel_choice choice;              // without --locality
  betweenness_choice betweenness;    // of bc
  std::vector<std::string> sources;  // --source, of bfs and sssp
  std::vector<std::string> ends;     // --path-to, of sssp
  std::size_t paths = 1;             // --paths, to each
  std::vector<std::string> jumps;    // --jump-to, of pagerank
  double delta = 0;                  // of sssp
  bool strong = false;               // of components
  bool by_vertex = false;            // --vertices, of triangles
  unsigned workers = 0;              // ranks of each process; 0: not given
  std::string order = "jacobi";      // of pagerank
  arcas::cluster_graph::distributed_pagerank_options pagerank;
  arcas::graph::katz_options spectral;  // of eigenvector, katz and hits

  bool has_weights() const {
    return choice.kernel == "sssp" || choice.weighted || choice.threshold;
  }
  // Whether the kernel runs on the undirected graph without parallel edges and self-loops.
  bool is_of_simple_graph() const {
    return choice.kernel == "triangles" || choice.kernel == "kcore";
  }
};

// Adds the commands and options that are available on ranks. `arcas` has parsed and checked the arguments
// before, and its --help describes both programs.
void add_kernels(CLI::App& program, request& asked);
// Why an option of a single process is not among them, and the remedy; a sentence.
std::string refusal_of(std::string_view option);

// The request of this program: the same on all ranks, set before the first task starts.
request& asked();

// Called by one task. Throws the same exceptions as the commands of a single process.
struct opened_graph {
  arcas::cluster_graph::distributed_graph graph;
  graph_origin origin;
};
opened_graph open_on_ranks(session& s);

// Called by one task, in place of a run: prints what memory it would take.
void estimate(session& s);

// Called by one task: runs the kernel and prints the result. Also throws std::runtime_error if --check
// finds the result wrong.
void run_kernel(const opened_graph& opened, session& s);

}  // namespace cli::ranks
