// SPDX-License-Identifier: Apache-2.0
// The program `arcas-cluster`: the kernels of `arcas` on the ranks of a cluster, and `doctor`.
// `mpirun -n 4 arcas bfs …` becomes this program (cli/several_ranks.h) after it has parsed its
// arguments.
#include "../argument_values.h"
#include "../figures.h"
#include "../program.h"
#include "../progress.h"
#include "../several_ranks.h"
#include "doctor.h"
#include "ranks_run.h"

#include <arcas/cluster/run.h>
#include <fmt/format.h>
#include <signal.h>

#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cluster = arcas::cluster;

namespace {

constexpr cli::file_of_variable written_by_variables[] = {
    {"ARCAS_TRACE", "the trace"},
    {"ARCAS_CLUSTER_TRACE", "the trace"},
    {"ARCAS_CLUSTER_METRICS", "the file of counts"}};

void show_messages() {
  cluster::rank_counts all;
  for (const cluster::rank_counts& c : cluster::gather_counts()) all += c;
  fmt::print("{} in {}, {}\n", cli::counted(all.aggregated.messages, "message"),
             cli::counted(all.sent.packets_sent, "packet"), cli::byte_count(all.sent.bytes_sent));
}

// Called by one task of rank 0. Reports a failure in the same way as a single process; the job then
// ends normally.
int answer(const cli::subcommand& chosen) {
  cli::progress shown;
  try {
    cli::session s{shown, {}};
    const int code = chosen.run(s);
    const cli::kernel_choice* const kernel = cli::ranks::asked();
    if (kernel && !kernel->estimate && !kernel->json && kernel->output != "-") show_messages();
    cli::finish_output();
    return code;
  } catch (const std::exception& wrong) {
    return cli::tell_failure(shown, wrong);
  }
}

// Throws cli::misuse for an option that has no meaning on ranks.
void refuse_options_of_a_process(const cli::options& arguments) {
  constexpr const char* of_one_loop =
      "divides loops among the workers of a process, and each rank has one worker; remove it";
  constexpr std::pair<const char*, const char*> refused[] = {
      {"--grain", of_one_loop},
      {"--distributor", of_one_loop},
      {"--levels", of_one_loop},
      {"--locality", "each rank already has its part of the graph in its own memory; remove it"},
      {"--maximum", "is not available on several ranks; start without mpirun"},
      {"--compare", "compares the loops of one process; start without mpirun"}};
  for (const auto& [option, reason] : refused)
    if (arguments.is_given(option)) throw cli::misuse(fmt::format("{}: {}", option, reason));
}

// --workers N sets the number of ranks of each process.
void take_workers(cli::kernel_choice& given) {
  std::string& workers = given.graph.loops.front();
  if (workers.empty()) return;
  const std::string wrong = cli::whole_number(1, cli::no_limit<unsigned>)(workers);
  if (!wrong.empty()) throw cli::misuse("--workers: " + wrong);
  setenv("ARCAS_CLUSTER_WORKERS", workers.c_str(), 1);
  workers.clear();
}

// The command that the command line names. Called in each process.
cli::subcommand parse(cli::command_line& program, int argc, char** argv) {
  const auto declared = cli::declare_commands(program);
  if (const auto help = program.parse(std::vector<std::string>(argv + 1, argv + argc))) {
    if (cli::is_first_rank()) fmt::print("{}", *help);
    std::exit(0);
  }
  const cli::subcommand& given = cli::given_of(declared);
  if (given.kernel) {
    refuse_options_of_a_process(given.arguments);
    take_workers(*given.kernel);
    cli::ranks::asked() = given.kernel;
  }
  return given;
}

}  // namespace

int main(int argc, char** argv) {
  cli::command_line program("Arcas on the ranks of a cluster, started by mpirun.");
  std::optional<cli::subcommand> chosen;
  try {
    chosen = parse(program, argc, argv);
    // Throws for a wrong variable.
    static_cast<void>(cluster::cluster_options{}.with_environment());
    // A job that ends normally writes its trace and its metrics even if the command has failed.
    if (chosen->kernel) cli::refuse_equal_files(*chosen->kernel, written_by_variables);
  } catch (const std::invalid_argument& wrong) {
    if (!cli::is_first_rank()) return cli::failed_behind_first_rank(cli::misused);
    cli::tell(wrong.what());
    return cli::misused;
  }
  // SIGTERM and other signals are not in the list, since the cluster has its own handlers for them.
  cli::remove_unfinished_output_at({SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM});
  int code = 0;
  const int ended = cluster::run(argc, argv, [&] { code = answer(*chosen); });
  return ended != 0 ? ended : code;
}
