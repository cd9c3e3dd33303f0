// SPDX-License-Identifier: Apache-2.0
// Which options may a program set, and which may an environment variable set? Do packets take no
// more than the budget?
#include <arcas/base/memory_limit.h>
#include <arcas/cluster/ranks/options.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster {
namespace {

TEST(options, packets_keep_to_the_budget) {
  const cluster_options usual;
  for (const rank_id ranks : {2u, 64u, 1000u}) {
    const cluster_options o = usual.within_budget(ranks);
    EXPECT_LE(o.buffer_bytes(ranks), usual.buffer_budget);
    EXPECT_GE(o.transport.packet_bytes, 512u);
  }
  EXPECT_EQ(usual.within_budget(4).transport.packet_bytes, usual.transport.packet_bytes);
}

// From any initial length, packets shrink to the promised minimum, by whole words of 8 bytes.
TEST(options, packets_shrink_to_their_least) {
  for (const std::size_t bytes : {4032u, 4096u, 2024u, 520u}) {
    cluster_options tight;
    tight.hops = 1;
    tight.transport.packet_bytes = bytes;
    cluster_options least = tight;
    least.transport.packet_bytes = std::size_t{512};
    least.transport.credits = 1;
    tight.buffer_budget = least.buffer_bytes(64);
    const cluster_options kept = tight.within_budget(64);
    EXPECT_EQ(kept.transport.packet_bytes, std::size_t{512}) << bytes;
    EXPECT_EQ(kept.transport.credits, 1u) << bytes;
    --tight.buffer_budget;
    EXPECT_THROW(tight.within_budget(64), std::invalid_argument) << bytes;
    tight.buffer_budget = 3 * tight.buffer_budget;
    EXPECT_EQ(tight.within_budget(64).transport.packet_bytes % 8, 0u) << bytes;
  }
}

// If a process has several ranks, one that waits in MPI would make the others wait.
TEST(options, waiting_in_mpi_is_for_one_rank_a_process) {
  cluster_options waiting;
  waiting.wait_in_network = true;
  EXPECT_TRUE(waiting.with_environment().wait_in_network);
  EXPECT_EQ(waiting.with_environment().watch_after, 0U);
  ASSERT_EQ(setenv("ARCAS_CLUSTER_WORKERS", "2", 1), 0);
  EXPECT_FALSE(waiting.with_environment().wait_in_network);
  EXPECT_GT(waiting.with_environment().watch_after, 0U);
  unsetenv("ARCAS_CLUSTER_WORKERS");
}

// If packets alone just fit the budget, ranks that share a process get fewer packets, because their
// rings count, too.
TEST(options, rings_between_workers_are_in_the_budget) {
  for (const unsigned workers : {2u, 8u, 64u}) {
    cluster_options alone;
    alone.hops = 1;
    alone.buffer_budget = alone.within_budget(64).buffer_bytes(64);
    EXPECT_EQ(alone.within_budget(64).transport.credits, alone.transport.credits);
    cluster_options shared = alone;
    shared.workers = workers;
    EXPECT_GT(shared.buffer_bytes(64), alone.buffer_budget) << workers;
    const cluster_options kept = shared.within_budget(64);
    EXPECT_LT(kept.transport.credits, alone.transport.credits) << workers;
    EXPECT_LE(kept.buffer_bytes(64), alone.buffer_budget) << workers;
  }
  cluster_options many;
  many.workers = 64;
  EXPECT_LE(many.within_budget(4096).buffer_bytes(4096), many.buffer_budget);
  many.buffer_budget = 200'000;
  EXPECT_THROW(many.within_budget(4096), std::invalid_argument);
}

TEST(options, are_read_from_the_environment) {
  ASSERT_EQ(setenv("ARCAS_CLUSTER_STACK", "65536", 1), 0);
  EXPECT_EQ(cluster_options{}.with_environment().tasks.stack_bytes, 65536u);
  for (const char* wrong : {"", "10", "x", "65536k", "-1", "99999999999999999999"}) {
    ASSERT_EQ(setenv("ARCAS_CLUSTER_STACK", wrong, 1), 0);
    try {
      cluster_options{}.with_environment();
      ADD_FAILURE() << "'" << wrong << "' was accepted";
    } catch (const std::invalid_argument& e) {
      EXPECT_EQ(e.what(), std::string("ARCAS_CLUSTER_STACK=") + wrong +
                              ": it must be a number between 16384 and 1073741824");
    }
  }
  ASSERT_EQ(unsetenv("ARCAS_CLUSTER_STACK"), 0);
  EXPECT_EQ(cluster_options{}.with_environment().tasks.stack_bytes, 262144u);
}

// ARCAS_CLUSTER_TASKS sets most_tasks; a value below that of `tasks` lowers `tasks`, too.
TEST(options, of_tasks_and_of_patience_are_read_from_the_environment) {
  EXPECT_EQ(cluster_options{}.with_environment().patience, 0u);
  ASSERT_EQ(setenv("ARCAS_CLUSTER_PATIENCE", "90", 1), 0);
  ASSERT_EQ(setenv("ARCAS_CLUSTER_TASKS", "100", 1), 0);
  const cluster_options few = cluster_options{}.with_environment();
  ASSERT_EQ(setenv("ARCAS_CLUSTER_TASKS", "100000", 1), 0);
  const cluster_options many = cluster_options{}.with_environment();
  unsetenv("ARCAS_CLUSTER_PATIENCE");
  unsetenv("ARCAS_CLUSTER_TASKS");
  EXPECT_EQ(few.patience, 90'000'000'000u);
  EXPECT_EQ(few.tasks.most_tasks, 100u);
  EXPECT_EQ(few.tasks.tasks, 100u);
  EXPECT_EQ(many.tasks.most_tasks, 100'000u);
  EXPECT_EQ(many.tasks.tasks, cluster_options{}.tasks.tasks);
}

// A variable takes precedence over the program's option; an option without a set variable stays.
TEST(options, of_the_program_give_way_to_the_environment) {
  cluster_options chosen;
  chosen.buffer_budget = 1 << 20;
  chosen.metrics_file = "chosen.json";
  chosen.watch_after = 300'000'000;
  ASSERT_EQ(setenv("ARCAS_CLUSTER_HEAP", "1048576", 1), 0);
  ASSERT_EQ(setenv("ARCAS_CLUSTER_METRICS", "asked.json", 1), 0);
  const cluster_options both = chosen.with_environment();
  unsetenv("ARCAS_CLUSTER_HEAP");
  unsetenv("ARCAS_CLUSTER_METRICS");
  EXPECT_EQ(both.heap_bytes, 1048576u);
  EXPECT_EQ(both.metrics_file, "asked.json");
  EXPECT_EQ(both.buffer_budget, 1u << 20);
  EXPECT_EQ(both.watch_after, 300'000'000u);
  EXPECT_EQ(chosen.with_environment().heap_bytes, chosen.heap_bytes);
}

// By default, ranks divide the memory of the host, or of its cgroup, among their heaps.
TEST(options, divide_the_memory_of_a_host_among_its_ranks) {
  constexpr std::size_t mebibyte = 1 << 20;
  const cluster_options o;
  const std::size_t alone = o.heap_bytes_among(1);
  EXPECT_LE(alone, arcas::detail::memory_limit());
  EXPECT_GT(alone, arcas::detail::memory_limit() - mebibyte);
  EXPECT_EQ(o.heap_bytes_among(8), alone / 8 / mebibyte * mebibyte);
  EXPECT_EQ(o.heap_bytes_among(1u << 31), mebibyte) << "not less than a heap can be";
  cluster_options chosen;
  chosen.heap_bytes = 12345678;
  EXPECT_EQ(chosen.heap_bytes_among(8), 12345678u);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
