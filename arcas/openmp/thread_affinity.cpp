// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/thread_affinity.h>

#include <arcas/base/kept_state.h>
#include <arcas/openmp/settings.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>

namespace arcas::inline v0::detail::openmp {

namespace {

// The object that pins the calling thread; null: the thread is not pinned.
constinit thread_local kept_processors* pinned = nullptr;

// Whether masks may be changed. It is checked before each change, since a program may install a
// seccomp filter at any time. A prctl() that fails also shows a filter. if_unknown: the answer if
// the system has no descriptor or memory to read the number of filters.
bool may_move_threads(bool if_unknown = false) {
  if (settings().refuses_binding) return false;
  if (prctl(PR_GET_SECCOMP) == 0) return true;
  const int of_container = settings().container_filters;
  if (of_container <= 0) return false;
  const int own = seccomp_filters("/proc/thread-self/status");
  return own < 0 ? if_unknown : own == of_container;
}

}  // namespace

// Makes system calls directly, since open(), read() and close() are cancellation points.
int seccomp_filters(const char* status) {
  const kept_errno keeps;
  const long file = syscall(SYS_openat, AT_FDCWD, status, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? -1 : 0;
  std::array<char, 4096> text;
  const long size = syscall(SYS_read, file, text.data(), text.size() - 1);
  syscall(SYS_close, file);
  text[size > 0 ? static_cast<std::size_t>(size) : 0] = '\0';
  constexpr std::string_view name = "\nSeccomp_filters:";
  const std::size_t at = std::string_view(text.data()).find(name);
  return at == std::string_view::npos ? 0 : std::atoi(text.data() + at + name.size());
}

int seccomp_filters_of_container() {
  const kept_errno keeps;
  return prctl(PR_GET_SECCOMP) == 0 ? 0 : seccomp_filters("/proc/1/status");
}

void bind_to(std::span<const unsigned> processors) {
  const kept_errno keeps;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (const unsigned n : processors) CPU_SET(n, &mask);
  (void)sched_setaffinity(0, sizeof(mask), &mask);
}

bool move_off(pthread_t thread, int processor) {
  const kept_errno keeps;
  cpu_set_t may;
  if (processor < 0 || !may_move_threads() ||
      pthread_getaffinity_np(thread, sizeof(may), &may) != 0)
    return false;
  cpu_set_t others = may;
  CPU_CLR(processor, &others);
  // The first call moves the thread; the second restores the mask without moving it.
  if (CPU_COUNT(&others) == 0 || pthread_setaffinity_np(thread, sizeof(others), &others) != 0)
    return false;
  (void)pthread_setaffinity_np(thread, sizeof(may), &may);
  return true;
}

bool kept_processors::keep_here() {
  const kept_errno keeps;
  at_ = sched_getcpu();
  if (at_ < 0 || !may_move_threads() || sched_getaffinity(0, sizeof(before_), &before_) != 0 ||
      CPU_COUNT(&before_) < 2)
    return false;
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(at_, &only);
  pinned = this;
  if (sched_setaffinity(0, sizeof(only), &only) == 0) return true;
  pinned = nullptr;
  return false;
}

void kept_processors::let_go() {
  restore();
  pinned = nullptr;
}

void kept_processors::restore() {
  const kept_errno keeps;
  cpu_set_t now;
  if (may_move_threads(true) && sched_getaffinity(0, sizeof(now), &now) == 0 &&
      CPU_COUNT(&now) == 1 && CPU_ISSET(at_, &now))
    (void)sched_setaffinity(0, sizeof(before_), &before_);
}

void restore_processors_in_child() {
  if (pinned) pinned->restore();
}

unsigned unpinned_processors() {
  return pinned ? static_cast<unsigned>(CPU_COUNT(&pinned->before_)) : usable_processors();
}

}  // namespace arcas::inline v0::detail::openmp
