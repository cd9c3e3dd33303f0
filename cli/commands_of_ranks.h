// SPDX-License-Identifier: Apache-2.0
// The commands that `arcas` and `arcas-cluster` both have: their options and their help.
// command_table.h has their kernels.
#pragma once

#include "betweenness_choice.h"
#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/spectral.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace cli {

struct bfs_arguments : kernel_choice {
  std::vector<std::string> sources;
};

struct sssp_arguments : kernel_choice {
  std::vector<std::string> sources;
  std::vector<std::string> ends;  // of the paths to print
  std::size_t paths = 1;          // number of paths to each end
  double delta = 0;
};

struct components_arguments : kernel_choice {
  bool strong = false;
};

struct triangles_arguments : kernel_choice {
  bool by_vertex = false;
  std::string compare;
};

struct matching_arguments : kernel_choice {
  bool maximum = false;
};

struct pagerank_arguments : kernel_choice {
  arcas::graph::pagerank_options options;
  std::vector<std::string> jumps;
  std::string order = "in-place";
  std::string compare;
  cli::options declared{nullptr};
};

struct bc_arguments : kernel_choice {
  betweenness_choice asked;
};

struct closeness_arguments : kernel_choice {
  std::size_t sample = 0;  // number of vertices to draw; 0: all
  std::vector<std::string> sources;
  bool harmonic = false;
};

struct spectral_arguments : kernel_choice {
  arcas::graph::katz_options options;
};

struct communities_arguments : kernel_choice {
  arcas::graph::communities_options options;
  std::string method = "leiden";
  std::string quality = "modularity";
};

struct doctor_arguments {
  bool json = false;
  unsigned most = 16;  // maximum number of ranks among which pairs are measured
};

template <class Given>
using run_of = std::function<int(Given&, session&)>;

// Declares a command of both programs; see make_subcommand().
template <class Given>
subcommand make_command(command_line& program, const char* name, const char* about,
                        const char* footer,
                        std::type_identity_t<void (*)(const options&, Given&)> add,
                        const run_of<Given>& run) {
  const auto given = std::make_shared<Given>();
  const options arguments = program.add_command(name, about, footer);
  add(arguments, *given);
  subcommand made{arguments, [given, run](session& s) { return run(*given, s); }, true};
  if constexpr (std::is_base_of_v<kernel_choice, Given>) made.kernel = given.get();
  return made;
}
// Edges are taken as undirected.
inline void take_undirected_graph(kernel_choice& given) {
  given.graph.undirected = true;
  given.direction = graph_direction::undirected;
}

// The same; parallel edges count once, self-loops are ignored.
inline void take_simple_graph(kernel_choice& given) {
  given.graph.simple = true;
  given.direction = graph_direction::undirected;
}

subcommand bfs_command(command_line& program, run_of<bfs_arguments> run);
subcommand sssp_command(command_line& program, run_of<sssp_arguments> run);
subcommand components_command(command_line& program, run_of<components_arguments> run);
subcommand triangles_command(command_line& program, run_of<triangles_arguments> run);
subcommand kcore_command(command_line& program, run_of<kernel_choice> run);
subcommand independent_set_command(command_line& program, run_of<kernel_choice> run);
subcommand colouring_command(command_line& program, run_of<kernel_choice> run);
subcommand matching_command(command_line& program, run_of<matching_arguments> run);
subcommand pagerank_command(command_line& program, run_of<pagerank_arguments> run);
subcommand bc_command(command_line& program, run_of<bc_arguments> run);
subcommand closeness_command(command_line& program, run_of<closeness_arguments> run);
subcommand eigenvector_command(command_line& program, run_of<spectral_arguments> run);
subcommand katz_command(command_line& program, run_of<spectral_arguments> run);
subcommand hits_command(command_line& program, run_of<spectral_arguments> run);
subcommand communities_command(command_line& program, run_of<communities_arguments> run);
subcommand doctor_command(command_line& program, run_of<doctor_arguments> run);

}  // namespace cli
