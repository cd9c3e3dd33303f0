// SPDX-License-Identifier: Apache-2.0
// arcas tune COMMAND …: how does a command's time depend on the number of workers and on the grain?
// Each cell of the table is measured in a process of its own. The runs of all cells take turns, so
// that load on the machine affects all cells alike.
#include "argument_values.h"
#include "beside_openmp.h"
#include "figures.h"
#include "heat_map.h"
#include "read_files.h"
#include "session.h"

#include <arcas/graph/errors.h>
#include <arcas/graph/output_file.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace cli {
namespace {

struct tune_arguments {
  options own{nullptr};
  std::string workers;
  std::string grains = "auto,1,16,256,4096";
  unsigned rounds = 3;
  std::string out;
};

std::vector<std::string> listed(const std::string& text, const char* option, bool auto_too) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, comma - at);
    unsigned number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool is_number = error == std::errc() && end == word.data() + word.size() && number != 0;
    if (!is_number && !(auto_too && word == "auto")) {
      throw std::invalid_argument(
          fmt::format("{} {}: \"{}\" is not a number of at least 1{}; write a list such as 1,2,4",
                      option, text, word, auto_too ? " or auto" : ""));
    }
    words.push_back(word);
    at = comma + 1;
  }
  return words;
}

// The list 1, 2, 4 … and the number of all hardware threads.
std::string all_workers() {
  const unsigned most = std::max(1u, std::thread::hardware_concurrency());
  std::string text;
  for (unsigned w = 1; w < most; w *= 2) text += fmt::format("{},", w);
  return text + std::to_string(most);
}

struct run_of_command {
  bool ended_well = false;
  double seconds = 0;  // of the whole process
  std::string output;
};

using variables = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> environment_with(const variables& set) {
  std::vector<std::string> all;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view line = *at;
    if (std::ranges::none_of(set, [&](const auto& v) { return line.starts_with(v.first + "="); }))
      all.emplace_back(line);
  }
  for (const auto& [name, value] : set) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

// Runs a program to its end and keeps its standard output.
run_of_command run_once(std::vector<std::string> words, const variables& set) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error(std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  // SIGINT is blocked in this process (interruption.h), and must end the started program.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  sigset_t as_usual;
  sigemptyset(&as_usual);
  sigaddset(&as_usual, SIGXFSZ);  // ignored in this process (program.cpp)
  posix_spawnattr_setsigdefault(&attributes, &as_usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> lines = environment_with(set);
  const std::string program = words.front();
  const stopwatch time;
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &actions, &attributes,
                                 pointers_to(words).data(), pointers_to(lines).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  run_of_command done;
  char part[4096];
  for (ssize_t got; error == 0 && (got = read(ends[0], part, sizeof part)) != 0;) {
    if (got > 0) done.output.append(part, static_cast<std::size_t>(got));
    if (got < 0 && errno != EINTR) break;
  }
  close(ends[0]);
  if (error != 0) {
    throw std::runtime_error(
        fmt::format("{}: cannot be run ({}); name a command of arcas or a program", program,
                    std::strerror(error)));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  done.seconds = time.seconds();
  done.ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return done;
}

// The median of the list "seconds" that follows `after` in a JSON object; negative if there is no
// list.
double median_seconds(std::string_view json, std::string_view after) {
  const std::size_t from = after.empty() ? 0 : json.find(after);
  constexpr std::string_view key = "\"seconds\": [";
  const std::size_t at = from == json.npos ? json.npos : json.find(key, from);
  if (at == json.npos) return -1;
  std::vector<double> all;
  for (std::string_view rest = json.substr(at + key.size()); !rest.empty() && rest[0] != ']';) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), seconds);
    if (error != std::errc()) return -1;
    all.push_back(seconds);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    while (!rest.empty() && (rest[0] == ',' || rest[0] == ' ')) rest.remove_prefix(1);
  }
  if (all.empty()) return -1;
  std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2));
  return all[all.size() / 2];
}

// A command and its two times: its own, and one for comparison. The second is the time with
// OpenMP's loops if the kernel also has these. Otherwise it is the time with one counter for all
// workers, as in OpenMP's schedule(dynamic).
class tuned_command {
 public:
  tuned_command(const command_line& program, std::vector<std::string> words)
      : words_(std::move(words)) {
    if (words_.empty()) {
      throw std::invalid_argument(
          "tune requires a command, as in `arcas tune pagerank FILE` or `arcas tune ./my_program`");
    }
    if (words_.front().starts_with('-')) {
      throw std::invalid_argument(
          fmt::format("\"{}\" is not an option of tune; `arcas tune --help` lists the arguments",
                      words_.front()));
    }
    const auto kernels = program.commands();
    const auto kernel = std::ranges::find(kernels, words_.front(), &command_words::name);
    is_kernel_ = kernel != kernels.end();
    if (!is_kernel_) return;
    with_openmp_ = has_openmp() && std::ranges::any_of(kernel->options, [](const auto& option) {
                     return option.first == "compare";
                   });
    words_.insert(words_.begin(), "/proc/self/exe");
    words_.emplace_back("--json");
    if (with_openmp_) words_.insert(words_.end(), {"--compare", "openmp"});
  }

  const char* what() const { return is_kernel_ ? "the kernel" : "the whole program"; }
  const char* beside() const { return with_openmp_ ? "OpenMP, dynamic" : "Arcas, one counter"; }

