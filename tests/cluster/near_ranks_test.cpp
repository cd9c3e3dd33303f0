// SPDX-License-Identifier: Apache-2.0
// What is different among ranks that share memory? Their answers do not wait, and few tasks begin.
#include "near_port.h"
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/call.h>
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
      : ports_{{network_.port(0), near}, {network_.port(1), near}} {}

  // Packets that rank 1 sends in the turn in which it has the question, and in the next.
  std::uint64_t answers_at_once() {
    rank first(ports_[0], test::usual(2, 1).cluster, job([this] { ask(); }));
    rank second(ports_[1], test::usual(2, 1).cluster, job());
    for (int i = 0; i < enough_steps && !busy_; ++i) step(first, second);
    EXPECT_TRUE(busy_);
    const std::uint64_t before = second.network().counts().packets_sent;
    for (int i = 0; i < enough_steps && !asks_; ++i) first.step();
    first.step();
    first.step();  // without work, so that the question leaves
    second.step();
    second.step();
    const std::uint64_t answers = second.network().counts().packets_sent - before;
    stop_ = true;
    for (int i = 0; i < enough_steps && step(first, second); ++i) {
    }
    EXPECT_EQ(answer_, 7);
    EXPECT_EQ(network_.abort_sentence(), "");
    return answers;
  }

 private:
  static bool step(rank& first, rank& second) {
    const bool goes_on = first.step();
    return second.step() || goes_on;
  }
  void ask() {
    spawn_on(1, [this] {
      busy_ = true;
      while (!stop_) yield();
    });
    while (!busy_) yield();
    asks_ = true;
    answer_ = call(1, [] { return 7; });
  }

  virtual_network network_{2, {.least_delay = 0, .most_delay = 0}};
  test::near_port ports_[2];
  bool busy_ = false;
  bool asks_ = false;
  bool stop_ = false;
  int answer_ = 0;
};

TEST(near_ranks, are_answered_before_tasks_that_are_ready) {
  EXPECT_EQ(asking({0, 1}).answers_at_once(), 1u);
  EXPECT_EQ(asking({}).answers_at_once(), 0u) << "gathered with other answers";
}

TEST(near_ranks, begin_as_many_tasks_as_fill_a_packet) {
  virtual_network network(3, {});
  const auto tasks = [&](const std::set<rank_id>& near) {
    test::near_port port(network.port(0), near);
    return rank(port, test::usual(3, 1).cluster, job()).tasks().options().tasks;
  };
  EXPECT_EQ(tasks({1, 2}), 512u);
  EXPECT_EQ(tasks({1}), 1024u) << "one is far";
}

// Their runners never end, so that it is their iterations that say whether the loop goes on.
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
