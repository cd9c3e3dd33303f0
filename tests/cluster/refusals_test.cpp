// SPDX-License-Identifier: Apache-2.0
// Which operations are for tasks only? A function that runs between tasks gets an error, and
// nothing else changes.
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/bag.h>
#include <arcas/cluster/structures/combiner.h>
#include <arcas/cluster/structures/global_queue.h>
#include <arcas/cluster/structures/global_vector.h>
#include <arcas/cluster/structures/hash_map.h>
#include <arcas/cluster/structures/reducer.h>

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

TEST(refusals, waiting_where_only_a_task_may_is_refused_everywhere) {
  for (rank_id to = 0; to < 2; ++to) {
    run_virtual(test::usual(2, 1), job([to] {
                  const auto refused = [to](const auto& f) {
                    try {
                      call(to, f);
                    } catch (const remote_error& e) {
                      return std::string(e.what()).find("only a task") != std::string::npos;
                    }
                    return false;
                  };
                  EXPECT_TRUE(refused([] { yield(); }));
                  EXPECT_TRUE(refused([] { return call(1 - self(), [] { return 1; }); }));
                  // The rank works as before.
                  EXPECT_EQ(call(to, [] { return 7; }), 7);
                }));
  }
}

// A function that runs between tasks must not send, even if there is room for the message and the
// operation would not wait. No finish() waits for a refused operation.
TEST(refusals, sending_where_only_a_task_may_is_refused_everywhere) {
  for (rank_id to = 0; to < 2; ++to) {
    run_virtual(test::usual(2, 1), job([to] {
                  const auto refused = [to](const auto& f) {
                    try {
                      finish([&] { call(to, f); });
                    } catch (const remote_error& e) {
                      return std::string(e.what()).find("only a task can send") !=
                             std::string::npos;
                    }
                    return false;
                  };
                  EXPECT_TRUE(refused([] { async(1 - self(), [] {}); }));
                  EXPECT_TRUE(refused([] { spawn_on(1 - self(), [] {}); }));
                  EXPECT_TRUE(refused([] { const auto f = future_call(1 - self(), [] {}); }));
                  EXPECT_FALSE(refused([] { async(self(), [] {}); }))
                      << "async() to self() sends no message";
                  EXPECT_FALSE(refused([] { spawn([] { async(1 - self(), [] {}); }); }));
                }));
    const std::string sentence = test::failure_of(
        test::usual(2, 1), job([to] { async(to, [] { async(1 - self(), [] {}); }); }));
    EXPECT_EQ(sentence.find("rank " + std::to_string(to) + " of 2: only a task can send: "), 0u)
        << sentence;
  }
}

// The error that f gets for a rank that does not exist. After it, finish() has nothing to wait for.
template <class F>
std::string out_of_range_of(const F& f) {
  try {
    finish(f);
  } catch (const std::out_of_range& e) {
    return e.what();
  }
  return "";
}

