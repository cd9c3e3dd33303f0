// SPDX-License-Identifier: Apache-2.0
// What conformance_queues.cpp does not test of queues: the numbers that operations get, the
// messages that a push and a pop of one rank save when they meet, and the report on pops that wait
// for ever.
#include "virtual_runs.h"

#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/global_queue.h>
#include <arcas/cluster/structures/queue_part.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

TEST(queue_numbers, are_given_to_pops_that_wait_before_there_are_items) {
  queue_numbers n;
  const auto waiting = n.give({.pops = 2, .tries = 1});
  EXPECT_EQ(waiting.popped, 0u);
  EXPECT_EQ(waiting.pops, 2u);
  EXPECT_EQ(waiting.tries, 0u) << "a try does not wait";
  const auto pushed = n.give({.pushes = 3, .tries = 2});
  EXPECT_EQ(pushed.pushed, 0u);
  EXPECT_EQ(pushed.popped, 2u);
  EXPECT_EQ(pushed.tries, 1u) << "two of three items are those of who waited";
  EXPECT_EQ(n.there(), 0u);
}

TEST(queue_numbers, of_a_closed_queue_are_those_of_the_items_it_has) {
  queue_numbers n;
  n.give({.pushes = 3});
  EXPECT_EQ(n.close(), 3u);
  const auto late = n.give({.pushes = 1, .pops = 2, .tries = 4});
  EXPECT_TRUE(late.refused);
  EXPECT_EQ(late.pops, 2u);
  EXPECT_EQ(late.tries, 1u);
  EXPECT_EQ(n.give({.pops = 1}).pops, 0u);
  EXPECT_EQ(n.close(), 3u);
}

TEST(queue_numbers, are_not_taken_back_from_a_waiting_pop_when_the_queue_closes) {
  queue_numbers n;
  n.give({.pops = 5});
  n.give({.pushes = 2});
  EXPECT_EQ(n.close(), 2u);
  EXPECT_EQ(n.give({.pops = 1, .tries = 1}).pops, 0u);
  EXPECT_EQ(n.there(), 0u);
}

// Compares the numbers that random pushes and pops of a stack get with those of a plain list.
TEST(ordered_numbers, give_each_number_to_one_push_and_one_pop) {
  std::minstd_rand random(3);
  ordered_numbers<newest_first> n;
  std::vector<std::uint64_t> there;   // numbers that no pop has, the newest last
  std::deque<std::uint64_t> waiting;  // numbers of pops that wait
  for (int step = 0; step < 2000; ++step) {
    ordered_wishes<newest_first::key> w;
    w.pushes.resize(random() % 3);
    w.pops = random() % 3;
    w.tries = random() % 2;
    const auto given = n.give(w);
    ASSERT_EQ(given.pushed.size(), w.pushes.size());
    for (const std::uint64_t number : given.pushed) {
      if (waiting.empty()) {
        there.push_back(number);
      } else {
        ASSERT_EQ(number, waiting.front()) << "the oldest pop that waits has the next item";
        waiting.pop_front();
      }
    }
    ASSERT_EQ(given.pops, w.pops);
    ASSERT_EQ(given.popped.size(), given.pops + given.tries);
    std::vector<std::uint64_t> of_items(given.popped);
    std::sort(of_items.begin(), of_items.end());
    std::vector<std::uint64_t> expected;
    for (std::uint64_t k = 0; k < w.pops + w.tries && !there.empty(); ++k) {
      expected.push_back(there.back());
      there.pop_back();
    }
    const std::size_t met = expected.size();
    std::sort(expected.begin(), expected.end());
    ASSERT_TRUE(std::includes(of_items.begin(), of_items.end(), expected.begin(), expected.end()))
        << "the newest items come first";
    for (const std::uint64_t number : of_items) {
      ASSERT_TRUE(given.has_pop(number));
      if (!std::binary_search(expected.begin(), expected.end(), number)) waiting.push_back(number);
    }
    ASSERT_EQ(of_items.size() - met, given.pops + given.tries - met);
    ASSERT_EQ(n.there(), there.size());
    ASSERT_TRUE(there.empty() || waiting.empty());
  }
  const std::vector<std::uint64_t> in_vain = n.close();
  EXPECT_TRUE(std::equal(in_vain.begin(), in_vain.end(), waiting.begin(), waiting.end()));
  ordered_wishes<newest_first::key> late;
  late.pushes.resize(1);
  late.pops = 1;
  late.tries = 1;
  EXPECT_EQ(n.give(late).popped.size(), std::min<std::size_t>(2, there.size()));
  EXPECT_TRUE(n.give(late).refused);
  EXPECT_TRUE(n.close().empty());
}

// Rank 1 executes `operations` pushes and the same number of pops at the same time, on a queue of
// rank 0 with `items` items. Returns how many messages run on ranks 2 to 7, the homes of most
// items.
std::uint64_t messages_elsewhere(long operations, long items) {
  const auto counts = run_virtual(test::usual(8, 1), job([operations, items] {
                                    const auto q = global_queue<long>::make();
                                    for (long i = 0; i < items; ++i) q.push(i);
                                    spawn_on(1, [q, operations] {
                                      for (long i = 0; i < operations; ++i) {
                                        spawn([q, i] { q.push(i); });
                                        spawn([q] {
                                          if (!q.pop())
                                            throw std::logic_error("the queue is not closed");
                                        });
                                      }
                                    });
                                  }));
  std::uint64_t sum = 0;
  for (rank_id r = 2; r < 8; ++r) sum += counts[r].messages_run - counts[r].control_run;
  return sum;
}

TEST(queues, a_push_and_a_pop_that_meet_on_their_rank_ask_no_other) {
  const std::uint64_t none = messages_elsewhere(0, 0);
  // When the first push or pop asks rank 0, it has no partner yet, so a message goes to the home of
  // the item.
  EXPECT_LE(messages_elsewhere(40, 0), none + 4);
  // The queue is first in, first out: pops take the items that it had before, from other ranks.
  EXPECT_GE(messages_elsewhere(40, 40), messages_elsewhere(0, 40) + 6);
}

// At the home of an item, either the item or its pop may arrive first.
TEST(queues, an_item_and_its_pop_meet_in_any_weather) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    run_virtual(test::stormy(5, seed), job([] {
                  const auto q = global_queue<long>::make();
                  const auto sums = global_queue<long>::make();
                  finish([q, sums] {
                    async_on_all_ranks([q, sums] {
                      for (int i = 0; i < 10; ++i) {
                        spawn([q, sums] { sums.push(q.pop().value() + q.try_pop().value_or(0)); });
                        spawn([q, i] { q.push(i); });
                        spawn([q, i] { q.push(100 * i); });
                      }
                    });
                  });
                  sums.close();
                  long all = 0;
                  while (const auto x = sums.pop()) all += *x;
                  while (const auto x = q.try_pop()) all += *x;
                  EXPECT_EQ(all, 5 * 101 * 45);
                }));
  }
}

TEST(queues, pops_that_wait_for_ever_are_named) {
  try {
    run_virtual(test::usual(3, 1), job([] {
                  const auto q = global_queue<int>::make();
                  on_all_ranks([q] {
                    for (int i = 0; i < 2; ++i) spawn([q] { q.pop(); });
                  });
                }));
    FAIL() << "a pop of an empty queue has returned";
  } catch (const job_failed& e) {
    EXPECT_NE(std::string(e.what()).find("2 tasks wait in pop of a queue made on rank 0"),
              std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
