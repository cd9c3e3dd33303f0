// SPDX-License-Identifier: Apache-2.0
// Tests the promises (conformance.h) for processes with several ranks, each on a worker of a loop
// runtime, and the loops inside tasks of such ranks.
#include "conformance.h"
#include "virtual_runs.h"

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

cluster_options with_workers(unsigned workers, const virtual_options& of) {
  cluster_options options = of.cluster;
  options.workers = workers;
  return options;
}

// A job of one process; returns its error message.
std::string run_alone(unsigned workers, job main) {
  virtual_network outside(1, {.in_threads = true});
  return run_worker_ranks(outside.port(0), with_workers(workers, test::usual(1, 1)),
                          std::move(main));
}

job all_promises() {
  return job([] {
    for (const test::promise& p : test::promises()) {
      try {
        p.body();
      } catch (const std::exception& e) {
        throw std::runtime_error(std::string(p.name) + ": " + e.what());
      }
    }
  });
}

// All promises, with these numbers of processes and workers.
void promises_hold_on(rank_id processes, const cluster_options& options) {
  SCOPED_TRACE(std::to_string(processes) + " processes of " + std::to_string(options.workers));
  virtual_network outside(processes, {.most_delay = 5000, .in_threads = true});
  std::vector<std::jthread> others;
  for (rank_id p = 1; p < processes; ++p) {
    others.emplace_back([&outside, p, &options] {
      EXPECT_EQ(run_worker_ranks(outside.port(p), options, job()), "");
    });
  }
  EXPECT_EQ(run_worker_ranks(outside.port(0), options, all_promises()), "");
}

TEST(worker_ranks, keep_the_promises) {
  for (const unsigned workers : {2u, 3u}) {
    promises_hold_on(1, with_workers(workers, test::usual(1, 1)));
  }
  promises_hold_on(2, with_workers(2, test::usual(1, 1)));
}

TEST(worker_ranks, keep_the_promises_with_every_capacity_at_its_least) {
  promises_hold_on(2, with_workers(2, test::tight(1, 1)));
}

TEST(worker_ranks, keep_the_promises_in_one_process_with_every_capacity_at_its_least) {
  promises_hold_on(1, with_workers(3, test::tight(1, 1)));
}

TEST(worker_ranks, keep_the_promises_over_three_hops) {
  cluster_options options = with_workers(3, test::usual(1, 1));
  options.hops = 3;
  promises_hold_on(2, options);
}

TEST(worker_ranks, each_have_a_thread_of_their_own_and_run_serially_there) {
  EXPECT_EQ(
      run_alone(3, job([] {
                  EXPECT_EQ(ranks(), 3u);
                  std::vector<std::thread::id> threads;
                  for (rank_id r = 0; r < 3; ++r) {
                    // The address is valid on each rank: ranks of a process share its memory.
                    call(r, [where = &threads] { where->push_back(std::this_thread::get_id()); });
                    call(r, [where = &threads] {
                      if (where->back() != std::this_thread::get_id())
                        throw std::logic_error("moved");
                    });
                  }
                  for (std::size_t a = 0; a < 3; ++a) {
                    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(threads[a], threads[b]);
                  }
                })),
      "");
}

TEST(worker_ranks, a_failure_on_any_of_them_ends_the_job_with_its_name) {
  for (rank_id on = 0; on < 3; ++on) {
    const auto counted = std::make_shared<int>(0);
    EXPECT_EQ(run_alone(3, job([on, counted] {
                          for (int i = 0; i < 20; ++i) spawn([counted] { suspend(); });
                          spawn_on(on, [] { throw std::runtime_error("no such thing"); });
                          suspend();
                        })),
              "rank " + std::to_string(on) + " of 3: a task failed: no such thing");
    EXPECT_EQ(counted.use_count(), 1) << "a task was not unwound";
  }
}

TEST(worker_ranks, refuse_options_that_cannot_be_on_all_of_them) {
  virtual_network outside(1, {.in_threads = true});
  cluster_options options = with_workers(2, test::usual(1, 1));
  options.buffer_budget = 1000;
  const std::string sentence = run_worker_ranks(outside.port(0), options, job([] {}));
  EXPECT_NE(sentence.find("raise ARCAS_CLUSTER_BUFFERS"), std::string::npos) << sentence;
}

