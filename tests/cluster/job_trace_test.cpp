// SPDX-License-Identifier: Apache-2.0
// Does the timeline of a job have the events of its ranks at the right times, and the table at its
// end the operations in which tasks have waited?
#include "traced_job.h"
#include "virtual_runs.h"

#include <arcas/cluster.h>
#include <arcas/cluster/diagnosis/job_table.h>
#include <arcas/cluster/trace/trace_file.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

using perfetto_reader::trace;

std::string own_file() {
  return testing::TempDir() + "cluster_" + std::to_string(getpid()) + ".pftrace";
}

struct traced_run {
  perfetto_reader::trace trace;
  std::vector<rank_counts> counts;
  std::vector<std::string> told;
};

traced_run run_traced(virtual_options options, void (*body)() = &test::traced_job) {
  traced_run run;
  options.cluster.trace_file = own_file();
  options.told = &run.told;
  run.counts = run_virtual(options, job([body] { body(); }));
  run.trace = perfetto_reader::read(test::contents_of(own_file()));
  std::filesystem::remove(own_file());
  return run;
}

void expect_whole(const traced_run& run) {
  ASSERT_EQ(run.told.size(), 1U);
  EXPECT_NE(run.told[0].find("; to be seen in ui.perfetto.dev"), std::string::npos) << run.told[0];
  EXPECT_EQ(run.told[0].find("lost"), std::string::npos) << run.told[0];
  const auto faults = test::faults_of_job(run.trace, static_cast<rank_id>(run.counts.size()),
                                          test::told_bound(run.told[0]));
  EXPECT_TRUE(faults.empty()) << faults.size() << " faults, the first: " << faults[0];
}

TEST(job_trace, is_whole) {
  for (const rank_id ranks : {1u, 2u, 5u, 9u}) {
    SCOPED_TRACE(ranks);
    expect_whole(run_traced(test::usual(ranks, ranks)));
  }
}

// faults_of_job() reports a missing or late event.
TEST(job_trace, is_not_whole_without_one_of_its_events) {
  const traced_run run = run_traced(test::usual(3, 1));
  const std::uint64_t bound = test::told_bound(run.told[0]);
  using perfetto_reader::event;
  const auto without = [&](const auto& which) {
    perfetto_reader::trace cut = run.trace;
    cut.events.erase(std::ranges::find_if(cut.events, which));
    return !test::faults_of_job(cut, 3, bound).empty();
  };
  EXPECT_TRUE(without([](const event& e) { return e.flow != 0; }));
  EXPECT_TRUE(without([](const event& e) { return e.type == perfetto_reader::kind::end; }));
  EXPECT_TRUE(without([](const event& e) { return e.name.find("call_next") != e.name.npos; }));
  EXPECT_TRUE(without([](const event& e) { return e.about.contains("by rank"); }));
  perfetto_reader::trace late = run.trace;
  std::ranges::find_if(late.events, [](const event& e) { return e.flow != 0; })->at += 100 * bound;
  EXPECT_FALSE(test::faults_of_job(late, 3, bound).empty());
}

TEST(job_trace, has_one_clock_although_ranks_have_several) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    virtual_options options = test::usual(4, seed);
    options.conditions.clock_skew = 10'000'000'000;
    options.conditions.clock_drift = 500;
    const traced_run run = run_traced(options);
    expect_whole(run);
    // A round trip takes about 2 us here; the error is at most half of it.
    EXPECT_LT(test::told_bound(run.told[0]), 10'000U) << run.told[0];
  }
}

TEST(job_trace, is_of_messages_that_go_by_other_ranks_too) {
  virtual_options options = test::usual(9, 1);
  options.cluster.hops = 2;
  options.cluster.transport.hops = 2;
  const traced_run run = run_traced(options);
  EXPECT_GT(test::events_on(run.trace, "come"), 0U);
}

TEST(job_trace, shows_where_ranks_and_tasks_wait_for_room) {
  const traced_run run = run_traced(test::tight(3, 1));
  expect_whole(run);
  EXPECT_GT(test::events_on(run.trace, "waiting for credits", "rank "), 0U);
  EXPECT_GT(test::events_on(run.trace, "tasks", "room to send"), 0U);
  EXPECT_GT(test::events_on(run.trace, "waits", "waits for room"), 0U);
  EXPECT_GT(test::events_on(run.trace, "come", "credits"), 0U);
  EXPECT_GT(test::events_on(run.trace, "sent", "credits"), 0U);
  EXPECT_GT(test::events_on(run.trace, "packets filling"), 0U);
}

TEST(job_trace, keeps_so_many_events_and_tells_how_many_are_lost) {
  virtual_options options = test::usual(3, 1);
  options.cluster.trace_events = 1024;
  const traced_run run = run_traced(options, [] {
    on_all_ranks([] {
      for (int i = 0; i < 1000; ++i) call((self() + 1) % ranks(), [] { return self(); });
    });
  });
  ASSERT_EQ(run.told.size(), 1U);
  EXPECT_NE(run.told[0].find(": 3072 events of 3 ranks, and "), std::string::npos) << run.told[0];
  EXPECT_NE(run.told[0].find(" later ones lost (cluster_options::trace_events)"),
            std::string::npos);
  std::size_t named = 0;
  for (const auto& [id, track] : run.trace.tracks) {
    named += track.name.find(" later events lost") != std::string::npos;
  }
  EXPECT_EQ(named, 3U);
}

