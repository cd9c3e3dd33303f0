// SPDX-License-Identifier: Apache-2.0
// What does a rank say when its process ends before the job? Its name, its host, what ends it and
// which task runs: where a signal of an error comes, where a task needs more than its stack, where
// the program calls exit(). The disposition of a signal belongs to the process and the rank that
// runs to a thread, so that this is a state outside of a rank, as watchdog.h has one.
#pragma once

#include <arcas/cluster/diagnosis/fixed_text.h>
#include <arcas/cluster/tasks/scheduler.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace arcas::inline v0::cluster::detail {

// While it lives, the code of that rank runs on this thread. They nest.
class rank_on_thread {
 public:
  rank_on_thread(const scheduler& tasks, std::uint32_t rank, std::uint32_t ranks);
  ~rank_on_thread();
  rank_on_thread(const rank_on_thread&) = delete;
  rank_on_thread& operator=(const rank_on_thread&) = delete;

  const scheduler& tasks;
  const std::uint32_t rank;
  const std::uint32_t ranks;

 private:
  const rank_on_thread* const outer_;
};

// Gives the calling thread the stack that the sentence is written on; signals are caught from the
// first of these on. Ends with the thread's last.
class last_words_of_thread {
 public:
  last_words_of_thread();
  ~last_words_of_thread();
  last_words_of_thread(const last_words_of_thread&) = delete;
  last_words_of_thread& operator=(const last_words_of_thread&) = delete;

 private:
  std::unique_ptr<char[]> stack_;
};

// Before MPI starts, which has handlers of its own: a signal that the program itself handles by now
// is left to it. Where this is not called, that holds for handlers before the first rank.
void leave_signals_of_program();

// From now on exit() says so while a thread has a last_words_of_thread, and ends with an
// error, which is the program's where it gives one: other ranks would wait for this one.
void explain_exit();

// Where this process runs, from the first last_words_of_thread on.
const char* name_of_host();
// Adds ", in the task NAME", or ", between tasks" where it is null. May be called in a signal handler.
void add_task(fixed_text& to, const char* name);

// What stands behind "T = " in a name_of().
std::string_view readable_name(std::string_view name);

}  // namespace arcas::inline v0::cluster::detail
