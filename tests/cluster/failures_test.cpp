// SPDX-License-Identifier: Apache-2.0
// What does a user read after a failure? One error message that names the rank and the cause.
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/structures/bag.h>
#include <arcas/cluster/structures/hash_map.h>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

using test::failure_of;

TEST(failures, of_a_task_end_the_job) {
  EXPECT_EQ(failure_of(test::usual(4, 1), job([] {
                         spawn_on(2, [] { throw std::runtime_error("no such thing"); });
                         call(3, [] { return 1; });
                       })),
            "rank 2 of 4: a task failed: no such thing");
  EXPECT_EQ(failure_of(test::usual(2, 1), job([] { throw 5; })),
            "rank 0 of 2: the main task failed: an exception that is not a std::exception");
}

TEST(failures, of_an_asynchronous_operation_end_the_job) {
  EXPECT_EQ(failure_of(test::usual(2, 1),
                       job([] { async(1, [] { throw std::runtime_error("late"); }); })),
            "rank 1 of 2: late");
  EXPECT_EQ(failure_of(test::usual(2, 1),
                       job([] { async(0, [] { throw std::runtime_error("here"); }); })),
            "rank 0 of 2: here");
  for (rank_id at = 0; at < 2; ++at) {
    EXPECT_EQ(failure_of(test::usual(2, 1), job([at] {
                           const auto a = global_array<long>::make(2, 1);
                           async_update(a[at],
                                        [](long&) { throw std::runtime_error("no update"); });
                         })),
              "rank " + std::to_string(at) + " of 2: no update");
  }
}

// Defers four updates, of which the first throws; then throws itself if requested.
void put_off_updates(std::atomic<int>* ran, bool throws_itself) {
  const auto a = global_array<long>::make(4, 4);
  a[0].local()[0] = 7;
  for (int i = 0; i < 4; ++i) {
    async_update(a[static_cast<std::uint64_t>(i)], [ran](long& x) {
      if (x == 7) throw std::runtime_error("seven");
      ++*ran;
    });
  }
  if (throws_itself) throw std::runtime_error("itself");
}

TEST(failures, of_a_deferred_update_keep_no_other_from_running) {
  std::atomic<int> ran{0};
  EXPECT_EQ(failure_of(test::usual(1, 1), job([&ran] { put_off_updates(&ran, false); })),
            "rank 0 of 1: seven");
  EXPECT_EQ(ran, 3);
}

// The main task, other tasks and movable tasks drop their deferred updates if they fail.
TEST(failures, of_a_task_drop_what_it_has_deferred) {
  std::atomic<int> ran{0};
  const auto updates = [ran = &ran] { put_off_updates(ran, true); };
  EXPECT_EQ(failure_of(test::usual(1, 1), job(updates)),
            "rank 0 of 1: the main task failed: itself");
  EXPECT_EQ(failure_of(test::usual(1, 1), job([updates] { spawn(updates); })),
            "rank 0 of 1: a task failed: itself");
  EXPECT_EQ(failure_of(test::usual(1, 1), job([updates] { spawn_anywhere(updates); })),
            "rank 0 of 1: a task failed: itself");
  EXPECT_EQ(ran, 0);
}

TEST(failures, leave_nothing_behind_of_tasks_that_wait) {
  const auto counted = std::make_shared<int>(0);
  EXPECT_EQ(failure_of(test::usual(3, 1), job([counted] {
                         for (int i = 0; i < 100; ++i) {
                           spawn([counted] {
                             const auto kept = counted;
                             suspend();
                           });
                         }
                         spawn_on(1, [] { throw std::runtime_error("done"); });
                         suspend();
                       })),
            "rank 1 of 3: a task failed: done");
  EXPECT_EQ(counted.use_count(), 1) << "a task was not unwound";
}

// A capture whose destructor sends.
struct sends_at_its_end {
  explicit sends_at_its_end(int* count) : ended(count) {}
  sends_at_its_end(sends_at_its_end&& other) noexcept
      : ended(std::exchange(other.ended, nullptr)) {}
  ~sends_at_its_end() {
    if (!ended) return;
    async(1 - self(), [] {});
    spawn([] {});
    spawn_anywhere([] {});
    const auto unasked = future_call(1 - self(), [] {});
    ++*ended;
  }
  int* ended;
};

TEST(failures, let_captures_of_tasks_that_have_not_begun_send_in_vain) {
  int ended = 0;
  EXPECT_EQ(failure_of(test::usual(2, 1), job([&ended] {
                         for (int i = 0; i < 10; ++i) spawn([guard = sends_at_its_end(&ended)] {});
                         throw std::runtime_error("first");
                       })),
            "rank 0 of 2: the main task failed: first");
  EXPECT_EQ(ended, 10);
}

TEST(failures, a_dead_rank_ends_the_job) {
  for (std::uint64_t turn : {5u, 100u, 400u, 1000u}) {
    virtual_options o = test::usual(4, turn);
    o.before_turn = [turn](std::uint64_t t, virtual_faults& faults) {
      if (t == turn) faults.kill(2);
    };
    const std::string sentence = failure_of(o, job([] {
                                              for (int i = 0; i < 1000; ++i) {
                                                call(static_cast<rank_id>(i) % 4, [] { return 1; });
                                              }
                                            }));
    EXPECT_NE(sentence.find(" of 4: rank 2 has died"), std::string::npos) << sentence;
  }
}

