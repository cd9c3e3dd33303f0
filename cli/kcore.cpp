// SPDX-License-Identifier: Apache-2.0
// arcas kcore FILE: what is the core number of each vertex?
#include "commands_of_ranks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/core_numbers.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

int run_kcore(kernel_choice& given, session& s) {
  return run_kernel(given, s, [&](process_run& run) {
    const graph::undirected_view g = run.undirected();
    const auto result = run.timed("core numbers", [&](unsigned) { return graph::core_numbers(g); });
    describe_core_numbers(
        run.report, counts_of(result.cores.all(), result.degeneracy + std::size_t{1}), given.top);
    run.check([&] { return fault_in_core_numbers(g, result.cores.all()); });
    run.write({{"core", column_kind::whole, [&](std::size_t v) { return result.cores[v]; }}});
  });
}

}  // namespace

subcommand kcore_subcommand(command_line& program) {
  return kcore_command(program, run_kcore);
}

}  // namespace cli
