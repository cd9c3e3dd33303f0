// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include "figures.h"
#include "interruption.h"
#include "kernel_report.h"
#include "several_ranks.h"

#include <arcas/base/whole_file.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace cli {
namespace {

bool is_first = true;  // set before a handler is installed

void remove_and_end(int number) {
  constexpr std::string_view sentence = "arcas: interrupted; no result\n";
  // If the sentence cannot be written, nothing can be done.
  if (number == SIGINT && is_first) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence.data(), sentence.size());
  }
  arcas::detail::remove_unfinished_files();
  raise(number);  // SA_RESETHAND has brought back the default action
}

}  // namespace

void remove_unfinished_output_at(std::initializer_list<int> signals) {
  is_first = is_first_rank();
  for (const int number : signals) {
    struct sigaction now{};
    if (sigaction(number, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    struct sigaction ours{};
    ours.sa_handler = remove_and_end;
    ours.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    sigemptyset(&ours.sa_mask);
    sigaction(number, &ours, nullptr);
  }
}

void prepare_streams() {
  constexpr std::pair<int, const char*> streams[] = {
      {STDIN_FILENO, "/dev/null"}, {STDOUT_FILENO, "/dev/full"}, {STDERR_FILENO, "/dev/null"}};
  for (const auto& [stream, instead] : streams)
    if (fcntl(stream, F_GETFD) < 0) open(instead, O_RDWR);
  signal(SIGXFSZ, SIG_IGN);
}

int tell_failure(progress& shown, int code, const std::string& sentence) {
  shown.close();
  std::fflush(stdout);
  tell(sentence);
  return code;
}

int tell_failure(progress& shown, const std::exception& wrong) {
  if (dynamic_cast<const std::bad_alloc*>(&wrong))
    return tell_failure(shown, failed, "not enough memory is available");
  const bool is_misuse = dynamic_cast<const std::invalid_argument*>(&wrong) != nullptr;
  return tell_failure(shown, is_misuse ? misused : failed, wrong.what());
}

void finish_output() {
  // After a failed write there is nothing to flush, so ferror() is asked as well.
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    throw std::runtime_error("the output cannot be written");
}

int print_help(progress& shown, const std::string& text) {
  try {
    std::fputs(text.c_str(), stdout);
    finish_output();
    return 0;
  } catch (const std::runtime_error& unwritable) {
    return tell_failure(shown, unwritable);
  }
}

int run_command(const subcommand& chosen, const command_line& program, progress& shown) {
  interruption ctrl_c(shown);
  session s{shown, ctrl_c.token(), &program};
  try {
    constexpr file_of_variable trace[] = {{"ARCAS_TRACE", "the trace"}};
    if (chosen.kernel) refuse_equal_files(*chosen.kernel, trace);
    const int code = chosen.run(s);
    finish_output();
    return code;
  } catch (const std::exception& wrong) {
    // After a requested stop the exception is a consequence of the stop.
    return s.stop.stop_requested() ? ctrl_c.tell() : tell_failure(shown, wrong);
  }
}

std::string path_beside(const char* name) {
  std::error_code none;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  return (self.parent_path() / name).string();
}

void become_program_beside(const char* name, std::vector<std::string> arguments) {
  std::string program = path_beside(name);
  if (!program.starts_with('/')) return;  // without /proc, its place is unknown
  std::vector<char*> words{program.data()};
  for (std::string& word : arguments) words.push_back(word.data());
  words.push_back(nullptr);
  execv(program.c_str(), words.data());
}

}  // namespace cli