TEST(failures, a_rank_that_stops_for_a_while_delays_only) {
  virtual_options o = test::usual(4, 9);
  o.before_turn = [](std::uint64_t t, virtual_faults& faults) {
    if (t % 1000 == 100) faults.stop(static_cast<rank_id>(t / 1000 % 4));
    if (t % 1000 == 900) faults.go_on(static_cast<rank_id>(t / 1000 % 4));
  };
  run_virtual(o, job([] {
                auto a = global_array<int>::make(100, 1);
                forall(a, [](std::uint64_t, int& x) { x = 0; });
                forall(0, 2000,
                       [a](int i) { async_add(a[static_cast<std::uint64_t>(i % 100)], 1); });
                for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(read(a[i]), 20);
              }));
}

TEST(failures, what_waits_for_ever_is_named) {
  const std::string sentence =
      failure_of(test::usual(2, 1), job([] { spawn_on(1, [] { suspend(); }); }));
  EXPECT_NE(sentence.find("no rank can make progress"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("rank 1: 1 task begun"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("a task waits in suspend"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("a task waits in finish"), std::string::npos) << sentence;
}

// The ranks that are refused, and the error message of the last of them, if only rank `which` has
// the options `other`.
std::pair<std::vector<rank_id>, std::string> refused(rank_id ranks, rank_id which,
                                                     const cluster_options& other) {
  virtual_network network(ranks, {});
  std::vector<rank_id> all;
  std::string sentence;
  for (rank_id r = 0; r < ranks; ++r) {
    const cluster_options& own = r == which ? other : test::usual(ranks, 1).cluster;
    try {
      rank begun(network.port(r), own, job([] { FAIL() << "the main task began"; }));
    } catch (const std::runtime_error& e) {
      all.push_back(r);
      sentence = e.what();
    }
  }
  return {all, sentence};
}

std::vector<rank_id> numbers_from_1(rank_id end) {
  std::vector<rank_id> all(end - 1);
  std::iota(all.begin(), all.end(), rank_id{1});
  return all;
}

TEST(failures, ranks_that_differ_refuse_to_run) {
  cluster_options other = test::usual(2, 1).cluster;
  other.transport.packet_bytes *= 2;
  const auto [ranks, sentence] = refused(2, 1, other);
  EXPECT_EQ(ranks, std::vector<rank_id>{1});
  EXPECT_EQ(
      sentence,
      "cluster_options::transport.packet_bytes is 8064 on this rank and 4032 on rank 0; set it "
      "to the same value for all ranks");
}

TEST(failures, settings_that_differ_are_named) {
  cluster_options heap = test::usual(2, 1).cluster;
  heap.heap_bytes = std::size_t{1} << 25;
  EXPECT_EQ(
      refused(2, 1, heap).second,
      "ARCAS_CLUSTER_HEAP (cluster_options::heap_bytes) is 33554432 on this rank and 16777216 "
      "on rank 0; set it to the same value for all ranks");
  cluster_options poor = test::usual(2, 1).cluster;
  poor.buffer_budget = 100'000;
  EXPECT_EQ(refused(2, 1, poor).second,
            "ARCAS_CLUSTER_BUFFERS (cluster_options::buffer_budget) is 100000 on this rank and "
            "67108864 on rank 0; set it to the same value for all ranks");
  cluster_options rich = test::usual(2, 1).cluster;
  rich.buffer_budget *= 2;
  EXPECT_EQ(refused(2, 1, rich).second,
            "ARCAS_CLUSTER_BUFFERS (cluster_options::buffer_budget) is 134217728 on this rank and "
            "67108864 on rank 0; set it to the same value for all ranks");
  cluster_options patient = test::usual(2, 1).cluster;
  patient.patience = 7'000'000'000;
  EXPECT_EQ(refused(2, 1, patient).second,
            "ARCAS_CLUSTER_PATIENCE (cluster_options::patience, in nanoseconds) is 7000000000 on "
            "this rank and 0 on rank 0; set it to the same value for all ranks");
  const std::pair<const char*, void (*)(cluster_options&)> others[] = {
      {"ARCAS_CLUSTER_STACK", [](cluster_options& o) { o.tasks.stack_bytes *= 2; }},
      {"ARCAS_CLUSTER_TASKS", [](cluster_options& o) { ++o.tasks.most_tasks; }},
      {"ARCAS_CLUSTER_WATCH", [](cluster_options& o) { ++o.watch_after; }},
      {"ARCAS_CLUSTER_SHARE_MEMORY", [](cluster_options& o) { o.share_memory = !o.share_memory; }}};
  for (const auto& [name, change] : others) {
    cluster_options other = test::usual(2, 1).cluster;
    change(other);
    EXPECT_EQ(refused(2, 1, other).second.find(name), 0u) << name;
  }
  cluster_options traced = test::usual(2, 1).cluster;
  traced.trace_file = "t.pftrace";
  EXPECT_EQ(
      refused(2, 1, traced).second,
      "the number of events to record (cluster_options::trace_events where "
      "ARCAS_CLUSTER_TRACE is set, else 0) is 1048576 on this rank and 0 on rank 0; set it to "
      "the same value for all ranks");
  cluster_options counted = test::usual(2, 1).cluster;
  counted.statistics = true;
  EXPECT_EQ(refused(2, 1, counted).second,
            "ARCAS_CLUSTER_STATS (cluster_options::statistics) is 1 on this rank and 0 on rank 0; "
            "set it to the same value for all ranks");
}

// Programs are distinguished by their builds, so the error shows no number.
TEST(failures, programs_that_differ_refuse_to_run) {
  virtual_network network(2, {});
  const setting first[] = {{program_setting, 1}, {"figure", 5}};
  const setting second[] = {{program_setting, 2}, {"figure", 6}};
  network.port(0).prepare({64, 1, first}, {});
  try {
    network.port(1).prepare({64, 1, second}, {});
    FAIL() << "another program was accepted";
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(),
                 "this rank runs another program than rank 0; start all ranks from one executable "
                 "file");
  }
}

// The number of hops decides which ranks are linked, and so over which links the end of the job is
// announced. Each rank compares its number of hops with that of rank 0.
TEST(failures, ranks_that_differ_in_hops_refuse_to_run) {
  for (const rank_id ranks : {4u, 9u, 30u}) {
    for (rank_id which = 0; which < ranks; ++which) {
      for (const unsigned hops : {2u, 3u}) {
        cluster_options other = test::usual(ranks, 1).cluster;
        other.hops = hops;
        const std::vector<rank_id> expected =
            which == 0 ? numbers_from_1(ranks) : std::vector<rank_id>{which};
        EXPECT_EQ(refused(ranks, which, other).first, expected)
            << "rank " << which << " of " << ranks << " with " << hops << " hops";
      }
    }
  }
}

struct not_copied {
  not_copied() = default;
  not_copied(const not_copied&) { throw std::runtime_error("no copy"); }
  template <class Archive>
  void serialize(Archive&) {}
};

struct not_archived {
  std::string text;
  template <class Archive>
  void serialize(Archive&) {
    throw std::runtime_error("no archive");
  }
};

TEST(failures, of_an_argument_leave_nothing_to_wait_for) {
  run_virtual(
      test::usual(2, 1), job([] {
        const not_copied uncopied;
        const auto copy = [](const not_copied&) {};
        const auto archive = [](const not_archived&) {};
        // An argument for the own rank is copied; one for another rank is packed into a message.
        EXPECT_THROW(finish([&] { spawn_on(0, copy, uncopied); }), std::runtime_error);
        EXPECT_THROW(finish([&] { spawn_on(1, archive, not_archived{}); }), std::runtime_error);
        EXPECT_THROW(finish([&] { spawn_anywhere(archive, not_archived{}); }), std::runtime_error);
      }));
}

struct endless {
  static constexpr bool fixed = true;
  std::size_t bytes() const { return ~std::size_t{0} / 2 + 1; }
  void fill(std::byte*, transfer_id) const { ADD_FAILURE() << "there is no such room"; }
};

TEST(failures, of_a_message_that_finds_no_memory_leave_nothing_to_wait_for) {
  run_virtual(test::usual(2, 1), job([] {
                using order = detail::order_to<decltype([] {})>;
                bool refused = false;
                finish([&] {
                  try {
                    here().send_activity<order>(1, here().tasks().mark(), endless{});
                  } catch (const std::exception&) {
                    refused = true;
                  }
                });
                EXPECT_TRUE(refused);
              }));
}

TEST(failures, memory_that_is_not_there_is_refused) {
  virtual_options o = test::usual(2, 1);
  const std::string sentence =
      failure_of(o, job([] { global_malloc<long>(std::uint64_t{1} << 30); }));
  EXPECT_NE(sentence.find("global_malloc of 8589934592 bytes"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("set ARCAS_CLUSTER_HEAP to"), std::string::npos) << sentence;

  o.cluster.buffer_budget = 1000;
  try {
    run_virtual(o, job([] {}));
    FAIL() << "a budget that cannot be kept was accepted";
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("raise ARCAS_CLUSTER_BUFFERS"), std::string::npos)
        << e.what();
  }
}

TEST(failures, handles_that_have_ended_are_told_from_others) {
  run_virtual(test::usual(2, 1), job([] {
                const auto m = hash_map<int, int>::make();
                m.end();
                EXPECT_THROW(m.find(3), remote_error);
              }));
}

TEST(failures, handles_of_nothing_are_told_from_others) {
  run_virtual(test::usual(2, 1), job([] {
                const auto other = bag<long>::make();
                const hash_map<int, int> nobodys;
                EXPECT_THROW(nobodys.find(3), remote_error);
                other.end();
              }));
}

TEST(failures, nobody_is_here_outside_of_ranks) {
  EXPECT_THROW(here(), std::logic_error);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
