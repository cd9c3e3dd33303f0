// SPDX-License-Identifier: Apache-2.0
// What does the user read who wants to know why nothing goes on, and what has been done?
#include "virtual_runs.h"

#include <arcas/cluster/diagnosis/watchdog.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/run.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr std::uint64_t millisecond = 1'000'000;

std::size_t lines_with(const std::vector<std::string>& told, const std::string& part) {
  return static_cast<std::size_t>(std::count_if(told.begin(), told.end(), [&](const auto& line) {
    return line.find(part) != std::string::npos;
  }));
}

// Reads a file that nobody needs any more.
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
  d.tasks_begun = 4;
  d.tasks_ready = 1;
  d.tasks_not_begun = 7;
  d.waiting = {{"call", "rank", 3, 1'500'000'000},
               {"suspend", "", 0, 31'000'000'000},
               {"call", "rank", 3, 500'000'000}};
  d.backlogs = {{3, lane::reply, 2}};
  return d;
}

TEST(diagnosis, says_what_tasks_wait_for) {
  EXPECT_EQ(as_text(example()),
            "rank 2: 4 tasks begun, 1 of them ready, 7 not begun, 0 packets of requests held back\n"
            "  2 tasks wait in call of rank 3, the oldest since 31 s\n"
            "  a task waits in suspend, since 0.5 s\n"
            "  2 packets wait for credits of rank 3 (reply)");
}

TEST(diagnosis, is_json_too) {
  EXPECT_EQ(
      as_json(example()),
      "{\"rank\": 2, \"ranks\": 4, \"tasks_begun\": 4, \"tasks_ready\": 1, \"tasks_not_begun\": 7, "
      "\"requests_held\": 0, \"waiting\": ["
      "{\"operation\": \"call\", \"target\": \"rank\", \"object\": 3, \"seconds\": 30}, "
      "{\"operation\": \"suspend\", \"target\": \"\", \"object\": 0, \"seconds\": 0.5}, "
      "{\"operation\": \"call\", \"target\": \"rank\", \"object\": 3, \"seconds\": 31}], "
      "\"packets_waiting\": [{\"peer\": 3, \"lane\": \"reply\", \"packets\": 2}]}\n");
}

TEST(diagnosis, comes_from_all_that_wait_when_nothing_goes_on) {
  std::vector<std::string> told;
  virtual_options o = test::usual(6, 1);
  o.cluster.watch_after = millisecond;
  o.cluster.diagnosis_prefix = own_path("diagnosis");
  o.told = &told;
  EXPECT_THROW(run_virtual(o, job([] {
                             for (const rank_id r : {2u, 5u}) spawn_on(r, [] { suspend(); });
                           })),
               job_failed);
  EXPECT_EQ(told.size(), 3u);
  EXPECT_EQ(lines_with(told, "no progress on any rank for 0.00"), 3u);
  EXPECT_EQ(lines_with(told, "rank 0: 1 tasks begun"), 1u);
  EXPECT_EQ(lines_with(told, "a task waits in finish of scope 0, since"), 1u);
  EXPECT_EQ(lines_with(told, "a task waits in suspend, since 0.00"), 2u);
  for (const char* self : {"0", "2", "5"}) {
    const std::string json = taken(o.cluster.diagnosis_prefix + "." + self + ".json");
    EXPECT_EQ(json.find(std::string("{\"rank\": ") + self + ","), 0u) << json;
  }
}

TEST(diagnosis, does_not_come_while_something_goes_on) {
  std::vector<std::string> told;
  virtual_options o = test::usual(5, 2);
  o.cluster.watch_after = millisecond;
  o.told = &told;
  // The main task waits all the time, and only two ranks have something to do.
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
  EXPECT_EQ(lines_with(told, "rank 2, or a rank on the way to it, has not answered for 0.00"), 1u);
  EXPECT_EQ(told.size(), 1u);
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

TEST(metrics, are_those_of_all_ranks) {
  const std::string path = own_path("metrics.json");
  std::vector<rank_counts> gathered;
  run_virtual(test::usual(3, 5), job([&] {
                on_all_ranks([] { spawn([] { yield(); }); });
                gathered = gather_counts();
                write_metrics(path);
              }));
  ASSERT_EQ(gathered.size(), 3u);
  for (const rank_counts& c : gathered) EXPECT_GE(c.tasks.ended, 2u);
  const std::string json = taken(path);
  EXPECT_EQ(json.find("{\"ranks\": [\n  {\"tasks_spawned\": "), 0u) << json;
  EXPECT_NE(json.find("\"all\": {\"tasks_spawned\": "), std::string::npos) << json;
}

TEST(metrics, add_up) {
  rank_counts a, b;
  a.messages_run = 3;
  b.messages_run = 4;
  a.tasks.most_begun = 3;
  b.tasks.most_begun = 4;
  a += b;
  EXPECT_EQ(a.messages_run, 7u);
  EXPECT_EQ(a.tasks.most_begun, 4u);
}

TEST(metrics, that_cannot_be_written_are_refused) {
  run_virtual(test::usual(1, 6),
              job([] { EXPECT_THROW(write_metrics("/no/such/folder/file"), std::runtime_error); }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster
