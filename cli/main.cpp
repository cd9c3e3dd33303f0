// SPDX-License-Identifier: Apache-2.0
// The program `arcas`: which subcommand does the command line name? A failure is reported by one
// sentence on stderr and an exit code.
#include "openmp.h"
#include "program.h"
#include "progress.h"
#include "session.h"
#include "several_ranks.h"
#include "trace.h"

#include <arcas/runtime/runtime.h>
#include <fmt/format.h>
#include <malloc.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// The names of the commands that run on ranks, as in "pagerank, bfs and doctor".
std::string commands_of_ranks(const std::vector<cli::subcommand>& declared) {
  std::vector<std::string> names;
  for (const cli::subcommand& each : declared)
    if (each.is_of_ranks) names.push_back(each.arguments.name());
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string footer(const std::vector<cli::subcommand>& declared) {
  std::string text = fmt::format(
      "Each subcommand has its own --help.\n\n"
      "Started by mpirun or srun, {} run on all ranks and print results in the same form; an "
      "option that is not available on ranks is an error. All other commands run on the first "
      "rank.\n\n"
      "Environment (with defaults; `arcas topology` shows the values in use):\n",
      commands_of_ranks(declared));
  for (const arcas::setting_line& line : arcas::describe(arcas::settings{})) {
    text += fmt::format("  {:<18}{}\n  {:<18}default: {}\n", line.variable, line.meaning, "",
                        line.value);
  }
  return text +
         "\nExit codes: 0 success; 1 a file, its graph or the system is at fault; 2 an argument "
         "or a variable is wrong, by itself, with another one, or for the format of a file; 130 "
         "Ctrl-C (mpirun may return another code).";
}

// Lets a trial reuse the memory that the previous trial has freed. If the memory came from the
// system again, each page would cost a page fault, and these faults would take most of the time of
// a trial of a millisecond. Arrays longer than `longest_in_heap` do not come from the heap.
void keep_freed_memory() {
  constexpr int longest_in_heap = 32 << 20;
  constexpr int most_kept = 256 << 20;
  mallopt(M_MMAP_THRESHOLD, longest_in_heap);
  mallopt(M_TRIM_THRESHOLD, most_kept);
}

// Called on the first of several ranks for a command that it runs alone.
void take_over(const std::string& command) {
  cli::take_processors_of_launcher();
  std::fputs(fmt::format("arcas: {} runs on the first rank alone\n", command).c_str(), stderr);
}

}  // namespace

int main(int argc, char** argv) {
  cli::prepare_streams();
  keep_freed_memory();
  cli::progress shown;
  cli::command_line program("Arcas: fine-grain parallel loops that need no tuning.");
  program.add_version(ARCAS_VERSION);
  const std::vector<cli::subcommand> subcommands = cli::declare_commands(program);
  program.add_footer(footer(subcommands));
  const bool several = cli::ranks_started() > 1;
  const bool first = !several || cli::is_first_rank();
  try {
    cli::become_openmp_program(argc, argv);
    const std::vector<std::string> words = cli::words_to_run(argc, argv);
    const auto text = program.parse(words);
    if (first && !words.empty() && words.front() == "predict") {
      if (several && !text) take_over("predict");
      cli::become_program_beside("arcas-predict", words);
    }
    if (text) return first ? cli::print_help(shown, *text) : 0;
    if (several && cli::given_of(subcommands).is_of_ranks) {
      cli::trace_ranks_instead();
      cli::go_to_cluster(words);
    }
  } catch (const cli::misuse& wrong) {
    if (!first) return cli::failed_behind_first_rank(cli::misused);
    return cli::tell_failure(shown, wrong);
  } catch (const std::runtime_error& not_started) {
    return cli::tell_failure(shown, not_started);
  }
  if (!first) return 0;
  const cli::subcommand& chosen = cli::given_of(subcommands);
  if (several && chosen.arguments.name() != "predict") take_over(chosen.arguments.name());
  return cli::run_command(chosen, program, shown);
}
