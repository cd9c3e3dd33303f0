// SPDX-License-Identifier: Apache-2.0
// The program `arcas-cluster`: the kernels of `arcas` on the ranks of a cluster, and their doctor. `mpirun -n 4 arcas
// bfs …` becomes this program (cli/several_ranks.h) after it has parsed its arguments.
#include "../figures.h"
#include "../progress.h"
#include "../read_files.h"
#include "../several_ranks.h"
#include "../unfinished_output.h"
#include "doctor.h"
#include "request.h"

#include <arcas/cluster/run.h>
#include <fmt/format.h>
#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace cluster = arcas::cluster;

namespace {

void show_messages() {
  cluster::rank_counts all;
  for (const cluster::rank_counts& c : cluster::gather_counts()) all += c;
  fmt::print("{} in {}, {}\n", cli::counted(all.aggregated.messages, "message"),
             cli::counted(all.sent.packets_sent, "packet"), cli::byte_count(all.sent.bytes_sent));
}

cli::ranks::doctor_choice& asked_doctor() {
  static cli::ranks::doctor_choice choice;
  return choice;
}

// Called by one task of rank 0.
void act(cli::session& s) {
  const cli::ranks::request& asked = cli::ranks::asked();
  if (asked_doctor().chosen) return cli::ranks::run_doctor(asked_doctor(), s);
  if (asked.choice.estimate) return cli::ranks::estimate(s);
  cli::ranks::run_kernel(cli::ranks::open_on_ranks(s), s);
  if (!asked.choice.json && asked.choice.output != "-") show_messages();
}

// Called on rank 0. Reports a failure like a single process; the job then ends normally.
int answer() {
  cli::progress shown;
  try {
    cli::session s{shown, {}};
    act(s);
    if (std::fflush(stdout) != 0) throw std::runtime_error("the output cannot be written");
    return 0;
  } catch (const std::exception& wrong) {
    shown.close();
    std::fflush(stdout);
    const bool misused = dynamic_cast<const std::invalid_argument*>(&wrong) != nullptr;
    const bool memory = dynamic_cast<const std::bad_alloc*>(&wrong) != nullptr;
    const std::string sentence = memory ? "not enough memory is available" : wrong.what();
    cli::tell(sentence);
    return misused ? cli::misused : cli::failed;
  }
}

// `arcas` has accepted the arguments for a single process, so an option unknown here is not available on ranks.
std::string misuse(const CLI::App& program, const CLI::ParseError& outcome) {
  const auto named = program.get_subcommands();
  if (!named.empty()) {
    for (const std::string& word : named.front()->remaining()) {
      if (word.starts_with('-')) return cli::ranks::refusal_of(word.substr(0, word.find('=')));
    }
  }
  return outcome.what();
}

// Before the ranks begin: a job that ends well writes its trace, also one that has refused what it was asked for.
bool refuse_trace_onto_graph() {
  const char* const trace = std::getenv("ARCAS_CLUSTER_TRACE");
  if (!trace) return false;
  try {
    cli::refuse_overwriting(trace, cli::ranks::asked().choice.graph.file, "the graph");
    return false;
  } catch (const std::runtime_error& wrong) {
    if (cli::is_first_rank()) cli::tell(wrong.what());
    return true;
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program{"Arcas on the ranks of a cluster, started by mpirun.", "arcas"};
  program.require_subcommand(1);
  program.set_help_flag();
  cli::ranks::add_kernels(program, cli::ranks::asked());
  cli::ranks::add_doctor(program, asked_doctor());
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& outcome) {
    if (!cli::is_first_rank()) return cli::failed_behind_first_rank(cli::misused);
    cli::tell(misuse(program, outcome));
    return cli::misused;
  }
  if (refuse_trace_onto_graph())
    return cli::is_first_rank() ? cli::failed : cli::failed_behind_first_rank(cli::failed);
  if (const unsigned workers = cli::ranks::asked().workers; workers != 0)
    setenv("ARCAS_CLUSTER_WORKERS", std::to_string(workers).c_str(), 1);
  // The cluster has handlers of its own for SIGTERM and others.
  cli::remove_unfinished_output_at({SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM});
  int code = 0;
  const int ended = cluster::run(argc, argv, [&code] { code = answer(); });
  return ended != 0 ? ended : code;
}
