// SPDX-License-Identifier: Apache-2.0
// What does a rank report if its process ends before the job? Its number, its host, the cause and
// the running task: if an error signal arrives, a task overflows its stack, or the program calls
// exit(). The disposition of a signal belongs to the process, and the running rank to a thread, so
// this state is not part of a rank (watchdog.h has such state too).
#pragma once

#include <arcas/cluster/diagnosis/fixed_text.h>
#include <arcas/cluster/tasks/scheduler.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace arcas::inline v0::cluster::detail {

// While this object lives, the code of this rank runs on this thread. These objects nest.
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

// Gives the calling thread a separate stack for its report. The first such object of the process
// installs the signal handlers. The stack exists until the thread's object is destroyed.
class last_words_of_thread {
 public:
  last_words_of_thread();
  ~last_words_of_thread();
  last_words_of_thread(const last_words_of_thread&) = delete;
  last_words_of_thread& operator=(const last_words_of_thread&) = delete;

 private:
  std::unique_ptr<char[]> stack_;
};

// Called before MPI starts, which installs handlers of its own: signals for which the program has a
// handler by now are left to the program. If this is not called, the first last_words_of_thread
// does it.
void leave_signals_of_program();

// From now on, a call of exit() while a thread has a last_words_of_thread writes a report and
// ends the process with an error status (the program's, if it is not 0), since other ranks would
// wait for this one.
void explain_exit();

// The host of this process; known after the first last_words_of_thread.
const char* name_of_host();
// Adds ", in the task NAME", or ", between tasks" if `name` is null. May be called in a signal
// handler.
void add_task(fixed_text& to, const char* name);

// The part of a name_of() after "T = ".
std::string_view readable_name(std::string_view name);

}  // namespace arcas::inline v0::cluster::detail
