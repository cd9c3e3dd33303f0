// SPDX-License-Identifier: Apache-2.0
// What does a rank report if its process ends before the job? Its number, its host, the cause and
// the running task. A rank reports an error signal, a task that overflows its stack, and a call of
// exit() by the program. The disposition of a signal belongs to the process, and the running rank
// to a thread, so this state is not part of a rank.
#pragma once

#include <arcas/cluster/diagnosis/fixed_text.h>
#include <arcas/cluster/tasks/scheduler.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace arcas::inline v0::cluster::detail {

// While this object lives, the code of `rank` runs on the thread that made it. These objects nest.
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

// As long as this object exists, the thread that made it has a separate stack for signal handlers.
// The first such object of the process installs the handlers.
class last_words_of_thread {
 public:
  last_words_of_thread();
  ~last_words_of_thread();
  last_words_of_thread(const last_words_of_thread&) = delete;
  last_words_of_thread& operator=(const last_words_of_thread&) = delete;

 private:
  std::unique_ptr<char[]> stack_;
};

// From now on, signals for which the program already has a handler are left to that handler. To be
// called before MPI installs its handlers; otherwise the first last_words_of_thread calls this
// function.
void leave_signals_of_program();

// From now on, a call of exit() while a thread has a last_words_of_thread writes a report and
// ends the process with an error status: the one that the program passes or, if that is 0, another.
// Without the error status, other ranks would wait for this rank.
void explain_exit();

// The host of this process; known after the first last_words_of_thread.
const char* name_of_host();
// Adds ", in the task NAME", or ", between tasks" if `name` is null. May be called in a signal
// handler.
void add_task(fixed_text& to, const char* name);

// The part of the compiler's name of a function (name_of()) after "T = ", shortened if it is long.
std::string_view readable_name(std::string_view name);

}  // namespace arcas::inline v0::cluster::detail
