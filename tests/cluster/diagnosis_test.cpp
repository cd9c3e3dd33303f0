// SPDX-License-Identifier: Apache-2.0
// What is printed for a user who asks why a job makes no progress, and what the job has done?
#include "conformance.h"
#include "virtual_runs.h"

#include <arcas/cluster/diagnosis/watchdog.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/structures/collectives.h>
#include <arcas/cluster/structures/global_queue.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr std::uint64_t millisecond = 1'000'000;

std::size_t lines_with(const std::vector<std::string>& told, const std::string& part) {
  return static_cast<std::size_t>(std::count_if(told.begin(), told.end(), [&](const auto& line) {
    return line.find(part) != std::string::npos;
  }));
}

std::string taken(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

// Other processes may run the same test at the same time.
std::string own_path(const std::string& name) {
  return testing::TempDir() + "cluster_" + std::to_string(getpid()) + "_" + name;
}

rank_diagnosis example() {
  rank_diagnosis d;
  d.self = 2;
  d.ranks = 4;
  d.now = 31'500'000'000;
  d.tasks_begun = 5;
  d.tasks_ready = 1;
  d.running = running_task{"[with T = busy]"};
  d.tasks_not_begun = 7;
  d.waiting = {{"call", "rank", 3, 1'500'000'000, "[with T = asks]"},
               {"suspend", "", 0, 31'000'000'000, nullptr},
               {"call", "rank", 3, 500'000'000, "[with T = asks]"}};
  d.thrown = {"no \"such\"\nthing"};
  d.backlogs = {{3, lane::reply, 2}};
  return d;
}

TEST(diagnosis, says_what_tasks_wait_for) {
  EXPECT_EQ(as_text(example()),
            "rank 2: 5 tasks begun, 1 of them running, 1 ready, 7 not begun, 0 packets of requests "
            "held back\n"
            "  a task runs: busy\n"
            "  2 tasks wait in call of rank 3, the oldest since 31 s: asks\n"
            "  a task waits in suspend, since 0.5 s\n"
            "  no \"such\"\nthing\n"
            "  2 packets wait for credits of rank 3 (reply)");
}

TEST(diagnosis, is_json_too) {
  EXPECT_EQ(
      as_json(example()),
      "{\"rank\": 2, \"ranks\": 4, \"tasks_begun\": 5, \"running\": \"busy\", \"tasks_ready\": 1, "
      "\"tasks_not_begun\": 7, "
      "\"requests_held\": 0, \"waiting\": ["
      "{\"operation\": \"call\", \"target\": \"rank\", \"object\": 3, \"seconds\": 30, "
      "\"function\": "
      "\"asks\"}, "
      "{\"operation\": \"suspend\", \"target\": \"\", \"object\": 0, \"seconds\": 0.5, "
      "\"function\": "
      "\"\"}, "
      "{\"operation\": \"call\", \"target\": \"rank\", \"object\": 3, \"seconds\": 31, "
      "\"function\": "
      "\"asks\"}], "
      "\"thrown\": [\"no \\\"such\\\"\\u000athing\"], \"packets_waiting\": [{\"peer\": 3, "
      "\"lane\": "
      "\"reply\", \"packets\": 2}]}\n");
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// Options with which ranks report what they wait for after a millisecond of virtual time without
// progress. The texts that ranks print go to `told`.
virtual_options watched_for_a_millisecond(rank_id ranks, std::uint64_t seed,
                                          std::vector<std::string>& told) {
  virtual_options o = test::usual(ranks, seed);
  o.cluster.watch_after = millisecond;
  o.told = &told;
  return o;
}

TEST(diagnosis, is_json_whatever_a_task_has_thrown) {
  rank_diagnosis d = example();
  d.thrown = {"a \"file\"\n\xff: wrong"};
  EXPECT_NE(as_json(d).find("[\"a \\\"file\\\"\\u000a\xEF\xBF\xBD: wrong\"]"), std::string::npos)
      << as_json(d);
}

TEST(a_deadlock, ends_the_job_with_one_report_of_all_that_wait) {
  std::vector<std::string> told;
  virtual_options o = watched_for_a_millisecond(6, 1, told);
  o.cluster.diagnosis_prefix = own_path("diagnosis");
  const std::string sentence = test::failure_of(o, job([] {
                                                  for (const rank_id r : {2u, 5u})
                                                    spawn_on(r, [] { suspend(); });
                                                }));
  EXPECT_EQ(told, std::vector<std::string>{});
  EXPECT_EQ(sentence.find("rank 0 of 6: deadlock: every task waits, and no message is under way"),
            0u)
      << sentence;
  EXPECT_EQ(times(sentence, "rank 0: 1 task begun"), 1u) << sentence;
  EXPECT_EQ(times(sentence, "a task waits in finish of scope 0, since"), 1u) << sentence;
  EXPECT_EQ(times(sentence, "a task waits in suspend, since 0.00"), 2u) << sentence;
  EXPECT_EQ(times(sentence, "report_of_all_that_wait"), 3u) << "the functions: " << sentence;
  EXPECT_EQ(times(sentence, " task begun"), 3u) << sentence;
  for (const char* self : {"0", "2", "5"}) {
    const std::string json = taken(o.cluster.diagnosis_prefix + "." + self + ".json");
    EXPECT_EQ(json.find(std::string("{\"rank\": ") + self + ","), 0u) << json;
  }
}

// The deadlocks: a barrier that one rank calls, a pop of an empty queue, and a finish() whose task,
// or movable task, waits for ever. All but the first also deadlock a single rank.
TEST(a_deadlock, is_proved_whatever_the_tasks_wait_for) {
  std::vector<std::string> told;
  const std::vector<std::pair<std::string, void (*)()>> deadlocks = {
      {"in barrier of number 0", [] { barrier(); }},
      {"in pop of a queue made on rank 0", [] { global_queue<int>::make().pop(); }},
      {"in finish of scope 1", [] { finish([] { spawn([] { suspend(); }); }); }},
      {"in suspend",
       [] { on_all_ranks([] { finish([] { spawn_anywhere([] { suspend(); }); }); }); }},
  };
  for (const auto& [waits, body] : deadlocks) {
    for (const rank_id ranks : {1u, 2u, 9u}) {
      if (ranks == 1 && waits == "in barrier of number 0") continue;
      for (std::uint64_t seed = 1; seed < 6; ++seed) {
        const std::string sentence =
            test::failure_of(watched_for_a_millisecond(ranks, seed, told), job(body));
        EXPECT_EQ(sentence.find("rank 0 of " + std::to_string(ranks) + ": deadlock: "), 0u)
            << waits << ": " << sentence;
        EXPECT_GE(times(sentence, waits), 1u) << sentence;
      }
    }
  }
}

// A finish() whose body throws still waits for its activities; the throw may cause the deadlock.
TEST(a_deadlock, shows_what_the_body_of_a_finish_has_thrown) {
  std::vector<std::string> told;
  const std::string sentence =
      test::failure_of(watched_for_a_millisecond(2, 1, told), job([] {
                         finish([] {
                           spawn_on(1, [] { suspend(); });
                           throw std::runtime_error("there is no memory for it");
                         });
                       }));
  EXPECT_NE(sentence.find("rank 0: 1 task begun"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("has thrown: there is no memory for it"), std::string::npos) << sentence;
}

// The reports of 40 ranks become one text of bounded length. Each rank's report is a message, which
// may be longer than a packet.
TEST(a_deadlock, of_many_ranks_is_told_in_a_bounded_report) {
  std::vector<std::string> told;
  virtual_options o = watched_for_a_millisecond(40, 1, told);
  o.cluster.transport.packet_bytes = 64;
  const std::string sentence =
      test::failure_of(o, job([] {
                         on_all_ranks([] {
                           for (int i = 0; i < 30; ++i)
                             spawn([] { finish([] { spawn([] { suspend(); }); }); });
                         });
                       }));
  EXPECT_EQ(times(sentence, "tasks begun"), 16u) << sentence;
  EXPECT_EQ(times(sentence, "and tasks wait in 19 other ways"), 15u) << sentence;
  EXPECT_EQ(times(sentence, "and tasks wait on 24 more ranks"), 1u) << sentence;
}

TEST(a_deadlock, by_the_bound_on_tasks_names_the_variable) {
  std::vector<std::string> told;
  virtual_options o = watched_for_a_millisecond(2, 1, told);
  o.cluster.tasks.tasks = o.cluster.tasks.most_tasks = 3;
  const std::string sentence = test::failure_of(o, job([] {
                                                  for (int i = 0; i < 10; ++i)
                                                    spawn_on(1, [] { suspend(); });
                                                }));
  EXPECT_NE(sentence.find("rank 1: 3 tasks begun"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("7 tasks cannot begin: 3 are begun and wait, and no more may; set "
                          "ARCAS_CLUSTER_TASKS above 3"),
            std::string::npos)
      << sentence;
}

// While each promise runs, the waves of the watch follow each other as closely as possible.
// weathers_at_length_test.cpp tests more seeds.
TEST(a_deadlock, is_not_proved_while_something_goes_on) {
  std::vector<std::string> told;
  for (virtual_options o : {test::usual(5, 1), test::tight(3, 1), test::stormy(4, 1)}) {
    o.cluster.watch_after = 8;
    o.told = &told;
    for (const test::promise& p : test::promises()) {
      EXPECT_EQ(test::failure_of(o, job(p.body)), "") << p.name;
    }
  }
}

TEST(diagnosis, does_not_come_while_something_goes_on) {
  std::vector<std::string> told;
  virtual_options o = test::usual(5, 2);
  o.cluster.watch_after = millisecond;
  o.told = &told;
  // The main task waits all the time, and only two ranks are active.
  run_virtual(o, job([] {
                spawn_on(3, [] {
                  for (int i = 0; i < 4'000; ++i) call(4, [] { return 1; });
                });
              }));
  EXPECT_EQ(told, std::vector<std::string>{});
}

TEST(diagnosis, names_a_rank_that_does_not_answer) {
  std::vector<std::string> told;
  virtual_options o = test::usual(3, 3);
  o.cluster.watch_after = millisecond;
  o.told = &told;
  o.before_turn = [](std::uint64_t turn, virtual_faults& faults) {
    if (turn == 100) faults.stop(2);
    if (turn == 40'000) faults.go_on(2);
  };
  run_virtual(o, job([] {
                for (int i = 0; i < 100; ++i) call(2, [] { return 1; });
              }));
  EXPECT_EQ(lines_with(told, "rank 2 has not answered for 0.00"), 1u);
  EXPECT_EQ(lines_with(told, "; ARCAS_CLUSTER_PATIENCE=SECONDS would end the job"), 1u);
  EXPECT_EQ(told.size(), 1u);
}

// Rank 0 reports silent ranks; if rank 0 itself is silent, rank 1 reports it.
TEST(diagnosis, ends_the_job_when_patience_with_ranks_that_do_not_answer_is_over) {
  for (const rank_id silent : {0u, 1u, 3u}) {
    std::vector<std::string> told;
    virtual_options o = watched_for_a_millisecond(4, 3, told);
    o.cluster.patience = 2 * millisecond;
    o.before_turn = [silent](std::uint64_t turn, virtual_faults& faults) {
      if (turn == 100) faults.stop(silent);
      if (turn == 100 && silent == 3) faults.stop(2);
    };
    const std::string sentence = test::failure_of(o, job([] {
                                                    for (int i = 0; i < 400; ++i)
                                                      call(1 + i % 3, [] { return 1; });
                                                  }));
    const std::string by = silent == 0 ? "rank 1 of 4: " : "rank 0 of 4: ";
    const std::string who =
        silent == 3 ? "ranks 2 and 3 have" : "rank " + std::to_string(silent) + " has";
    EXPECT_EQ(sentence.find(by + who + " not answered for 0.00"), 0u) << sentence;
    EXPECT_NE(sentence.find("ARCAS_CLUSTER_PATIENCE is over"), std::string::npos) << sentence;
    EXPECT_EQ(lines_with(told, "; the job ends after 0.002 s of silence"), 1u);
  }
}

// Ranks 0 and 1 continue without the silent rank.
TEST(diagnosis, ends_the_job_for_a_silent_rank_that_nobody_waits_for) {
  std::vector<std::string> told;
  virtual_options o = watched_for_a_millisecond(3, 1, told);
  o.cluster.patience = 2 * millisecond;
  o.before_turn = [](std::uint64_t turn, virtual_faults& faults) {
    if (turn == 100) faults.stop(2);
  };
  const std::string sentence = test::failure_of(o, job([] {
                                                  for (int i = 0; i < 100'000; ++i)
                                                    call(1, [] { return 1; });
                                                }));
  EXPECT_EQ(sentence.find("rank 0 of 3: rank 2 has not answered for 0.00"), 0u) << sentence;
  EXPECT_EQ(lines_with(told, "rank 2 has not answered"), 1u);
}

// While a wave is under way, all ranks but one are stopped, as a batch system stops processes.
TEST(diagnosis, does_not_count_time_in_which_the_asker_took_no_turn) {
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    std::vector<std::string> told;
    virtual_options o = watched_for_a_millisecond(4, seed, told);
    o.cluster.patience = millisecond;
    std::uint64_t since = 0;
    o.before_turn = [&since](std::uint64_t turn, virtual_faults& faults) {
      if (turn == 100) faults.stop(2);
      if (turn == 5'000) {
        faults.stop(0);
        faults.stop(1);
      }
      if (turn == 60'000) {
        for (const rank_id r : {0, 1, 2}) faults.go_on(r);
      }
      since = turn;
    };
    EXPECT_EQ(test::failure_of(o, job([] {
                                 for (int i = 0; i < 400; ++i) call(1 + i % 3, [] { return 1; });
                               })),
              "")
        << seed;
    EXPECT_GT(since, 60'000u);
    EXPECT_EQ(told, std::vector<std::string>{}) << seed;
  }
}

TEST(diagnosis, comes_when_a_signal_asks) {
  count_diagnosis_requests();
  std::vector<std::string> told;
  virtual_options o = test::usual(2, 4);
  o.told = &told;
  run_virtual(o, job([] {
                std::raise(SIGUSR2);
                for (int i = 0; i < 100; ++i) call(1, [] { return 1; });
              }));
  EXPECT_EQ(lines_with(told, "SIGUSR2 asks; rank 0"), 1u);
  EXPECT_EQ(lines_with(told, "SIGUSR2 asks; rank 1"), 1u);
}

// A task that polls is interrupted only for the time of the report.
TEST(diagnosis, finds_the_task_that_runs) {
  count_diagnosis_requests();
  std::vector<std::string> told;
  virtual_options o = test::usual(1, 4);
  o.told = &told;
  run_virtual(o, job([] {
                spawn([] { yield(); });
                std::raise(SIGUSR2);
                poll();
              }));
  EXPECT_EQ(lines_with(told, "rank 0: 1 task begun, 1 of them running, 0 ready, 1 not begun"), 1u);
  EXPECT_EQ(lines_with(told, "a task runs: "), 1u);
  EXPECT_EQ(lines_with(told, "finds_the_task_that_runs"), 1u);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
