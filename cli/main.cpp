// SPDX-License-Identifier: Apache-2.0
// The program `arcas`: which subcommand is meant, and how is its failure told? In one sentence on
// stderr and an exit code.
#include "figures.h"
#include "interruption.h"
#include "openmp.h"
#include "progress.h"
#include "session.h"
#include "several_ranks.h"
#include "trace.h"

#include <arcas/runtime/settings.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr const char* unwritable = "the output cannot be written";

int complain(int code, cli::progress& shown, const std::string& sentence) {
  shown.close();
  std::fflush(stdout);
  cli::tell(sentence);
  return code;
}

// CLI11 reports a word that is neither a subcommand nor an option as a missing subcommand, and with an
// unknown option the word that the option's value has displaced.
std::string misuse(const CLI::App& program, const CLI::ParseError& outcome,
                   const std::string& first) {
  const auto named = program.get_subcommands();
  if (!named.empty() && dynamic_cast<const CLI::ExtrasError*>(&outcome)) {
    for (const std::string& word : named.front()->remaining()) {
      if (!word.starts_with('-')) continue;
      return fmt::format("\"{0}\" is not an option of {1}; `arcas {1} --help` lists the arguments",
                         word, named.front()->get_name());
    }
  }
  if (!named.empty()) {
    return fmt::format("{}; `arcas {} --help` lists the arguments", outcome.what(),
                       named.front()->get_name());
  }
  const char* const kind = first.starts_with('-') ? "an option" : "a subcommand";
  return (first.empty() ? outcome.what() : fmt::format("\"{}\" is not {}", first, kind)) +
         "; `arcas --help` lists the arguments";
}

std::string footer() {
  std::string text = fmt::format(
      "Each subcommand has its own --help.\n\n"
      "Started by mpirun or srun, {} run on all ranks and print results in the same form; an "
      "option that is not available on ranks is an error. All other commands run on the first "
      "rank.\n\n"
      "Environment (with defaults; `arcas topology` shows the values in use):\n",
      cli::commands_of_ranks);
  for (const arcas::setting_line& line : arcas::describe(arcas::settings{})) {
    text += fmt::format("  {:<18}{}\n  {:<18}default: {}\n", line.variable, line.meaning, "",
                        line.value);
  }
  return text +
         "\nExit codes: 0 success, 1 a file or system error, 2 a wrong argument or variable, "
         "130 Ctrl-C.";
}

// A failure is told where it is caught, and becomes an exit code.
int run(const cli::subcommand& chosen, cli::session& s, cli::interruption& ctrl_c) {
  try {
    const int code = chosen.run(s);
    if (std::fflush(stdout) != 0) throw std::runtime_error(unwritable);
    return code;
  } catch (const std::exception& wrong) {
    // Whatever a stop made the work throw, it was the stop that ended it.
    if (s.stop.stop_requested()) return ctrl_c.tell();
    if (dynamic_cast<const std::bad_alloc*>(&wrong)) {
      return complain(cli::failed, s.shown, "not enough memory is available");
    }
    const bool misused = dynamic_cast<const std::invalid_argument*>(&wrong);
    return complain(misused ? cli::misused : cli::failed, s.shown, wrong.what());
  }
}

// A file that is opened later must not take the place of a standard stream that is closed. A closed output is
// one that cannot be written, and a limit on the size of files an error, not a signal.
void prepare_streams() {
  constexpr std::pair<int, const char*> streams[] = {
      {STDIN_FILENO, "/dev/null"}, {STDOUT_FILENO, "/dev/full"}, {STDERR_FILENO, "/dev/null"}};
  for (const auto& [stream, instead] : streams)
    if (fcntl(stream, F_GETFD) < 0) open(instead, O_RDWR);
  signal(SIGXFSZ, SIG_IGN);
}

// A trial reuses the memory that the one before has freed. Were it taken from the system again,
// each page would be a fault, which is most of the time of a trial of a millisecond. Longer arrays
// do not come from the heap.
void keep_freed_memory() {
  constexpr int longest_in_heap = 32 << 20;
  constexpr int most_kept = 256 << 20;
  mallopt(M_MMAP_THRESHOLD, longest_in_heap);
  mallopt(M_TRIM_THRESHOLD, most_kept);
}

