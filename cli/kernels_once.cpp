// SPDX-License-Identifier: Apache-2.0
// Commands that are written once (kernels_once.h, closeness.h, similarity.h), in one process; matching.cpp and
// triangles.cpp have the others.
#include "kernels_once.h"

#include "closeness.h"
#include "similarity.h"

#include <arcas/graph/kernels/core_numbers.h>

namespace cli {
namespace {

template <class Given, void (*act)(process_run&, const Given&)>
int run_here(Given& given, session& s) {
  return run_kernel(given, s, [&](process_run& run) { act(run, given); });
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
subcommand closeness_subcommand(command_line& program) {
  return closeness_command(program, run_here<closeness_arguments, rank_by_closeness>);
}
subcommand similarity_subcommand(command_line& program) {
  subcommand made = similarity_command(program, [](similarity_arguments& given, session& s) {
    prepare(given);
    return run_kernel(given, s, [&](process_run& run) { find_similarity(run, given); });
  });
  made.is_of_ranks = false;
  return made;
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
