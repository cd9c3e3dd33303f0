// SPDX-License-Identifier: Apache-2.0
// The session that each subcommand gets, and the subcommand itself.
#pragma once

#include "options.h"
#include "progress.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <vector>

namespace cli {

// Exit codes, beside 0; the same in one process and on ranks. An exception of the type
// std::invalid_argument stands for misused, any other one for failed.
inline constexpr int failed = 1;         // a file, its graph or the system is at fault
inline constexpr int misused = 2;        // an argument or an ARCAS_ variable is wrong, by itself,
                                         // with another one, or for the format of a file
inline constexpr int interrupted = 130;  // Ctrl-C, as shells report it

struct session {
  progress& shown;
  std::stop_token stop;                   // asked for by Ctrl-C
  const command_line* program = nullptr;  // null in arcas-cluster
};

struct kernel_choice;

// run() uses the parsed arguments and returns an exit code.
struct subcommand {
  options arguments;
  std::function<int(session&)> run;
  bool is_of_ranks = false;         // whether it runs on all ranks under mpirun, in arcas-cluster
  kernel_choice* kernel = nullptr;  // the options of a command that reads a graph
};

// add(arguments, given) declares the options of `given`; run(given, s) is called if the command
// line names the command.
template <class Given>
subcommand make_subcommand(command_line& program, const char* name, const char* about,
                           const char* footer,
                           std::type_identity_t<void (*)(const options&, Given&)> add,
                           int (*run)(Given&, session&)) {
  const auto given = std::make_shared<Given>();
  const options arguments = program.add_command(name, about, footer);
  add(arguments, *given);
  subcommand made{arguments, [given, run](session& s) { return run(*given, s); }};
  if constexpr (std::is_base_of_v<kernel_choice, Given>) made.kernel = given.get();
  return made;
}

// The functions that declare commands that run in one process only, or that run no kernel.
using declare_subcommand = subcommand(command_line& program);
declare_subcommand topology_subcommand, biconnected_subcommand, generate_subcommand,
    convert_subcommand, extract_subcommand, info_subcommand, openmp_subcommand, trace_subcommand,
    tune_subcommand, doctor_subcommand, predict_subcommand, completion_subcommand;
// Declares all commands of the calling program, `arcas` or `arcas-cluster` (command_table.h).
std::vector<subcommand> declare_commands(command_line& program);
// Returns the command that the parsed command line names.
inline const subcommand& given_of(const std::vector<subcommand>& declared) {
  return *std::ranges::find_if(declared,
                               [](const subcommand& each) { return each.arguments.is_given(); });
}

}  // namespace cli