TEST(job_trace, is_refused_before_the_job_where_it_cannot_be_written) {
  virtual_options options = test::usual(2, 1);
  options.cluster.trace_file = "/nowhere/t.pftrace";
  bool began = false;
  EXPECT_EQ(
      test::failure_of(options, job([&began] { began = true; })),
      "rank 0 of 2: the main task failed: /nowhere/t.pftrace: the trace cannot be written (No "
      "such file or directory); name another file in ARCAS_CLUSTER_TRACE");
  EXPECT_FALSE(began);
}

TEST(job_trace, is_not_there_unless_asked_for) {
  virtual_options options = test::usual(2, 1);
  std::vector<std::string> told;
  options.told = &told;
  const auto counts =
      run_virtual(options, job([] { on_all_ranks([] { EXPECT_EQ(here().trace(), nullptr); }); }));
  EXPECT_TRUE(told.empty());
  for (const rank_counts& c : counts) EXPECT_EQ(c.times.all, 0U);
}

TEST(job_trace, turns_a_clock_into_that_of_rank_0) {
  const clock_line drifts{1000, 2000, -500, -400};
  EXPECT_EQ(drifts.of_first_rank(1000), 500U);
  EXPECT_EQ(drifts.of_first_rank(2000), 1600U);
  EXPECT_EQ(drifts.of_first_rank(1500), 1050U);
  EXPECT_EQ(drifts.of_first_rank(500), 0U);  // -50: before rank 0's clock began
  EXPECT_EQ(clock_line().of_first_rank(77), 77U);
}

TEST(job_trace, has_short_names) {
  EXPECT_EQ(short_name("constexpr const char* arcas::v0::cluster::detail::name_of() [with T = "
                       "main(int)::<lambda()>]"),
            "main(int)::<lambda()>");
  EXPECT_EQ(short_name("N5arcas2v07cluster6detail5pieceE"), "piece");
  EXPECT_EQ(short_name(std::string(1000, 'x').c_str()).size(), 160U);
}

TEST(job_table, accounts_for_all_the_time) {
  for (const bool tight : {false, true}) {
    SCOPED_TRACE(tight);
    virtual_options options = tight ? test::tight(3, 1) : test::usual(3, 1);
    std::vector<std::string> told;
    options.told = &told;
    options.cluster.statistics = true;
    const auto counts = run_virtual(options, job([] { test::traced_job(); }));
    ASSERT_EQ(told.size(), 1U);
    for (const rank_counts& c : counts) {
      const rank_times& t = c.times;
      EXPECT_GT(t.all, 0U);
      EXPECT_EQ(t.all, t.tasks + t.messages + t.network + t.runtime + t.waiting_for_room +
                           t.waiting_for_messages + t.idle);
      EXPECT_EQ(t.waiting_for_room != 0, tight);
    }
    EXPECT_NE(told[0].find("\n  tasks waited in call: "), std::string::npos) << told[0];
    EXPECT_EQ(told[0].find("room to send") != std::string::npos, tight) << told[0];
  }
}

rank_report example(std::uint64_t steps) {
  rank_report r;
  r.host = "node7";
  r.counts.times = {.all = 2'000'000'000,
                    .tasks = 1'000'000'000,
                    .messages = 200'000'000,
                    .network = 100'000'000,
                    .runtime = 100'000'000,
                    .waiting_for_room = 300'000'000,
                    .waiting_for_messages = 200'000'000,
                    .idle = 100'000'000};
  r.counts.tasks.ended = 5;
  r.counts.aggregated.messages = 60;
  r.counts.sent.packets_sent = 7;
  r.counts.sent.bytes_sent = 800;
  r.waits = {{"call", 3, 1'500'000'000}, {"room to send", 1, 20'000'000}};
  r.counters = {{"steps", steps}};
  return r;
}

TEST(job_table, is_read_like_this) {
  const rank_report both[] = {example(10), example(32)};
  EXPECT_EQ(table_of_job(both),
            "what each rank did:\n"
            "  rank   host  seconds  tasks %  messages %  network %  runtime %  waits for messages "
            "%  for "
            "room %  no task %  tasks  messages  packets  bytes  steps\n"
            "  0     node7        2     50.0        10.0        5.0        5.0                  "
            "10.0      "
            "  15.0        5.0      5        60        7    800     10\n"
            "  1     node7        2     50.0        10.0        5.0        5.0                  "
            "10.0      "
            "  15.0        5.0      5        60        7    800     32\n"
            "  all                4     50.0        10.0        5.0        5.0                  "
            "10.0      "
            "  15.0        5.0     10       120       14   1600     42\n"
            "  tasks waited in call: 6 times, 3 s\n"
            "  tasks waited in room to send: 2 times, 0.04 s");
}

TEST(named_counter, counts_on_each_rank_by_itself) {
  const named_counter first("counted twice");
  const named_counter second("counted twice");
  run_virtual(test::usual(3, 1), job([first, second] {
                on_all_ranks([first, second] {
                  EXPECT_EQ(first.local(), 0U);
                  first.add();
                  second.add(self());
                  EXPECT_EQ(first.local(), 1 + self());
                });
              }));
  EXPECT_THROW(first.add(), std::logic_error);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
