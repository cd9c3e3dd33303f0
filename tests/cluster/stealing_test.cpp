// SPDX-License-Identifier: Apache-2.0
// Does work get to idle ranks, and do they send nothing if there is no work?
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/run.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

void grow(global_array<std::uint64_t> run_on, unsigned depth) {
  ++*run_on[self()].local();
  if (depth == 0) return;
  // Work that lasts long enough for others to steal some.
  for (int i = 0; i < 3; ++i) spawn_anywhere([run_on, depth] { grow(run_on, depth - 1); });
  yield();
}

std::vector<std::uint64_t> grown(const virtual_options& o) {
  std::vector<std::uint64_t> counts;
  run_virtual(o, job([&counts] {
                auto run_on = global_array<std::uint64_t>::make(ranks(), 1);
                forall(run_on, [](std::uint64_t, std::uint64_t& n) { n = 0; });
                finish([run_on] { grow(run_on, 8); });
                for (rank_id r = 0; r < ranks(); ++r) counts.push_back(read(run_on[r]));
                run_on.free();
              }));
  return counts;
}

constexpr std::uint64_t nodes = 9'841;  // of a ternary tree with nine levels

TEST(stealing, lets_every_rank_take_part) {
  for (const rank_id ranks : {2u, 3u, 8u, 21u}) {
    SCOPED_TRACE(ranks);
    std::uint64_t all = 0;
    for (const std::uint64_t count : grown(test::usual(ranks, ranks))) {
      EXPECT_GT(count, 0u);
      all += count;
    }
    EXPECT_EQ(all, nodes);
  }
}

TEST(stealing, can_be_left) {
  virtual_options o = test::usual(3, 1);
  o.cluster.stealing = false;
  EXPECT_EQ(grown(o), (std::vector<std::uint64_t>{nodes, 0, 0}));
}

TEST(stealing, sends_nothing_for_tasks_that_do_not_move) {
  rank_counts all;
  for (const rank_counts& c :
       run_virtual(test::usual(5, 1), job([] { on_all_ranks([] { spawn([] { yield(); }); }); }))) {
    all += c;
  }
  EXPECT_EQ(all.stolen.asked + all.stolen.given, 0u);
}

std::uint64_t questions() {
  rank_counts all;
  for (const rank_counts& c : gather_counts()) all += c;
  return all.stolen.asked;
}

TEST(stealing, is_over_soon_where_there_is_no_work) {
  run_virtual(test::usual(8, 2), job([] {
                auto run_on = global_array<std::uint64_t>::make(ranks(), 1);
                finish([run_on] { grow(run_on, 7); });
                const std::uint64_t most_more = std::uint64_t{ranks()} * (2 + 3);
                const std::uint64_t before = questions();
                for (int i = 0; i < 1'000; ++i) call(static_cast<rank_id>(i) % ranks(), [] {});
                EXPECT_LE(questions() - before, most_more);
                const std::uint64_t quiet = questions();
                for (int i = 0; i < 1'000; ++i) call(static_cast<rank_id>(i) % ranks(), [] {});
                EXPECT_EQ(questions(), quiet);
                run_on.free();
              }));
}

TEST(stealing, ends_the_job_with_the_sentence_of_a_task_that_fails) {
  try {
    run_virtual(test::usual(2, 1),
                job([] { spawn_anywhere([] { throw std::runtime_error("no such thing"); }); }));
    FAIL() << "the job went on";
  } catch (const job_failed& e) {
    EXPECT_EQ(e.what(), std::string("rank 0 of 2: a task failed: no such thing"));
  }
}

// The number of ranks that ran an iteration of rank 0's part, the only part that takes long.
std::uint64_t ranks_of_the_long_part(std::uint64_t threshold) {
  std::uint64_t ran = 0;
  run_virtual(test::usual(4, 1), job([&ran, threshold] {
                auto on = global_array<std::uint64_t>::make(ranks(), 1);
                forall(on, [](std::uint64_t, std::uint64_t& n) { n = 0; });
                forall_anywhere(0, 400,
                                [on](int i) {
                                  if (i >= 100) return;
                                  for (int k = 0; k < 50; ++k) yield();
                                  ++*on[self()].local();
                                },
                                {.threshold = threshold});
                std::uint64_t all = 0;
                for (rank_id r = 0; r < ranks(); ++r) {
                  all += read(on[r]);
                  ran += read(on[r]) != 0;
                }
                EXPECT_EQ(all, 100u);
                on.free();
              }));
  return ran;
}

TEST(stealing, balances_the_parts_of_a_loop) {
  EXPECT_EQ(ranks_of_the_long_part(1), 4u);
  EXPECT_EQ(ranks_of_the_long_part(4), 4u);
  EXPECT_EQ(ranks_of_the_long_part(100), 1u) << "a part of as many iterations is not divided";
}

TEST(stealing, refuses_a_loop_whose_tasks_would_be_empty) {
  run_virtual(test::usual(2, 1), job([] {
                for (const int n : {0, 5}) {
                  try {
                    forall_anywhere(0, n, [](int) { FAIL(); }, {.threshold = 0});
                    ADD_FAILURE() << n;
                  } catch (const std::invalid_argument& e) {
                    EXPECT_EQ(std::string(e.what()),
                              "forall_anywhere with a threshold of 0 iterations; it must be at "
                              "least 1");
                  }
                }
              }));
}

// An exception of any of the loop's tasks ends the job, as in forall().
TEST(stealing, does_not_hide_what_an_iteration_throws) {
  const auto failing = [](std::uint64_t threshold) {
    return test::failure_of(test::usual(2, 1), job([threshold] {
                              forall_anywhere(0, 100,
                                              [](int i) {
                                                if (i == 37) throw std::runtime_error("the 37th");
                                              },
                                              {.threshold = threshold});
                            }));
  };
  for (const std::uint64_t threshold : {1u, 10u, 1000u}) {
    const std::string sentence = failing(threshold);
    EXPECT_NE(sentence.find("a task failed: the 37th"), std::string::npos) << sentence;
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
