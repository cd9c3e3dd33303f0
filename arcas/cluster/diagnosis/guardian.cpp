// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/guardian.h>
#include <arcas/cluster/diagnosis/last_words.h>
#include <arcas/cluster/transport/carrier.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <new>

namespace arcas::inline v0::cluster::detail {
namespace {

// Ranks of a process whose tasks are named.
constexpr unsigned most_workers_named = 16;

constexpr const char* launchers[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};

bool launched() {
  return std::any_of(std::begin(launchers), std::end(launchers),
                     [](const char* variable) { return std::getenv(variable) != nullptr; });
}

// A launcher ends all processes like this when one has failed, which has said so.
void on_request_to_end(int number) {
  // relaxed: read by the guardian when this process is no more.
  end_is_explained->store(true, std::memory_order_relaxed);
  signal(number, SIG_DFL);
  raise(number);
}

void expect_requests_to_end() {
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction now{};
    if (sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
      signal(number, &on_request_to_end);
    }
  }
}

}  // namespace

// Written by the process, read by the guardian when that is no more.
struct guardian::page {
  std::atomic<bool> explained{false};
  rank_id first = 0;
  rank_id ranks = 0;
  unsigned workers = 0;  // 0: the ranks are not known yet
  const char* tasks[most_workers_named] = {};
};

guardian::guardian() {
  if (!launched()) return;
  void* const shared =
      mmap(nullptr, sizeof(page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int pipe[2];
  if (shared == MAP_FAILED || pipe2(pipe, O_CLOEXEC) != 0) return;
  page_ = ::new (shared) page;
  const pid_t between = fork();
  if (between == 0) {
    // Not this process's child: the program may wait for children of its own.
    if (fork() == 0) {
      close(pipe[1]);
      guard(pipe[0], *page_);
    }
    _exit(0);
  }
  close(pipe[0]);
  if (between < 0) {
    close(pipe[1]);
    return;
  }
  while (waitpid(between, nullptr, 0) < 0 && errno == EINTR) {
  }
  // The other end stays open until this process ends, however it does.
  end_is_explained = &page_->explained;
  expect_requests_to_end();
}

guardian::~guardian() {
  // relaxed: read by the guardian when this process is no more.
  if (page_) page_->explained.store(true, std::memory_order_relaxed);
}

void guardian::introduce(rank_id first, unsigned workers, rank_id ranks) {
  if (!page_) return;
  page_->first = first;
  page_->ranks = ranks;
  page_->workers = workers;
}

const char** guardian::task_of(unsigned worker) {
  return page_ && worker < most_workers_named ? &page_->tasks[worker] : nullptr;
}

// Whether that is what has ended, and no signal the wait.
bool guardian::wait_for_end(int pipe) {
  char byte;
  return read(pipe, &byte, 1) == 0;
}

void guardian::guard(int pipe, const page& seen) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  // Files and pipes of the process are to end when it does; only the line below is written.
  dup2(pipe, 0);
  close(1);
  close_range(3, ~0U, 0);
  while (!wait_for_end(0)) {
  }
  // relaxed: the process is no more.
  if (seen.workers == 0 || seen.explained.load(std::memory_order_relaxed)) _exit(0);
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  for (unsigned w = 0; w < std::min(seen.workers, most_workers_named); ++w) {
    char text[1024];
    int length = 0;
    const char* const name = seen.tasks[w] ? readable_name(seen.tasks[w], length) : "";
    const int n = std::snprintf(
        text, sizeof text,
        "arcas: rank %u of %u on %s: killed by signal 9 (SIGKILL), as the system does where memory "
        "lacks, or ended by _exit(), %s%.*s\n",
        seen.first + w, seen.ranks, host, seen.tasks[w] ? "in the task " : "between tasks", length,
        name);
    [[maybe_unused]] const ssize_t written = write(2, text, static_cast<std::size_t>(n));
  }
  _exit(0);
}

}  // namespace arcas::inline v0::cluster::detail
