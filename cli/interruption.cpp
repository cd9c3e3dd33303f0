// SPDX-License-Identifier: Apache-2.0
#include "interruption.h"

#include "program.h"
#include "session.h"

#include <arcas/base/whole_file.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <system_error>

namespace cli {
namespace {

// The time in which the work has to end after Ctrl-C. The program then ends well within a second,
// the time to unwind included.
constexpr std::chrono::milliseconds grace{500};

sigset_t ctrl_c() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return set;
}

bool is_ignored() {
  struct sigaction now{};
  return sigaction(SIGINT, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

interruption::interruption(progress& shown) : shown_(shown) {
  remove_unfinished_output_at(
      {SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGPIPE, SIGALRM, SIGVTALRM, SIGABRT});
  if (is_ignored()) return;
  const sigset_t set = ctrl_c();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  try {
    waiting_ = std::jthread([this] { wait_for_signal(); });
  } catch (const std::system_error&) {
    // The system has no thread left: Ctrl-C ends the program at once, as it ends other programs.
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    remove_unfinished_output_at({SIGINT});
  }
}

interruption::~interruption() {
  if (!waiting_.joinable()) return;
  ended_ = true;
  pthread_kill(waiting_.native_handle(), SIGINT);
}

int interruption::tell() {
  while (told_.exchange(true)) ::pause();
  speak();
  return interrupted;
}

void interruption::speak() {
  const std::string what = shown_.close();
  // std::fputs throws no exception if standard error is closed or full.
  const std::string line =
      fmt::format("arcas: interrupted{}{}; no result\n", what.empty() ? "" : " while ", what);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

void interruption::wait_for_signal() {
  const sigset_t set = ctrl_c();
  int signal = 0;
  sigwait(&set, &signal);
  if (ended_) return;
  asked_.request_stop();
  const timespec patience{0, std::chrono::nanoseconds(grace).count()};
  // A second Ctrl-C ends the wait. So does the signal of the destructor, which waits for this
  // thread.
  sigtimedwait(&set, nullptr, &patience);
  if (ended_ || told_.exchange(true)) return;
  speak();
  arcas::detail::remove_unfinished_files();
  _exit(interrupted);
}

}  // namespace cli
