// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/last_words.h>

#include <arcas/base/whole_file.h>
#include <arcas/cluster/diagnosis/neighbours.h>
#include <arcas/cluster/tasks/stack_pointer.h>
#include <arcas/cluster/transport/carrier.h>
#include <arcas/cluster/transport/explained_end.h>

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <string_view>

namespace arcas::inline v0::cluster::detail {
namespace {

constexpr std::size_t stack_bytes = 64 * 1024;
// Maximum length of a task's name, which may contain the names of many templates.
constexpr std::size_t longest_name = 200;

struct fatal_signal {
  int number;
  const char* name;
  const char* cause;        // the cause if the processor or the system sends the signal
  bool programs;            // whether the program has a handler of its own
  struct sigaction before;  // the previous disposition
};

// Changed only before the first task runs.
fatal_signal fatal_signals[] = {
    {SIGSEGV, "SIGSEGV", "an invalid memory access", false, {}},
    {SIGBUS, "SIGBUS", "memory that the system cannot give", false, {}},
    {SIGFPE, "SIGFPE", "an arithmetic error", false, {}},
    {SIGILL, "SIGILL", "an instruction that this processor lacks", false, {}},
    {SIGABRT, "SIGABRT", "by abort()", false, {}},
    {SIGTERM, "SIGTERM", "a request to end", false, {}},
    {SIGXCPU, "SIGXCPU", "more processor time than `ulimit -t` allows", false, {}}};

thread_local const rank_on_thread* innermost = nullptr;
thread_local stack_memory own_stack;
std::once_flag programs_known;
std::once_flag signals_installed;
std::once_flag exit_installed;
std::atomic<int> threads_with_words{0};
std::atomic<pid_t> process{0};  // a copy made by fork() has another number, and reports nothing
char host[256] = "";
// The launcher, and the processes between it and this process. Their signals end this process
// because another process of the job has failed; then this process reports nothing.
constexpr std::size_t most_launchers = 8;
pid_t launchers[most_launchers] = {};

// Whether this code is in a library whose file name begins with `name`.
bool is_in_library(const void* code, const char* name) {
  Dl_info found{};
  if (dladdr(code, &found) == 0 || !found.dli_fname) return false;
  const char* const slash = std::strrchr(found.dli_fname, '/');
  return std::strncmp(slash ? slash + 1 : found.dli_fname, name, std::strlen(name)) == 0;
}

// UCX, the network of many MPIs, handles error signals from the moment it is loaded, before main().
bool is_of_ucx(const struct sigaction& action) {
  return is_in_library(reinterpret_cast<const void*>(action.sa_handler), "libucs.");
}

// After one process has called MPI_Abort(), MPICH calls exit() in the other processes.
bool is_called_by_mpi() {
  void* frames[64];
  const int n = backtrace(frames, static_cast<int>(std::size(frames)));
  return std::any_of(frames, frames + n,
                     [](const void* frame) { return is_in_library(frame, "libmpi"); });
}

bool is_copy() {
  // relaxed: written by this thread, or before the fork.
  return getpid() != process.load(std::memory_order_relaxed);
}

// May be called in a signal handler: nothing here allocates.
template <class... Parts>
void write_line(const Parts&... what) {
  char room[1024];
  fixed_text line(room);
  const rank_on_thread* const here = innermost;
  if (here) {
    line.add("arcas: rank ", here->rank, " of ", here->ranks);
  } else {
    line.add("arcas: a thread without a rank");
  }
  line.add(" on ", host, ": ", what...);
  if (here) add_task(line, here->tasks.current_name());
  line.write_line();
  // relaxed: this thread reads it in exit(), or other processes after this one has ended.
  end_is_explained->store(true, std::memory_order_relaxed);
}

// The access that has ended the program, and the stack pointer at that time (stack_pointer_of()).
struct fault {
  std::uintptr_t address;
  std::uintptr_t stack;
};

// Number of bytes below the stack pointer that a function may use.
constexpr std::uintptr_t red_zone = 256;

// Whether the access is in a frame that extends below `low`, the end of a stack.
bool is_below(const fault& f, const std::byte* low) {
  const auto end = reinterpret_cast<std::uintptr_t>(low);
  return f.stack != 0 && f.stack < end && f.address < end && f.address + red_zone >= f.stack;
}

// Like is_below(), for a task's stack with a guard directly below it. Not every access to a guard
// is an overflow. A wrong pointer may refer to the guard of another stack, or to this guard while
// the stack pointer is far above it.
bool is_below_task(const fault& f, const std::byte* low, std::size_t guard) {
  const auto end = reinterpret_cast<std::uintptr_t>(low);
  if (end == 0) return false;
  const bool in_guard = f.address >= end - guard && f.address < end;
  return (in_guard && (f.stack == 0 || f.stack < end + red_zone)) || is_below(f, low);
}

// Like is_below(), for the thread's own stack. The system states the lowest address of this stack
// only to within some pages, and the lowest pages may belong to the guard.
bool is_below_thread(const fault& f) {
  constexpr std::uintptr_t above = std::uintptr_t{128} << 10;
  constexpr std::uintptr_t below = std::uintptr_t{1} << 20;
  const auto end = reinterpret_cast<std::uintptr_t>(own_stack.low);
  return own_stack.low && ((f.address >= end - below && f.address < end + above &&
                            (f.stack == 0 || f.stack < end + above)) ||
                           is_below(f, own_stack.low));
}

// If a stack has overflowed: reports the overflow and ends the process.
void end_on_overflow(const rank_on_thread& here, const fault& f) {
  const stack_pool& stacks = here.tasks.stacks();
  const std::byte* const low = here.tasks.current_stack().low;
  if (is_below_task(f, low, stacks.guard_bytes())) {
    write_line("a task needs more than its stack of ", stacks.stack_bytes(),
               " bytes; raise ARCAS_CLUSTER_STACK or cluster_options::tasks.stack_bytes, recurse "
               "less, or keep large objects out of local variables");
  } else if (!low && is_below_thread(f)) {
    write_line("a function that runs between tasks needs more than the stack of its thread, of ",
               own_stack.bytes,
               " bytes; raise it by `ulimit -s`, recurse less, or keep large objects out "
               "of local variables");
  } else {
    return;
  }
  arcas::detail::remove_unfinished_files();
  _exit(1);
}

stack_memory stack_of_this_thread() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* low = nullptr;
  std::size_t bytes = 0;
  const int failed = pthread_attr_getstack(&attributes, &low, &bytes);
  pthread_attr_destroy(&attributes);
  return failed ? stack_memory{} : stack_memory{static_cast<std::byte*>(low), bytes};
}

// The parent of a process, and the process's own name, from /proc/1234/stat:
// "1234 (a name) S 1233 …". 0 if there is no such process.
pid_t parent_of(pid_t child, std::string& name) {
  std::ifstream file("/proc/" + std::to_string(child) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  if (open == text.npos || close == text.npos || close + 4 > text.size()) return 0;
  name = text.substr(open + 1, close - open - 1);
  return static_cast<pid_t>(std::strtol(text.c_str() + close + 4, nullptr, 10));
}

bool is_launcher(const std::string& name) {
  constexpr std::string_view known[] = {"mpirun",    "mpiexec", "orterun", "orted",
                                        "prte",      "prterun", "prted",   "hydra_pmi_proxy",
                                        "slurmstepd"};
  return std::ranges::any_of(known, [&](std::string_view k) { return name.starts_with(k); });
}

// Stores the parent. If a launcher is above it, also stores the processes up to the launcher.
void find_launchers() {
  pid_t above[most_launchers] = {};
  std::string name;
  pid_t process_above = getppid();
  for (std::size_t i = 0; i < most_launchers && process_above != 0; ++i) {
    above[i] = process_above;
    process_above = parent_of(process_above, name);
    if (is_launcher(name)) {
      std::ranges::copy(above, launchers);
      return;
    }
  }
  std::ranges::fill(launchers, pid_t{0});
  launchers[0] = above[0];
}

// Also true if this process cannot see the sender (si_pid is 0): the launcher may be outside of
// this process's container.
bool is_by_launcher(const siginfo_t& what) {
  return what.si_code == SI_USER &&
         (what.si_pid == 0 || std::ranges::find(launchers, what.si_pid) != std::end(launchers));
}

// Whether kill(), raise() or similar has sent the signal; only the sender knows the cause.
bool is_sent(const siginfo_t& what) {
  return what.si_code == SI_USER || what.si_code == SI_TKILL || what.si_code == SI_QUEUE;
}

void explain(const fatal_signal& s, const siginfo_t& what, const ucontext_t& at) {
  const rank_on_thread* const here = innermost;
  const bool access = (s.number == SIGSEGV || s.number == SIGBUS) && what.si_code > 0;
  if (access && here) {
    end_on_overflow(*here, {reinterpret_cast<std::uintptr_t>(what.si_addr), stack_pointer_of(at)});
  }
  if (is_sent(what) && what.si_pid != getpid()) {
    write_line("ended by signal ", s.number, " (", s.name, "), sent by process ", what.si_pid);
  } else if (is_sent(what) && s.number != SIGABRT) {
    write_line("ended by signal ", s.number, " (", s.name, "), by raise()");
  } else {
    write_line("ended by signal ", s.number, " (", s.name, ", ", s.cause, ")");
  }
}

void on_signal(int number, siginfo_t* what, void* at) {
  const auto* const known = std::find_if(std::begin(fatal_signals), std::end(fatal_signals),
                                         [number](const auto& s) { return s.number == number; });
  if (!is_copy()) {
    if (number == SIGTERM && is_by_launcher(*what)) {
      launcher_ends();
    } else {
      explain(*known, *what, *static_cast<const ucontext_t*>(at));
    }
  }
  arcas::detail::remove_unfinished_files();
  // The previous disposition is restored. It takes effect when the instruction is repeated or, if
  // the signal was sent, by raise().
  sigaction(number, &known->before, nullptr);
  if (what->si_code <= 0) raise(number);
}

// Open MPI sends SIGCONT a second before SIGTERM, and SIGKILL some milliseconds after SIGTERM.
void on_continue(int, siginfo_t* what, void*) {
  const int error = errno;
  if (!is_copy() && is_by_launcher(*what)) launcher_warns();
  errno = error;
}

void look_when_continued() {
  struct sigaction action{};
  if (sigaction(SIGCONT, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action.sa_sigaction = &on_continue;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGCONT, &action, nullptr);
}

void install(fatal_signal& s) {
  if (s.programs) return;
  struct sigaction action{};
  action.sa_sigaction = &on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(s.number, nullptr, &s.before);
  sigaction(s.number, &action, nullptr);
}

// Does not flush a file that another thread has locked: if that thread waits for input, it may hold
// the lock for ever.
void flush_if_free(std::FILE* file) {
  if (ftrylockfile(file) != 0) return;
  fflush_unlocked(file);
  funlockfile(file);
}

void on_exit_call(int status, void*) {
  // relaxed: this thread's own count is visible; the counts of other threads are a best effort.
  const bool running = threads_with_words.load(std::memory_order_relaxed) != 0;
  // relaxed: set by this thread, or too late to matter.
  if (!running || is_copy() || end_is_explained->load(std::memory_order_relaxed)) return;
  if (is_called_by_mpi()) {
    // relaxed: other processes read it after this one has ended.
    end_is_explained->store(true, std::memory_order_relaxed);
    return;
  }
  write_line("the program calls exit() before the job is over");
  flush_if_free(stdout);
  flush_if_free(stderr);
  arcas::detail::remove_unfinished_files();
  _exit(status == 0 ? EXIT_FAILURE : status);
}

}  // namespace

const char* name_of_host() {
  return host;
}

void add_task(fixed_text& to, const char* name) {
  name ? to.add(", in the task ", readable_name(name)) : to.add(", between tasks");
}

std::string_view readable_name(std::string_view name) {
  constexpr std::string_view before = "T = ";
  const std::size_t at = name.find(before);
  if (at != name.npos) {
    name.remove_prefix(at + before.size());
    if (name.ends_with(']')) name.remove_suffix(1);
  }
  return name.substr(0, longest_name);
}

rank_on_thread::rank_on_thread(const scheduler& of_tasks, std::uint32_t self, std::uint32_t all)
    : tasks(of_tasks), rank(self), ranks(all), outer_(innermost) {
  innermost = this;
}

rank_on_thread::~rank_on_thread() {
  innermost = outer_;
}

last_words_of_thread::last_words_of_thread() {
  own_stack = stack_of_this_thread();
  stack_t now{};
  sigaltstack(nullptr, &now);
  // A sanitizer or the program may have given this thread a signal stack already.
  if ((now.ss_flags & SS_DISABLE) != 0) {
    stack_ = std::make_unique<char[]>(stack_bytes);
    stack_t ours{};
    ours.ss_sp = stack_.get();
    ours.ss_size = stack_bytes;
    sigaltstack(&ours, nullptr);
  }
  // relaxed: all threads of the process store the same number, which handlers read. The first of
  // these threads finds the launchers.
  if (process.exchange(getpid(), std::memory_order_relaxed) != getpid()) find_launchers();
  leave_signals_of_program();
  std::call_once(signals_installed, [] {
    gethostname(host, sizeof host - 1);
    for (fatal_signal& s : fatal_signals) install(s);
    look_when_continued();
  });
  // relaxed: pairs with the load in on_exit_call(), a best effort.
  threads_with_words.fetch_add(1, std::memory_order_relaxed);
}

last_words_of_thread::~last_words_of_thread() {
  // relaxed: pairs with the load in on_exit_call(), a best effort.
  threads_with_words.fetch_sub(1, std::memory_order_relaxed);
  if (!stack_) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

void leave_signals_of_program() {
  std::call_once(programs_known, [] {
    for (fatal_signal& s : fatal_signals) {
      struct sigaction now{};
      s.programs =
          sigaction(s.number, nullptr, &now) == 0 && now.sa_handler != SIG_DFL && !is_of_ucx(now);
    }
  });
}

void explain_exit() {
  std::call_once(exit_installed, [] { on_exit(&on_exit_call, nullptr); });
}

}  // namespace arcas::inline v0::cluster::detail
