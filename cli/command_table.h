// SPDX-License-Identifier: Apache-2.0
// The table of all commands, for `arcas` (Run: process_run) and `arcas-cluster` (Run: ranks_run).
// For a command that runs on ranks, the table names a function that runs the kernel. The code of
// this function is the same in both programs.
#pragma once

#include "closeness.h"
#include "communities.h"
#include "conductance.h"
#include "diameter.h"
#include "kernels_once.h"
#include "ktruss.h"
#include "paths.h"
#include "ranking.h"
#include "similarity.h"
#include "spanning_forest.h"
#include "topological_order.h"
#include "walks.h"

#include <functional>
#include <type_traits>
#include <vector>

namespace cli {

// Called before the graph is read. Throws std::invalid_argument for options that exclude each
// other, or that this program does not have. Each program has its own functions.
void prepare(triangles_arguments& given);
void prepare(pagerank_arguments& given);
void prepare(bc_arguments& given);
inline void prepare(kernel_choice&) {}

template <class Run>
struct command_list {
  command_line& program;
  std::vector<subcommand> all = {};

  // A command that runs on ranks.
  template <class Given>
  void kernel(const command<Given>& declared,
              void (*act)(Run&, const std::type_identity_t<Given>&)) {
    all.push_back(make_command<Given>(program, declared, [act](Given& given, session& s) {
      prepare(given);
      return run_kernel(given, s, std::function<void(Run&)>([&](Run& run) { act(run, given); }));
    }));
  }
};

// Adds a command of one process. arcas-cluster does not contain it.
template <declare_subcommand* declare, class Run>
void alone(command_list<Run>& list) {
  if constexpr (std::is_same_v<Run, process_run>) list.all.push_back(declare(list.program));
}

// Declares the commands in the order of the help.
template <class Run>
std::vector<subcommand> declare_all(command_line& program) {
  command_list<Run> list{program};
  alone<topology_subcommand>(list);
  list.kernel(pagerank_command, rank_by_pagerank<Run>);
  list.kernel(bfs_command, search<Run>);
  list.kernel(sssp_command, measure_paths<Run>);
  list.kernel(components_command, find_components<Run>);
  list.kernel(bc_command, rank_by_betweenness<Run>);
  list.kernel(triangles_command, find_triangles<Run>);
  list.kernel(kcore_command, find_core_numbers<Run>);
  list.kernel(ktruss_command, find_trusses<Run>);
  list.kernel(matching_command, find_matching<Run>);
  list.kernel(spanning_forest_command, find_spanning_forest<Run>);
  list.kernel(independent_set_command, find_independent_set<Run>);
  list.kernel(colouring_command, find_colouring<Run>);
  list.kernel(closeness_command, rank_by_closeness<Run>);
  list.kernel(similarity_command, find_similarity<Run>);
  list.kernel(diameter_command, find_diameter<Run>);
  list.kernel(eigenvector_command, rank_by_eigenvector<Run>);
  list.kernel(katz_command, rank_by_katz<Run>);
  list.kernel(hits_command, rank_by_hits<Run>);
  list.kernel(communities_command, find_communities<Run>);
  alone<biconnected_subcommand>(list);
  list.kernel(walks_command, find_walks<Run>);
  list.kernel(conductance_command, find_conductance<Run>);
  list.kernel(topological_order_command, find_topological_order<Run>);
  for (declare_subcommand* const without_kernel :
       {generate_subcommand, convert_subcommand, extract_subcommand, info_subcommand}) {
    list.all.push_back(without_kernel(program));
    list.all.back().is_of_ranks = true;
  }
  alone<openmp_subcommand>(list);
  alone<trace_subcommand>(list);
  alone<tune_subcommand>(list);
  list.all.push_back(doctor_subcommand(program));
  alone<predict_subcommand>(list);
  alone<completion_subcommand>(list);
  return list.all;
}

}  // namespace cli
