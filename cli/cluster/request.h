// SPDX-License-Identifier: Apache-2.0
// What a user asks of the ranks. Read on every rank, since each is started with the same arguments.
#pragma once

#include "../kernel_report.h"
#include "../session.h"

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/kernels.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cli::ranks {

struct request {
  kernel_choice choice;              // without --locality and --estimate
  std::vector<std::string> sources;  // --source
  std::vector<std::string> ends;     // --path-to, of sssp
  std::vector<std::string> jumps;    // --jump-to, of pagerank
  std::size_t sample = 0;            // --sources, of bc; 0: all
  double delta = 0;                  // of sssp
  bool strong = false;               // of components
  bool by_vertex = false;            // --vertices, of triangles
  bool counts = false;               // of bc
  bool endpoints = false;            // of bc
  std::string order = "jacobi";      // of pagerank
  arcas::cluster_graph::distributed_pagerank_options pagerank;

  bool has_weights() const { return choice.kernel == "sssp" || choice.weighted; }
  // Of the undirected graph, without parallel edges and self-loops.
  bool is_of_simple_graph() const {
    return choice.kernel == "triangles" || choice.kernel == "kcore";
  }
};

// The commands that ranks have, with those of their options that ranks have, too. `arcas` has parsed
// and checked the arguments before, and its --help is the one for both.
void add_kernels(CLI::App& program, request& asked);

// What the program has been asked for; the same on all ranks, from before the first task on.
request& asked();

// By one task. Throws as the commands of one process do.
struct opened_graph {
  arcas::cluster_graph::distributed_graph graph;
  graph_origin origin;
};
opened_graph open_on_ranks(session& s);

// By one task: runs the kernel and shows what it found. Throws std::runtime_error, too, for a result
// that the check finds wrong.
void run_kernel(const opened_graph& opened, session& s);

}  // namespace cli::ranks
