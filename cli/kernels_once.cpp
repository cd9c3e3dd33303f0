// SPDX-License-Identifier: Apache-2.0
// Commands that are written once (kernels_once.h, closeness.h, spanning_forest.h), in one process; matching.cpp and
// triangles.cpp have the others.
#include "kernels_once.h"

#include "closeness.h"
#include "spanning_forest.h"

#include <arcas/graph/kernels/core_numbers.h>

namespace cli {
namespace {

template <class Given, void (*act)(process_run&, const Given&)>
int run_here(Given& given, session& s) {
  return run_kernel(given, s, [&](process_run& run) { act(run, given); });
}

int find_spanning_forest(kernel_choice& given, session& s) {
  return run_kernel(given, s, [](process_run& run) {
    run.with_graph<void>([&]<class W>(const arcas::graph::basic_undirected_graph<W>& g) {
      find_forest_by<W>(run, [&] { return spanning_forest(g); });
    });
  });
}

}  // namespace

subcommand kcore_subcommand(command_line& program) {
  return kcore_command(program, run_here<kernel_choice, find_core_numbers>);
}
subcommand independent_set_subcommand(command_line& program) {
  return independent_set_command(program, run_here<kernel_choice, find_independent_set>);
}
subcommand colouring_subcommand(command_line& program) {
  return colouring_command(program, run_here<kernel_choice, find_colouring>);
}
subcommand spanning_forest_subcommand(command_line& program) {
  return spanning_forest_command(program, find_spanning_forest);
}
subcommand closeness_subcommand(command_line& program) {
  return closeness_command(program, run_here<closeness_arguments, rank_by_closeness>);
}
subcommand eigenvector_subcommand(command_line& program) {
  return eigenvector_command(program, run_here<spectral_arguments, rank_by_eigenvector>);
}
subcommand katz_subcommand(command_line& program) {
  return katz_command(program, run_here<spectral_arguments, rank_by_katz>);
}
subcommand hits_subcommand(command_line& program) {
  return hits_command(program, run_here<spectral_arguments, rank_by_hits>);
}

}  // namespace cli
