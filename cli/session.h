// SPDX-License-Identifier: Apache-2.0
// What every subcommand is given, and what a subcommand is.
#pragma once

#include "progress.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>

namespace cli {

// Exit codes, beside 0.
inline constexpr int failed = 1;         // the machine or a file said no
inline constexpr int misused = 2;        // an argument or an ARCAS_ variable is wrong
inline constexpr int interrupted = 130;  // Ctrl-C, as shells report it

struct session {
  progress& shown;
  std::stop_token stop;  // asked for by Ctrl-C
};

// Its arguments are part of the program's; run() works on what was parsed and returns an exit code.
struct subcommand {
  CLI::App* arguments;
  std::function<int(session&)> run;
};

// add(arguments, given) declares the options of `given`; run(given, s) is called if the command was
// named.
template <class Given>
subcommand make_subcommand(CLI::App& program, const char* name, const char* about,
                           const char* footer,
                           std::type_identity_t<void (*)(CLI::App&, Given&)> add,
                           int (*run)(Given&, session&)) {
  CLI::App* arguments = program.add_subcommand(name, about)->footer(footer);
  const auto given = std::make_shared<Given>();
  add(*arguments, *given);
  return {arguments, [given, run](session& s) { return run(*given, s); }};
}

subcommand topology_subcommand(CLI::App& program);
subcommand pagerank_subcommand(CLI::App& program);
subcommand bfs_subcommand(CLI::App& program);
subcommand sssp_subcommand(CLI::App& program);
subcommand components_subcommand(CLI::App& program);
subcommand bc_subcommand(CLI::App& program);
subcommand triangles_subcommand(CLI::App& program);
subcommand kcore_subcommand(CLI::App& program);
subcommand ktruss_subcommand(CLI::App& program);
subcommand matching_subcommand(CLI::App& program);
subcommand spanning_forest_subcommand(CLI::App& program);
subcommand independent_set_subcommand(CLI::App& program);
subcommand colouring_subcommand(CLI::App& program);
subcommand closeness_subcommand(CLI::App& program);
subcommand diameter_subcommand(CLI::App& program);
subcommand eigenvector_subcommand(CLI::App& program);
subcommand katz_subcommand(CLI::App& program);
subcommand hits_subcommand(CLI::App& program);
subcommand communities_subcommand(CLI::App& program);
subcommand biconnected_subcommand(CLI::App& program);
subcommand walks_subcommand(CLI::App& program);
subcommand conductance_subcommand(CLI::App& program);
subcommand topological_order_subcommand(CLI::App& program);
subcommand generate_subcommand(CLI::App& program);
subcommand convert_subcommand(CLI::App& program);
subcommand extract_subcommand(CLI::App& program);
subcommand info_subcommand(CLI::App& program);
subcommand openmp_subcommand(CLI::App& program);
subcommand trace_subcommand(CLI::App& program);
subcommand tune_subcommand(CLI::App& program);
subcommand doctor_subcommand(CLI::App& program);
subcommand predict_subcommand(CLI::App& program);
subcommand completion_subcommand(CLI::App& program);

}  // namespace cli
