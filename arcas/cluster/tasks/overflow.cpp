// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/tasks/overflow.h>

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <mutex>

namespace arcas::cluster::detail {
namespace {

constexpr std::size_t reporter_stack = 64 * 1024;

thread_local const overflow_watch* innermost_watch = nullptr;

// What was done about the signal before; written once, before the first task runs.
struct sigaction previous_action;
std::once_flag installed;

void on_fault(int number, siginfo_t* what, void*) {
  const overflow_watch* watch = innermost_watch;
  if (watch && watch->stacks.guards(what->si_addr)) {
    char text[256];
    const int n = std::snprintf(
        text, sizeof text,
        "arcas: rank %u: a task needs more than its stack of %zu bytes; give tasks more by "
        "ARCAS_CLUSTER_STACK or cluster_options::tasks.stack_bytes, or recurse less\n",
        watch->rank, watch->stacks.stack_bytes());
    // Nothing can be done where even this fails.
    [[maybe_unused]] const ssize_t written = write(2, text, static_cast<std::size_t>(n));
    _exit(1);
  }
  // Not ours: as it would have been, when the instruction is tried again.
  sigaction(number, &previous_action, nullptr);
}

}  // namespace

overflow_watch::overflow_watch(const stack_pool& watched, std::uint32_t of_rank)
    : stacks(watched), rank(of_rank), outer_(innermost_watch) {
  innermost_watch = this;
}

overflow_watch::~overflow_watch() {
  innermost_watch = outer_;
}

overflow_reporter::overflow_reporter() {
  stack_t now{};
  sigaltstack(nullptr, &now);
  // A sanitizer, or the program, may have given this thread one already.
  if ((now.ss_flags & SS_DISABLE) != 0) {
    stack_ = std::make_unique<char[]>(reporter_stack);
    stack_t ours{};
    ours.ss_sp = stack_.get();
    ours.ss_size = reporter_stack;
    sigaltstack(&ours, nullptr);
  }
  std::call_once(installed, [] {
    struct sigaction action {};
    action.sa_sigaction = &on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &previous_action);
  });
}

overflow_reporter::~overflow_reporter() {
  if (!stack_) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

}  // namespace arcas::cluster::detail
