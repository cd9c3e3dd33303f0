// SPDX-License-Identifier: Apache-2.0
// What does a user read if a process ends before the job? mpi_failures.cpp tests exit().
#include "virtual_runs.h"

#include <arcas/cluster/diagnosis/last_words.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <limits>
#include <string>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

TEST(last_words, call_a_task_by_the_type_of_its_function) {
  const auto body = [] {};
  const std::string_view text = readable_name(job(body).name());
  EXPECT_NE(text.find("lambda"), std::string::npos) << text;
  EXPECT_EQ(text.find("name_of"), std::string::npos) << text;
  EXPECT_EQ(readable_name("main"), "main");
  EXPECT_EQ(job().name(), nullptr);
}

TEST(last_words, are_cut_where_they_are_too_long) {
  char room[16];
  fixed_text text(room);
  text.add("rank ", 7u, " of ", std::uint64_t{1} << 63);
  EXPECT_EQ(text.text(), "rank 7 of 92233");
  text.add("more", -1);
  EXPECT_EQ(std::string(text.c_str()), "rank 7 of 92233");
  char large[100];
  fixed_text numbers(large);
  numbers.add(std::numeric_limits<std::int64_t>::min(), " ", ~std::uint64_t{0}, " ", 0);
  EXPECT_EQ(numbers.text(), "-9223372036854775808 18446744073709551615 0");
}

// Sanitizers have signal handlers and stacks of their own.
#ifndef ARCAS_SANITIZED
TEST(last_words, tell_of_the_signal_of_an_error) {
  for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGXCPU}) {
    EXPECT_EXIT(run_virtual(test::usual(3, 1),
                            job([number] { spawn_on(2, [number] { std::raise(number); }); })),
                testing::KilledBySignal(number),
                "arcas: rank 2 of 3 on .*: ended by signal " + std::to_string(number) +
                    " .*, in the task .*tell_of_the_signal_of_an_error.*lambda");
  }
  EXPECT_EXIT(run_virtual(test::usual(2, 1), job([] { async(1, [] { std::raise(SIGBUS); }); })),
              testing::KilledBySignal(SIGBUS), "arcas: rank 1 of 2 on .*SIGBUS.*, between tasks");
  EXPECT_EXIT(run_virtual(test::usual(1, 1), job([] { *static_cast<volatile int*>(nullptr) = 1; })),
              testing::KilledBySignal(SIGSEGV), "SIGSEGV, an invalid memory access");
}

// A child process sends the signal to this process.
void send_by_another(int number) {
  const pid_t to = getpid();
  if (fork() == 0) {
    kill(to, number);
    _exit(0);
  }
  wait(nullptr);
}

TEST(last_words, name_another_process_that_sends_the_signal) {
  EXPECT_EXIT(run_virtual(test::usual(1, 1), job([] { send_by_another(SIGSEGV); })),
              testing::KilledBySignal(SIGSEGV),
              "ended by signal 11 .SIGSEGV., sent by process [0-9]+, in the task");
  EXPECT_EXIT(run_virtual(test::usual(1, 1), job([] { send_by_another(SIGTERM); })),
              testing::KilledBySignal(SIGTERM),
              "ended by signal 15 .SIGTERM., sent by process [0-9]+, in the task");
}

// mpirun ends the processes of a job in this way after another process has failed.
TEST(last_words, are_none_where_the_parent_ends_the_process) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    run_virtual(test::usual(1, 1), job([fd = ends[1]] {
                  static_cast<void>(write(fd, "!", 1));
                  for (;;) pause();
                }));
  }
  close(ends[1]);
  char text[256] = "";
  ASSERT_EQ(read(ends[0], text, 1), 1);
  kill(child, SIGTERM);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
  EXPECT_EQ(read(ends[0], text, sizeof text), 0) << text;
  close(ends[0]);
}

TEST(last_words, of_a_copy_of_the_process_are_not_those_of_a_rank) {
  testing::internal::CaptureStderr();
  int status = 0;
  run_virtual(test::usual(1, 1), job([&status] {
                const pid_t copy = fork();
                if (copy == 0) std::raise(SIGABRT);
                waitpid(copy, &status, 0);
              }));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_TRUE(WIFSIGNALED(status));
}
#endif

}  // namespace
}  // namespace arcas::inline v0::cluster
