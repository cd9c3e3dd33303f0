// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/tasks/stack_pool.h>

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>

namespace arcas::inline v0::cluster::detail {
namespace {

// Mapped at a time: a mapping costs a system call, and address space costs nothing.
constexpr std::size_t stacks_a_slab = 64;
// Tops of neighbouring stacks are this far apart in the cache's sets, else all of them, being whole
// pages apart, would compete for a few lines.
constexpr std::size_t stagger = 192;
constexpr std::size_t staggered_stacks = 16;

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

stack_pool::stack_pool(std::size_t stack_bytes)
    : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
      stack_bytes_((stack_bytes + page_ - 1) / page_ * page_),
      taken_of_last_(stacks_a_slab) {}

stack_pool::~stack_pool() {
  for (std::byte* slab : slabs_) munmap(slab, stacks_a_slab * (page_ + stack_bytes_));
}

stack_memory stack_pool::take() {
  const std::size_t stride = page_ + stack_bytes_;
  if (taken_of_last_ == stacks_a_slab) {
    void* slab = mmap(nullptr, stacks_a_slab * stride, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slab == MAP_FAILED) return {};
    // A huge page would hold many stacks of which only the tops are used.
    madvise(slab, stacks_a_slab * stride, MADV_NOHUGEPAGE);
    slabs_.push_back(static_cast<std::byte*>(slab));
    taken_of_last_ = 0;
  }
  std::byte* const guard = slabs_.back() + taken_of_last_ * stride;
  // Each guard splits a mapping, of which a process may have 65,530 on Linux.
  if (mprotect(guard, page_, PROT_NONE) != 0) return {};
  const std::size_t cut = taken_of_last_ % staggered_stacks * stagger;
  ++taken_of_last_;
  return {guard + page_, stack_bytes_ - cut};
}

bool stack_pool::guards(const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  const std::size_t stride = page_ + stack_bytes_;
  for (const std::byte* slab : slabs_) {
    if (byte < slab || byte >= slab + stacks_a_slab * stride) continue;
    return static_cast<std::size_t>(byte - slab) % stride < page_;
  }
  return false;
}

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
    struct sigaction action{};
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

}  // namespace arcas::inline v0::cluster::detail
