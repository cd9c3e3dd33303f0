// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include "argument_values.h"
#include "figures.h"
#include "session.h"

#include <arcas/loops/trace.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace cli {
namespace {

constexpr const char* default_file = "arcas.pftrace";

struct trace_arguments {
  std::string out;
  std::vector<std::string> command;
};

// Called if no command follows `trace`; otherwise words_to_run() has removed the word `trace`.
int refuse_no_command(trace_arguments&, session&) {
  throw std::invalid_argument(
      "trace requires a command that runs loops, as in `arcas trace pagerank FILE`");
}

// Whether a loop has an iteration for each of n vertices, in the order of the vertices. `files` has
// the source files of the kernels with such loops.
bool is_over_vertices(const arcas::detail::traced_line& l, std::size_t n) {
  constexpr std::string_view files[] = {
      "pagerank", "components.cpp:", "betweenness.cpp:", "bfs.cpp:", "core_numbers.cpp:"};
  return !l.by.empty() && l.of_longest.first == 0 && l.of_longest.last == n &&
         std::ranges::any_of(files,
                             [&](std::string_view file) { return l.line.starts_with(file); });
}

}  // namespace

std::vector<std::string> words_to_run(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.size() < 2 || words[0] != "trace") return words;
  std::vector<std::string> command;
  std::string file = default_file;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "-o" && i + 1 < words.size()) {
      file = words[++i];
    } else {
      command.push_back(words[i]);
    }
  }
  // The words are --help or a mistake, which the parser of options reports.
  if (command.empty() || command.front().starts_with('-') || file.empty()) return words;
  setenv("ARCAS_TRACE", file.c_str(), 1);
  return command;
}

void trace_ranks_instead() {
  const char* const file = std::getenv("ARCAS_TRACE");
  if (!file) return;
  setenv("ARCAS_CLUSTER_TRACE", file, 0);
  unsetenv("ARCAS_TRACE");
}

std::string longest_over_vertices(std::size_t n,
                                  const std::function<std::uint64_t(graph::vertex)>& degree,
                                  const id_of_vertex& id) {
  const arcas::detail::loop_trace trace = arcas::detail::trace_so_far();
  if (trace.threads.empty()) return {};
  for (const arcas::detail::traced_line& l : arcas::detail::lines_of(trace)) {
    if (!is_over_vertices(l, n)) continue;
    auto heaviest = static_cast<graph::vertex>(l.longest.first);
    for (auto v = l.longest.first; v < l.longest.last; ++v) {
      const auto other = static_cast<graph::vertex>(v);
      if (degree(other) > degree(heaviest)) heaviest = other;
    }
    const double seconds = trace.nanoseconds_of(l.longest.took()) / 1e9;
    return fmt::format(
        "Longest chunk in {}: {} vertices kept {} busy for {}; vertex {} of these has {} edges\n",
        l.line, grouped(l.longest.last - l.longest.first), l.by, duration(seconds),
        id(heaviest).shown(), grouped(degree(heaviest)));
  }
  return {};
}

subcommand trace_subcommand(command_line& program) {
  return make_subcommand(
      program, "trace", "Record the loops of a command: a timeline for ui.perfetto.dev",
      "The timeline shows which thread ran which iterations at which time, and how the time\n"
      "of each loop divides into work, claims of chunks, late starts of threads and waiting\n"
      "for others. ARCAS_TRACE=OUT records a program of your own. The file is written at the\n"
      "end, completely or not at all; a file that the command reads or writes is refused as\n"
      "OUT. Under mpirun, the timeline shows the tasks, messages and packets of all ranks, and\n"
      "what each rank waited for (ARCAS_CLUSTER_TRACE=OUT in programs of your own).\n\n"
      "Examples:\n"
      "  arcas trace pagerank data/soc-Slashdot0902.txt.zst -o slashdot.pftrace\n"
      "  mpirun -n 4 arcas trace bfs --kronecker 18 -o ranks.pftrace\n"
      "  ARCAS_TRACE=mine.pftrace ./my_program",
      [](const options& arguments, trace_arguments& given) {
        arguments
            .add_option("-o", given.out,
                        fmt::format("The file of the timeline; without it {}", default_file))
            .option_text("OUT")
            .check(file_name());
        arguments.add_option("COMMAND", given.command, "A command of arcas with its arguments");
      },
      refuse_no_command);
}

}  // namespace cli