// With the program's own name before its words; of `trace COMMAND …`, whose ranks are traced, the command.
[[noreturn]] void run_on_ranks(char* itself, std::vector<std::string> words) {
  cli::trace_ranks_instead();
  std::vector<char*> arguments{itself};
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  cli::go_to_cluster(arguments.data());
}

// Called on the first of several ranks for a command that it runs alone.
void take_over(const std::string& command) {
  cli::take_processors_of_launcher();
  std::fputs(fmt::format("arcas: {} runs on the first rank alone\n", command).c_str(), stderr);
}

// In the order of the help.
std::vector<cli::subcommand> commands_of(CLI::App& program) {
  return {cli::topology_subcommand(program),
          cli::pagerank_subcommand(program),
          cli::bfs_subcommand(program),
          cli::sssp_subcommand(program),
          cli::components_subcommand(program),
          cli::bc_subcommand(program),
          cli::triangles_subcommand(program),
          cli::kcore_subcommand(program),
          cli::ktruss_subcommand(program),
          cli::matching_subcommand(program),
          cli::spanning_forest_subcommand(program),
          cli::independent_set_subcommand(program),
          cli::colouring_subcommand(program),
          cli::closeness_subcommand(program),
          cli::diameter_subcommand(program),
          cli::eigenvector_subcommand(program),
          cli::katz_subcommand(program),
          cli::hits_subcommand(program),
          cli::communities_subcommand(program),
          cli::biconnected_subcommand(program),
          cli::walks_subcommand(program),
          cli::conductance_subcommand(program),
          cli::topological_order_subcommand(program),
          cli::generate_subcommand(program),
          cli::convert_subcommand(program),
          cli::extract_subcommand(program),
          cli::info_subcommand(program),
          cli::openmp_subcommand(program),
          cli::trace_subcommand(program),
          cli::tune_subcommand(program),
          cli::doctor_subcommand(program),
          cli::predict_subcommand(program),
          cli::completion_subcommand(program)};
}

}  // namespace

int main(int argc, char** argv) {
  prepare_streams();
  keep_freed_memory();
  cli::progress shown;
  CLI::App program{"Arcas: fine-grain parallel loops that need no tuning.", "arcas"};
  program.set_version_flag("--version", "arcas " ARCAS_VERSION, "Print the version");
  program.require_subcommand(1);
  program.footer(footer());
  const std::vector<cli::subcommand> subcommands = commands_of(program);
  const bool several = cli::ranks_started() > 1;
  try {
    cli::become_openmp_program(argc, argv);
    std::vector<std::string> words = cli::words_to_run(argc, argv);
    const std::vector<std::string> in_order = words;
    std::ranges::reverse(words);  // as CLI11 takes them
    program.parse(words);
    if (several && cli::runs_on_ranks(program.get_subcommands().front()->get_name()))
      run_on_ranks(argv[0], in_order);
  } catch (const CLI::ParseError& outcome) {
    if (several && !cli::is_first_rank())
      return outcome.get_exit_code() == 0 ? 0 : cli::failed_behind_first_rank(cli::misused);
    if (outcome.get_exit_code() == 0) {  // --help, --version
      program.exit(outcome);
      std::cout.flush();
      return std::cout.good() ? 0 : complain(cli::failed, shown, unwritable);
    }
    return complain(cli::misused, shown, misuse(program, outcome, argc > 1 ? argv[1] : ""));
  } catch (const std::runtime_error& not_started) {
    return complain(cli::failed, shown, not_started.what());
  }
  if (several && !cli::is_first_rank()) return 0;
  if (several) take_over(program.get_subcommands().front()->get_name());
  cli::interruption ctrl_c(shown);
  cli::session session{shown, ctrl_c.token()};
  const auto chosen = std::find_if(subcommands.begin(), subcommands.end(),
                                   [](const cli::subcommand& s) { return s.arguments->parsed(); });
  return run(*chosen, session, ctrl_c);
}