// The error message of a job of some processes with two workers each, in which ranks compute for
// twice as long as the watch has patience, or for much longer if they do not announce that: on a
// busy machine the watch does not count the time in which its own rank gets no processor.
std::string end_of_computations(rank_id processes, const std::vector<rank_id>& computing,
                                bool announced) {
  cluster_options options = with_workers(2, test::usual(1, 1));
  options.watch_after = 100'000'000;
  options.patience = 5 * options.watch_after;
  virtual_network outside(processes, {.in_threads = true});
  std::vector<std::jthread> others;
  for (rank_id p = 1; p < processes; ++p)
    others.emplace_back([&, p] { run_worker_ranks(outside.port(p), options, job()); });
  return run_worker_ranks(outside.port(0), options, job([&] {
                            for (const rank_id r : computing) {
                              spawn_on(r, [announced] {
                                const auto compute = [](int seconds) {
                                  std::this_thread::sleep_for(std::chrono::seconds(seconds));
                                };
                                if (!announced) return compute(4);
                                const long_computation within;
                                compute(1);
                              });
                            }
                          }));
}

// The first worker of a process carries the messages of the others.
TEST(worker_ranks, are_not_named_while_they_announce_that_they_compute) {
  for (const std::vector<rank_id>& computing : {std::vector<rank_id>{1}, {0, 3}, {2, 3}, {0, 2}})
    EXPECT_EQ(end_of_computations(2, computing, true), "") << computing.front();
  const std::string sentence = end_of_computations(1, {1}, false);
  EXPECT_NE(sentence.find("rank 1 has not answered for "), std::string::npos) << sentence;
}

// A loop in a task runs on the task's worker alone: the other workers run ranks of their own.
TEST(worker_ranks, a_loop_inside_a_task_runs_on_its_own_worker) {
  EXPECT_EQ(run_alone(2, job([] {
                        auto sums = global_array<long>::make(ranks(), 1);
                        on_all_ranks([sums] {
                          const auto mine = std::this_thread::get_id();
                          std::atomic<long> sum{0};
                          std::atomic<bool> elsewhere{false};
                          arcas::parallel_for(0, 10'000, [&](int i) {
                            sum.fetch_add(i);
                            if (std::this_thread::get_id() != mine) elsewhere.store(true);
                          });
                          EXPECT_FALSE(elsewhere.load());
                          write(sums[self()], sum.load());
                        });
                        for (rank_id r = 0; r < ranks(); ++r) EXPECT_EQ(read(sums[r]), 49'995'000);
                        sums.free();
                      })),
            "");
}

// A loop that names a runtime uses the workers of that runtime, even if loops of several ranks do
// so at the same time.
TEST(worker_ranks, a_loop_inside_a_task_may_name_a_runtime_that_ranks_share) {
  runtime shared(runtime_options{.workers = 3});
  EXPECT_EQ(run_alone(2, job([on = &shared] {
                        auto sums = global_array<long>::make(ranks(), 1);
                        for (rank_id r = 0; r < ranks(); ++r) write(sums[r], 0);
                        on_all_ranks([sums, on] {
                          for (int round = 0; round < 20; ++round) {
                            std::atomic<long> sum{0};
                            arcas::parallel_for(0, 1'000, [&](int i) { sum.fetch_add(i); },
                                                {.on = on});
                            EXPECT_EQ(sum.load(), 499'500);
                            fetch_add(sums[(self() + 1) % ranks()], sum.load());
                          }
                        });
                        for (rank_id r = 0; r < ranks(); ++r)
                          EXPECT_EQ(read(sums[r]), 20 * 499'500);
                        sums.free();
                      })),
            "");
}

// If a process has one rank, loops in its tasks use all workers of a runtime, as in any program.
TEST(worker_ranks, a_loop_inside_a_task_of_a_process_with_one_rank_has_the_whole_runtime) {
  run_virtual(test::usual(1, 1), job([] {
                runtime four(runtime_options{.workers = 4});
                std::atomic<long> sum{0};
                arcas::parallel_for(0, 10'000, [&](int i) { sum.fetch_add(i); }, {.on = &four});
                EXPECT_EQ(sum.load(), 49'995'000);
              }));
}

TEST(worker_ranks, are_as_many_as_the_environment_says) {
  EXPECT_EQ(cluster_options{}.with_environment().workers, 1u);
  ASSERT_EQ(setenv("ARCAS_WORKERS", "3", 1), 0);
  EXPECT_EQ(cluster_options{}.with_environment().workers, 3u);
  ASSERT_EQ(setenv("ARCAS_CLUSTER_WORKERS", "2", 1), 0);
  EXPECT_EQ(cluster_options{}.with_environment().workers, 2u);
  ASSERT_EQ(setenv("ARCAS_CLUSTER_WORKERS", "0", 1), 0);
  EXPECT_THROW(cluster_options{}.with_environment(), std::invalid_argument);
  ASSERT_EQ(unsetenv("ARCAS_CLUSTER_WORKERS"), 0);
  ASSERT_EQ(unsetenv("ARCAS_WORKERS"), 0);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
