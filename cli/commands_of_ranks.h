// SPDX-License-Identifier: Apache-2.0
// The commands that `arcas` and `arcas-cluster` both have: their options and their help. Each
// program has its own function `run` for a command.
#pragma once

#include "betweenness_choice.h"
#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/spectral.h>

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

struct similarity_arguments : kernel_choice {
  std::vector<std::string> ends;  // of the pairs of --pair, one pair after the other
  std::string list;               // the file of --pairs
  std::string measure = "jaccard";
  std::size_t best = 10;
  bool adjacent = false;
};

struct spectral_arguments : kernel_choice {
  arcas::graph::katz_options options;
};

struct doctor_arguments {
  bool json = false;
  unsigned most = 16;  // maximum number of ranks among which pairs are measured
};

struct kernel_command : subcommand {
  kernel_choice* choice;
};
template <class Given>
using run_of = int (*)(Given&, session&);

// Declares a kernel that runs on ranks, too.
template <class Given>
kernel_command make_kernel(command_line& program, const char* name, const char* about,
                           const char* footer,
                           std::type_identity_t<void (*)(const options&, Given&)> add,
                           run_of<Given> run) {
  const auto given = std::make_shared<Given>();
  kernel_command made{make_subcommand<Given>(program, name, about, footer, add, run, given),
                      given.get()};
  made.is_of_ranks = true;
  return made;
}

kernel_command bfs_command(command_line& program, run_of<bfs_arguments> run);
kernel_command sssp_command(command_line& program, run_of<sssp_arguments> run);
kernel_command components_command(command_line& program, run_of<components_arguments> run);
kernel_command triangles_command(command_line& program, run_of<triangles_arguments> run);
kernel_command kcore_command(command_line& program, run_of<kernel_choice> run);
kernel_command independent_set_command(command_line& program, run_of<kernel_choice> run);
kernel_command colouring_command(command_line& program, run_of<kernel_choice> run);
kernel_command matching_command(command_line& program, run_of<matching_arguments> run);
kernel_command pagerank_command(command_line& program, run_of<pagerank_arguments> run);
kernel_command bc_command(command_line& program, run_of<bc_arguments> run);
kernel_command closeness_command(command_line& program, run_of<closeness_arguments> run);
kernel_command similarity_command(command_line& program, run_of<similarity_arguments> run);
kernel_command eigenvector_command(command_line& program, run_of<spectral_arguments> run);
kernel_command katz_command(command_line& program, run_of<spectral_arguments> run);
kernel_command hits_command(command_line& program, run_of<spectral_arguments> run);
subcommand doctor_command(command_line& program, run_of<doctor_arguments> run);

}  // namespace cli