  // The command's own time, and the time of the comparison.
  std::pair<double, double> seconds(const std::string& workers, const std::string& grain) const {
    variables set = {{"ARCAS_WORKERS", workers}, {"ARCAS_GRAIN", grain}};
    if (with_openmp_) {
      set.emplace_back("OMP_NUM_THREADS", workers);
      // An iteration of OpenMP's loops is a block of openmp_block iterations of Arcas's loops.
      if (grain != "auto") {
        const std::size_t blocks = (std::stoul(grain) + openmp_block - 1) / openmp_block;
        set.emplace_back("OMP_SCHEDULE", fmt::format("dynamic,{}", blocks));
      }
      const run_of_command done = run(set);
      return {seconds_of(done), median_seconds(done.output, "\"openmp\"")};
    }
    const double own = seconds_of(run(set));
    set.emplace_back("ARCAS_DISTRIBUTOR", "shared");
    return {own, seconds_of(run(set))};
  }
  const char* note() const {
    return with_openmp_ ? ""
                        : "\nWith one counter for all workers, loops are divided as by OpenMP's "
                          "schedule(dynamic)";
  }

 private:
  run_of_command run(const variables& set) const {
    run_of_command done = run_once(words_, set);
    if (done.ended_well) return done;
    throw std::runtime_error(
        fmt::format("the command failed with {} workers and grain {}; its own messages are above",
                    set[0].second, set[1].second));
  }
  double seconds_of(const run_of_command& done) const {
    if (!is_kernel_) return done.seconds;
    const double seconds = median_seconds(done.output, "");
    if (seconds >= 0) return seconds;
    throw std::runtime_error("the command prints no time; name a command that runs a kernel");
  }

  std::vector<std::string> words_;
  bool is_kernel_ = false;
  bool with_openmp_ = false;
};

double median(std::vector<double> all) {
  std::ranges::sort(all);
  return all[all.size() / 2];
}

int run_tune(tune_arguments& given, session& s) {
  const std::vector<std::string> workers =
      listed(given.workers.empty() ? all_workers() : given.workers, "--workers", false);
  const std::vector<std::string> grains = listed(given.grains, "--grains", true);
  const tuned_command command(*s.program, given.own.other_command());
  for (const std::string& word : given.own.other_command())
    refuse_overwriting(given.out, word, "a file that the command names");
  if (!given.out.empty()) graph::detail::require_writable(given.out);
  heat_map ours{"Arcas", workers, grains, {}}, beside{command.beside(), workers, grains, {}};
  const std::size_t cells = workers.size() * grains.size();
  std::vector<std::vector<double>> times(cells), times_beside(cells);
  s.shown.begin("measuring");
  for (unsigned round = 0; round < given.rounds; ++round) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      s.shown.reached(
          fmt::format("round {} of {}, cell {} of {}", round + 1, given.rounds, cell + 1, cells));
      if (s.stop.stop_requested()) throw graph::interrupted();
      const auto [a, b] =
          command.seconds(workers[cell / grains.size()], grains[cell % grains.size()]);
      times[cell].push_back(a);
      times_beside[cell].push_back(b);
    }
  }
  s.shown.end();
  for (const auto& all : times) ours.seconds.push_back(median(all));
  for (const auto& all : times_beside) beside.seconds.push_back(median(all));
  const std::vector<heat_map> maps = {ours, beside};
  fmt::print("Time of {}, medians of {}; in brackets the ratio to the least{}\n\n", command.what(),
             counted(given.rounds, "run"), command.note());
  for (const heat_map& map : maps) fmt::print("{}\n", as_text(map, least_of(maps)));
  if (!given.out.empty()) {
    graph::detail::output_file file(given.out);
    file.write(as_svg(maps));
    file.finish();
  }
  return 0;
}

}  // namespace

subcommand tune_subcommand(command_line& program) {
  return make_subcommand(
      program, "tune",
      "Show how the time of a command depends on the number of workers and on the grain",
      "Runs the command by turns with each number of workers and each grain, each time in a\n"
      "process of its own. For a kernel, the table has the time of the kernel; for another\n"
      "program, that of the whole process, which reads ARCAS_WORKERS and ARCAS_GRAIN. A\n"
      "second table has the time with OpenMP's loops if the kernel has them (pagerank,\n"
      "triangles); otherwise the time with one counter for all workers\n"
      "(ARCAS_DISTRIBUTOR=shared), as in OpenMP's schedule(dynamic). The tables are for\n"
      "information: no setting has to be changed.\n\n"
      "Examples:\n"
      "  arcas tune pagerank data/soc-Slashdot0902.txt.zst\n"
      "  arcas tune --workers 1,2 --grains auto,64 --out bfs.svg bfs --kronecker 18 --trials 5\n"
      "  arcas tune --rounds 5 ./my_program its arguments",
      [](const options& arguments, tune_arguments& given) {
        given.own = arguments;
        arguments
            .add_option("--workers", given.workers,
                        "Numbers of workers. Without it: 1, 2, 4, … and all")
            .option_text("LIST");
        arguments.add_option("--grains", given.grains, "Numbers of iterations per claim")
            .option_text("LIST=auto,1,16,256,4096");
        add_number(arguments, "--rounds", given.rounds,
                   "Number of runs for each cell; the median is shown", 1);
        arguments.add_option("--out", given.out, "Draw the tables as SVG")
            .option_text("OUT.svg")
            .check(file_name());
        arguments.take_other_command();
      },
      run_tune);
}

}  // namespace cli
