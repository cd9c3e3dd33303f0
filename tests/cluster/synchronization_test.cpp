// SPDX-License-Identifier: Apache-2.0
// What is reported if a word never changes, and what does waiting for it cost?
#include "virtual_runs.h"

#include <arcas/cluster/heap/rank_tables.h>
#include <arcas/cluster/memory/full_empty.h>
#include <arcas/cluster/memory/synchronization.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

// Succeeds if the number is at least `wants`, and subtracts it.
struct taking final : waiting_update {
  taking(int& number, int wants, std::vector<int>& done)
      : number_(number), wants_(wants), done_(done) {}
  bool attempt() override {
    if (number_ < wants_) return false;
    number_ -= wants_;
    done_.push_back(wants_);
    return true;
  }
  int& number_;
  const int wants_;
  std::vector<int>& done_;
};

TEST(wait_table, does_what_can_be_done_in_the_order_of_each_side) {
  wait_table waiting;
  int number = 0;
  std::vector<int> done;
  const auto wait = [&](std::size_t side, int wants) {
    waiting.add(&number, side,
                arcas::detail::owned<waiting_update>(new taking(number, wants, done)));
  };
  waiting.changed(&number);
  wait(0, 3);
  wait(0, 1);
  wait(1, 5);
  wait(1, -7);
  number = 2;
  waiting.changed(&number);
  EXPECT_TRUE(done.empty()) << "one that wants little overtakes none of its side";
  number = 5;
  waiting.changed(&number);
  EXPECT_EQ(done, (std::vector<int>{3, 1}));
  EXPECT_TRUE(waiting.any(&number, 1) && !waiting.any(&number, 0));
  wait(0, 4);
  number = 5;
  waiting.changed(&number);
  EXPECT_EQ(done, (std::vector<int>{3, 1, 4}));
  number = 5;
  waiting.changed(&number);
  EXPECT_EQ(done, (std::vector<int>{3, 1, 4, 5, -7}));
  EXPECT_EQ(waiting.elements(), 0u) << "an element that nobody waits for takes no room";
}

// Operations of two sides wait for one number. An operation of one side may make operations of the
// other side possible; these are executed, too.
TEST(wait_table, goes_on_until_neither_side_can) {
  wait_table waiting;
  int number = 1;
  std::vector<int> done;
  for (const int wants : {1, 2}) {
    waiting.add(&number, 0, arcas::detail::owned<waiting_update>(new taking(number, wants, done)));
    waiting.add(&number, 1,
                arcas::detail::owned<waiting_update>(new taking(number, -wants - 1, done)));
  }
  waiting.changed(&number);
  EXPECT_EQ(done, (std::vector<int>{1, -2, -3, 2}));
  EXPECT_EQ(number, 3);
}

TEST(synchronization, that_waits_for_ever_is_named_with_the_home) {
  const auto locked_twice = [] {
    mutex m;
    const auto p = export_to_all(m);
    lock(p);
    spawn_on(1, [p] { lock(p); });
    lock(p);
  };
  const std::string sentence = test::failure_of(test::usual(2, 1), job(locked_twice));
  EXPECT_NE(sentence.find("waits in lock of rank 0"), std::string::npos) << sentence;
  const auto never_filled = [] {
    full_empty<int> w;
    const auto p = export_to_all(w);
    finish([p] { spawn_on(1, [p] { take_full(p); }); });
  };
  const std::string of_word = test::failure_of(test::usual(2, 1), job(never_filled));
  EXPECT_NE(of_word.find("waits in take_full of rank 0"), std::string::npos) << of_word;
}

TEST(synchronization, refuses_to_unlock_what_is_not_locked) {
  const std::string sentence = test::failure_of(test::usual(2, 1), job([] {
                                                  mutex m;
                                                  const auto p = export_to_all(m);
                                                  finish([p] { unlock(p); });
                                                }));
  EXPECT_NE(sentence.find("unlock of a mutex that is not locked"), std::string::npos) << sentence;
}

// Tasks that wait on another rank do not count towards most_tasks of the word's home.
TEST(synchronization, takes_no_task_of_the_home_for_each_that_waits) {
  virtual_options o = test::usual(2, 1);
  o.cluster.tasks.tasks = 2;
  o.cluster.tasks.most_tasks = 400;
  const auto counts =
      run_virtual(o, job([] {
                    full_empty<int> w;
                    const auto p = export_to_all(w);
                    finish([p] {
                      spawn_on(1, [p] {
                        for (int k = 0; k < 300; ++k) spawn([p] { read_full(p); });
                      });
                      while (call(1, [] { return here().tasks().waiting().size(); }) < 300) yield();
                      EXPECT_EQ(here().tables().waiting.elements(), 1u);
                      fill(p, 5);
                    });
                    EXPECT_EQ(here().tables().waiting.elements(), 0u);
                  }));
  EXPECT_LT(counts[0].tasks.most_begun, 20u);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
