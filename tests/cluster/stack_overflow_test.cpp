// SPDX-License-Identifier: Apache-2.0
// What does a user read if a stack overflows? The stack is that of a task, between stacks of other
// tasks, or that of the thread, on which functions of messages run. The frames are of all kinds.
#include "virtual_runs.h"

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>

#include <gtest/gtest.h>

#include <alloca.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>

// Sanitizers have signal handlers and stacks of their own.
#ifndef ARCAS_SANITIZED

namespace arcas::inline v0::cluster {
namespace {

constexpr std::size_t kibibyte = 1024;

// Forces the compiler to allocate the object at `at`.
void keep(volatile char* at) {
  asm volatile("" : : "g"(at) : "memory");
}

int deep(int n) {
  volatile char room[512] = {};
  room[static_cast<std::size_t>(n) % sizeof room] = 1;
  return n == 0 ? 0 : deep(n - 1) + room[0];
}

// A function that touches the far end of its frame first.
template <std::size_t bytes>
[[gnu::noinline]] void have_frame() {
  volatile char room[bytes];
  room[0] = 1;
  keep(room);
}

[[gnu::noinline]] void take_of_the_stack(std::size_t bytes) {
  volatile char* const room = static_cast<volatile char*>(alloca(bytes));
  room[0] = 1;
  keep(room);
}

[[gnu::noinline]] std::size_t fill_local_array() {
  std::array<double, 64 * kibibyte> all;
  for (double& x : all) x = 1;
  asm volatile("" : : "g"(all.data()) : "memory");
  return all.size();
}

// A frame as in a library that is compiled without stack probes.
template <std::size_t bytes>
[[gnu::noinline, gnu::optimize("no-stack-clash-protection")]] void have_frame_without_probes() {
  volatile char room[bytes];
  room[0] = 1;
  keep(room);
}

struct stack_use {
  const char* name;
  void (*run)();
};

const stack_use too_much[] = {
    {"recursion", [] { deep(100'000); }},
    {"frame_256", [] { have_frame<256 * kibibyte>(); }},
    {"frame_265", [] { have_frame<265 * kibibyte>(); }},
    {"frame_275", [] { have_frame<275 * kibibyte>(); }},
    {"frame_400", [] { have_frame<400 * kibibyte>(); }},
    {"frame_1024", [] { have_frame<1024 * kibibyte>(); }},
    {"frame_4096", [] { have_frame<4096 * kibibyte>(); }},
    {"alloca_300", [] { take_of_the_stack(300 * kibibyte); }},
    {"alloca_4096", [] { take_of_the_stack(4096 * kibibyte); }},
    {"array", [] { fill_local_array(); }},
    {"no_probes_275", [] { have_frame_without_probes<275 * kibibyte>(); }},
    {"no_probes_400", [] { have_frame_without_probes<400 * kibibyte>(); }},
    {"no_probes_1024", [] { have_frame_without_probes<1024 * kibibyte>(); }},
};

// Begins tasks that wait.
void surround() {
  for (int i = 0; i < 40; ++i) spawn([] { suspend(); });
  yield();
}

class stack_overflow : public testing::TestWithParam<stack_use> {};

TEST_P(stack_overflow, of_a_task_names_its_rank_and_its_function) {
  EXPECT_EXIT(run_virtual(test::usual(2, 1),
                          job([run = GetParam().run] { spawn_on(1, [run] { run(); }); })),
              testing::ExitedWithCode(1),
              "arcas: rank 1 of 2 on .*: a task needs more than its stack of 262144 bytes; raise "
              "ARCAS_CLUSTER_STACK or cluster_options::tasks.stack_bytes, .*, in the "
              "task .*of_a_task_names_its_rank_and_its_function.*lambda");
}

TEST_P(stack_overflow, of_the_main_task_among_others_is_told) {
  EXPECT_EXIT(run_virtual(test::usual(1, 1), job([run = GetParam().run] {
                            surround();
                            run();
                          })),
              testing::ExitedWithCode(1), "rank 0 of 1 on .*: a task needs more than its stack");
}

TEST_P(stack_overflow, in_a_call_to_the_own_rank_is_told) {
  EXPECT_EXIT(
      run_virtual(test::usual(1, 1), job([run = GetParam().run] { call(0, [run] { run(); }); })),
      testing::ExitedWithCode(1), "rank 0 of 1 on .*: a task needs more than its stack");
}

INSTANTIATE_TEST_SUITE_P(cluster, stack_overflow, testing::ValuesIn(too_much),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(stack_overflow, of_a_function_between_tasks_is_told) {
  const char* const sentence =
      "arcas: rank 1 of 2 on .*: a function that runs between tasks needs more than the "
      "stack of its thread, of [0-9]+ bytes; .*ulimit -s.*, between tasks";
  EXPECT_EXIT(run_virtual(test::usual(2, 1), job([] { async(1, [] { deep(100'000); }); })),
              testing::ExitedWithCode(1), sentence);
  EXPECT_EXIT(run_virtual(test::usual(2, 1),
                          job([] { async(1, [] { have_frame<65'536 * kibibyte>(); }); })),
              testing::ExitedWithCode(1), sentence);
}

TEST(stack_overflow, is_none_where_a_frame_fits) {
  run_virtual(test::usual(2, 1), job([] {
                spawn_on(1, [] { have_frame<200 * kibibyte>(); });
                async(1, [] { have_frame<4096 * kibibyte>(); });
              }));
}

// Faults at addresses outside of stacks are reported as before.
TEST(stack_overflow, is_not_said_of_other_addresses) {
  EXPECT_EXIT(run_virtual(test::usual(1, 1), job([] {
                            surround();
                            *reinterpret_cast<volatile int*>(0x10) = 1;
                          })),
              testing::KilledBySignal(SIGSEGV), "SIGSEGV, an invalid memory access");
}

// The pointers point into the guards of the next stack and of the own stack; the frame itself fits.
TEST(stack_overflow, is_not_said_of_a_wrong_pointer_to_a_guard) {
  for (const std::ptrdiff_t away : {300 * 1024, -300 * 1024}) {
    EXPECT_EXIT(run_virtual(test::usual(1, 1), job([away] {
                              surround();
                              volatile char here = 0;
                              auto at = reinterpret_cast<std::uintptr_t>(&here);
                              at += static_cast<std::uintptr_t>(away);
                              *reinterpret_cast<volatile char*>(at) = 1;
                            })),
                testing::KilledBySignal(SIGSEGV), "SIGSEGV, an invalid memory access");
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster

#endif