TEST(refusals, a_rank_that_is_not_there_is_named) {
  for (const rank_id count : {1u, 2u, 9u}) {
    run_virtual(test::usual(count, 1), job([count] {
                  for (const rank_id to : {count, count + 1, 32'767u, 0xffff'ffffu}) {
                    const std::string sentence = "rank " + std::to_string(to) +
                                                 " is out of range; it must be below ranks(), "
                                                 "which is " +
                                                 std::to_string(count);
                    EXPECT_EQ(out_of_range_of([to] { call(to, [] { return 1; }); }), sentence);
                    EXPECT_EQ(out_of_range_of([to] { const auto f = future_call(to, [] {}); }),
                              sentence);
                    EXPECT_EQ(out_of_range_of([to] { async(to, [] {}); }), sentence);
                    EXPECT_EQ(out_of_range_of([to] { spawn_on(to, [] {}); }), sentence);
                    const std::string letter(10'000, 'x');
                    const auto read_it = [](const std::string&) {};
                    EXPECT_EQ(out_of_range_of([&] { spawn_on(to, read_it, letter); }), sentence);
                    if (to > 32'767) continue;
                    int x = 0;
                    const global_ptr<int> nowhere(global_address::placed(to, &x));
                    EXPECT_EQ(out_of_range_of([&] { read(nowhere); }), sentence);
                    EXPECT_EQ(out_of_range_of([&] { async_add(nowhere, 1); }), sentence);
                  }
                  EXPECT_EQ(here().tables().replies.open_places(), 0u);
                  EXPECT_EQ(call(count - 1, [] { return 3; }), 3);
                }));
  }
  EXPECT_EQ(test::failure_of(test::usual(2, 1), job([] { spawn_on(2, [] {}); })),
            "rank 0 of 2: the main task failed: rank 2 is out of range; it must be below ranks(), "
            "which is 2");
}

// A function that a task calls on its own rank must not wait in place of the task. Otherwise the
// answer for which the function waits would later wake the task from another wait.
TEST(refusals, what_is_refused_wakes_no_task) {
  run_virtual(test::usual(2, 1), job([] {
                auto pending = future_call(1, [] { return 3; });
                bool ended = false;
                const auto refused = [](const auto& f) { EXPECT_THROW(call(0, f), remote_error); };
                refused([f = &pending] { f->get(); });
                finish([&] {
                  spawn([&] {
                    while (!pending.ready()) yield();
                    for (int i = 0; i < 50; ++i) yield();
                    ended = true;
                  });
                });
                EXPECT_TRUE(ended) << "the task was woken from what it waited in";
                EXPECT_EQ(pending.get(), 3);
              }));
}

// An activity for which no task could wait is not begun.
TEST(refusals, a_scope_that_nobody_could_wait_for_is_not_opened) {
  run_virtual(test::usual(2, 1), job([] {
                int begun = 0;
                for (const bool empty : {true, false}) {
                  const auto f = [empty, count = &begun] {
                    finish([empty, count] {
                      if (!empty) ++*count;
                    });
                  };
                  EXPECT_THROW(call(0, f), remote_error);
                }
                EXPECT_EQ(begun, 0);
              }));
}

TEST(refusals, what_grows_at_its_end_does_not_for_a_function) {
  run_virtual(test::usual(2, 1), job([] {
                const auto items = global_vector<int>::make();
                const auto queue = global_queue<int>::make();
                EXPECT_THROW(call(0, [items] { items.push_back(1); }), remote_error);
                EXPECT_THROW(call(0, [queue] { queue.push(1); }), remote_error);
                EXPECT_EQ(items.size(), 0U);
                queue.push(2);
                EXPECT_EQ(queue.pop(), 2);
                queue.end();
                items.end();
              }));
}

TEST(refusals, a_combiner_is_not_ended_while_it_keeps_values) {
  run_virtual(test::usual(2, 1), job([] {
                auto bins = global_array<long>::make(4, 1);
                forall(bins, [](std::uint64_t, long& x) { x = 0; });
                const auto c = combine_into(bins, std::plus<long>{});
                finish([&] {
                  c.add(1, 3);
                  EXPECT_THROW(c.end(), std::logic_error);
                });
                EXPECT_EQ(read(bins[1]), 3);
                c.end();
                bins.free();
              }));
}

// While a task of this rank is inside grow(), end() is refused.
template <class Grow, class End>
void refused_in_the_middle(const Grow& grow, const End& end) {
  finish([&] {
    bool begun = false;
    spawn([&] {
      begun = true;
      grow();
    });
    while (!begun) yield();
    EXPECT_THROW(end(), std::logic_error);
  });
}

TEST(refusals, what_grows_at_its_end_is_not_ended_meanwhile) {
  run_virtual(test::usual(2, 1), job([] {
                const auto items = global_vector<int>::make();
                const auto queue = global_queue<int>::make();
                // First items are on this rank, so that a task would not wait while it pushes them.
                items.push_back(1);
                queue.push(1);
                refused_in_the_middle([items] { items.push_back(2); }, [items] { items.end(); });
                refused_in_the_middle([queue] { queue.push(2); }, [queue] { queue.end(); });
                EXPECT_EQ(items.read(1), 2);
                EXPECT_EQ(queue.size(), 2u);
                items.end();
                queue.end();
              }));
}

template <class F>
bool refused_for_a_walk(const F& f) {
  try {
    f();
  } catch (const std::exception& e) {
    return std::string(e.what()).find("while for_each() iterates over them") != std::string::npos;
  }
  return false;
}

TEST(refusals, keys_neither_come_nor_go_while_for_each_goes_over_them) {
  run_virtual(test::usual(2, 1), job([] {
                const auto m = hash_map<int, int>::make();
                for (int k = 0; k < 20; ++k) m.insert(k, k);
                m.for_each([m](int k, int& value) {
                  int fresh = 1000;
                  while (m.home(fresh) != self()) ++fresh;
                  EXPECT_TRUE(refused_for_a_walk([=] { m.insert(fresh, 1); }));
                  EXPECT_TRUE(refused_for_a_walk([=] { m.update(fresh, [](int&) {}); }));
                  EXPECT_TRUE(refused_for_a_walk([=] { m.erase(k); }));
                  // Operations that move no other element are allowed.
                  EXPECT_FALSE(m.insert(k, 1));
                  EXPECT_FALSE(m.erase(fresh));
                  m.update(k, [](int& x) { ++x; });
                  EXPECT_EQ(value, k + 1);
                });
                EXPECT_EQ(m.size(), 20u);
                EXPECT_TRUE(m.insert(1000, 1));
                EXPECT_TRUE(m.erase(3));
                m.end();
              }));
}

TEST(refusals, nothing_is_added_while_for_each_goes_over_it) {
  run_virtual(test::usual(2, 1), job([] {
                const auto items = global_vector<int>::make();
                const auto things = bag<int>::make();
                for (int i = 0; i < 4; ++i) items.push_back(i);
                things.add(1);
                things.for_each([things](int& x) {
                  EXPECT_TRUE(refused_for_a_walk([=] { things.add(2); }));
                  ++x;
                });
                items.for_each([items](std::uint64_t, int&) {
                  EXPECT_TRUE(refused_for_a_walk([=] { items.push_back(4); }));
                  EXPECT_TRUE(refused_for_a_walk([=] { items.clear(); }));
                });
                EXPECT_EQ(things.local(), std::vector<int>{2});
                things.add(3);
                EXPECT_EQ(things.size(), 2u);
                EXPECT_EQ(items.size(), 4u) << "what was refused has no number";
                EXPECT_EQ(items.push_back(4), 4u);
                items.clear();
                EXPECT_EQ(items.push_back(5), 0u);
                things.end();
                items.end();
              }));
}

// Each rank pushes items one after the other, until a push is refused.
void push_in_rows(const global_vector<long>& items, const counter& pushed) {
  async_on_all_ranks([=] {
    for (int i = 0; i < 40; ++i) {
      if (refused_for_a_walk([=] { items.push_back(1); })) return;
      pushed.add(1);
    }
  });
}

// Pushes may be under way when for_each() begins, and while the function that for_each() calls
// waits.
TEST(refusals, a_push_has_a_number_and_a_place_or_neither) {
  long taken = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    run_virtual(test::stormy(3, seed), job([&taken] {
                  const auto items = global_vector<long>::make();
                  const auto pushed = counter::make();
                  finish([&] {
                    push_in_rows(items, pushed);
                    while (items.size() < 20) yield();
                    items.for_each([](std::uint64_t, long& x) {
                      EXPECT_TRUE(x == 0 || x == 1);
                      call(1 - self() % 2, [] {});
                    });
                  });
                  taken += pushed.value();
                  EXPECT_EQ(items.size(), static_cast<std::uint64_t>(pushed.value()));
                  for (std::uint64_t i = 0; i < items.size(); ++i) EXPECT_EQ(items.read(i), 1);
                  pushed.end();
                  items.end();
                }));
  }
  EXPECT_LT(taken, 40 * 3 * 40) << "no for_each() has met a push";
}

}  // namespace
}  // namespace arcas::inline v0::cluster
