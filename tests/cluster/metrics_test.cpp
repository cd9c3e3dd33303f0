// SPDX-License-Identifier: Apache-2.0
// Counts of what the ranks of a job have done, and the file that has them.
#include "conformance.h"
#include "virtual_runs.h"

#include <arcas/cluster/run.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

TEST(metrics, are_those_of_all_ranks) {
  // Other processes may run the same test at the same time.
  const std::string path =
      testing::TempDir() + "cluster_" + std::to_string(getpid()) + "_metrics.json";
  std::vector<rank_counts> gathered;
  run_virtual(test::usual(3, 5), job([&] {
                on_all_ranks([] { spawn([] { yield(); }); });
                gathered = gather_counts();
                write_metrics(path);
              }));
  ASSERT_EQ(gathered.size(), 3u);
  for (const rank_counts& c : gathered) EXPECT_GE(c.tasks.ended, 2u);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  const std::string json = text.str();
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
  const std::string sentence =
      "/nowhere/m.json: the metrics cannot be written (No such file or directory); name another "
      "file";
  run_virtual(test::usual(1, 6), job([&sentence] {
                try {
                  write_metrics("/nowhere/m.json");
                  ADD_FAILURE() << "nothing was thrown";
                } catch (const std::runtime_error& refused) {
                  EXPECT_EQ(refused.what(), sentence);
                }
              }));
  // The file that the options name is tried before the job begins.
  virtual_options options = test::usual(2, 7);
  options.cluster.metrics_file = "/nowhere/m.json";
  bool began = false;
  EXPECT_EQ(
      test::failure_of(options, job([&began] { began = true; })),
      std::string("rank 0 of 2: the main task failed: ") + sentence + " in ARCAS_CLUSTER_METRICS");
  EXPECT_FALSE(began);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
