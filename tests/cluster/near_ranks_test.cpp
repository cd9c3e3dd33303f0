// SPDX-License-Identifier: Apache-2.0
// What differs among ranks that share memory? Their answers leave at once, and few tasks begin.
#include "near_port.h"
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/full_empty.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/call_task.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <gtest/gtest.h>

#include <set>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr int enough_steps = 1000;

// Rank 0 asks rank 1, where a task is always ready.
class asking {
 public:
  explicit asking(const std::set<rank_id>& near)
      : ports_{{network_.port(0), near}, {network_.port(1), near}} {
    rank first(ports_[0], test::usual(2, 1).cluster, job([this] { ask(); }));
    rank second(ports_[1], test::usual(2, 1).cluster, job());
    for (int i = 0; i < enough_steps && !busy_; ++i) step(first, second);
    EXPECT_TRUE(busy_);
    const std::uint64_t sent = first.network().counts().packets_sent;
    may_ask_ = true;
    for (int i = 0; i < enough_steps && !asks_; ++i) first.step();
    asked_in_that_turn_ = first.network().counts().packets_sent - sent;
    first.step();
    first.step();  // without work, so that the question leaves
    const std::uint64_t before = second.network().counts().packets_sent;
    second.step();
    answered_before_tasks_ = seen_ - before;
    second.step();
    answered_ = second.network().counts().packets_sent - before;
    stop_ = true;
    for (int i = 0; i < enough_steps && step(first, second); ++i) {
    }
    EXPECT_EQ(answer_, 7);
    EXPECT_EQ(network_.abort_sentence(), "");
  }

  // Number of packets that rank 0 sends in the turn in which its task asks.
  std::uint64_t asked_in_that_turn() const { return asked_in_that_turn_; }
  // Numbers of packets that rank 1 sends after the arrival of the question: before its task runs in
  // the same turn, and by the end of the next turn.
  std::uint64_t answered_before_tasks() const { return answered_before_tasks_; }
  std::uint64_t answered() const { return answered_; }

 private:
  static bool step(rank& first, rank& second) {
    const bool goes_on = first.step();
    return second.step() || goes_on;
  }
  void ask() {
    spawn_on(1, [this] {
      busy_ = true;
      while (!stop_) {
        seen_ = here().network().counts().packets_sent;
        yield();
      }
    });
    while (!may_ask_) yield();
    asks_ = true;
    answer_ = call(1, [] { return 7; });
  }

  virtual_network network_{2, {.least_delay = 0, .most_delay = 0}};
  test::near_port ports_[2];
  std::uint64_t asked_in_that_turn_ = 0;
  std::uint64_t answered_before_tasks_ = 0;
  std::uint64_t answered_ = 0;
  std::uint64_t seen_ = 0;
  bool busy_ = false;
  bool may_ask_ = false;
  bool asks_ = false;
  bool stop_ = false;
  int answer_ = 0;
};

TEST(near_ranks, are_asked_and_answered_at_once) {
  const asking near({0, 1});
  EXPECT_EQ(near.asked_in_that_turn(), 1u);
  EXPECT_EQ(near.answered_before_tasks(), 1u);
  const asking far({});
  EXPECT_EQ(far.asked_in_that_turn(), 0u) << "gathered with other questions";
  EXPECT_EQ(far.answered(), 0u) << "gathered with other answers";
}

TEST(near_ranks, have_as_many_runners_as_fill_a_packet) {
  virtual_network network(3, {});
  const auto runners = [&](const std::set<rank_id>& near) {
    test::near_port port(network.port(0), near);
    cluster_options o = test::usual(3, 1).cluster;
    o.transport.packet_bytes = 1600;
    return rank(port, o, job()).tasks().options().runners;
  };
  EXPECT_EQ(runners({1, 2}), 200u);
  EXPECT_EQ(runners({1}), 1024u) << "one is far";
}

// Used on rank 1 only.
int iterations_done = 0;

// A runner is a task that continues a loop whose other tasks wait. A loop runs for long with the
// maximum number of runners; other tasks begin meanwhile.
TEST(forall, leaves_room_for_tasks_that_are_no_runners) {
  virtual_options o = test::usual(2, 1);
  o.conditions = {.seed = 1, .least_delay = 50'000, .most_delay = 100'000};
  o.cluster.tasks.runners = 4;
  iterations_done = 0;
  run_virtual(o, job([] {
                const auto a = global_array<int>::make(32, 16);
                const auto done = [] { return iterations_done; };
                const auto loop = [a] {
                  async_local_forall(0, 2000, [a](std::uint64_t) {
                    read(a[0]);
                    ++iterations_done;
                  });
                };
                finish([&] {
                  spawn_on(1, loop);
                  while (call(1, done) < 100) yield();
                  const int before = call(1, done);
                  EXPECT_LT(call_task(1, done), before + 100);
                });
                EXPECT_EQ(call(1, done), 2000);
              }));
}

// Each try is a new task, so tasks end all the time. The task that fills the word must still begin.
struct tries_again {
  global_ptr<full_empty<int>> word;
  int tries = 0;
  void operator()() const {
    if (tries == 0) spawn([w = word] { fill(w, 1); });
    if (call(self(), [w = word] { return w.local()->full; })) return;
    EXPECT_LT(tries, 100'000'000);
    if (tries < 100'000'000) spawn_anywhere(tries_again{word, tries + 1});
  }
};

TEST(near_ranks, begin_what_others_wait_for_while_tasks_end_for_ever) {
  virtual_options o = test::usual(1, 1);
  o.cluster.tasks.tasks = 4;
  run_virtual(o, job([] {
                full_empty<int> w;
                const auto p = export_to_all(w);
                finish([p] {
                  for (int i = 0; i < 8; ++i) spawn([p] { read_full(p); });
                  while (here().tasks().begun() < 4) yield();
                  spawn_anywhere(tries_again{p});
                });
              }));
}

// Runners do not end while the loop has iterations, so only ended iterations show its progress.
TEST(forall, begins_no_more_tasks_while_its_iterations_end) {
  virtual_options o = test::usual(2, 1);
  o.conditions = {.seed = 1, .least_delay = 50'000, .most_delay = 100'000};
  o.cluster.tasks.tasks = 8;
  const auto counts = run_virtual(o, job([] {
                                    const auto a = global_array<int>::make(32, 16);
                                    forall(0, 4000, [a](int) { read(a[self() == 0 ? 16 : 0]); });
                                  }));
  EXPECT_GT(counts[0].sent.packets_sent, 200u) << "some ten milliseconds";
  EXPECT_LE(counts[0].tasks.most_begun, 10u);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
