// SPDX-License-Identifier: Apache-2.0
// What do words that nobody changes say, and what does waiting for them cost?
#include "virtual_runs.h"

#include <arcas/cluster/memory/full_empty.h>
#include <arcas/cluster/memory/synchronization.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>

#include <gtest/gtest.h>

#include <string>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

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
                                                  unlock(export_to_all(m));
                                                }));
  EXPECT_NE(sentence.find("unlock of a mutex that is not locked"), std::string::npos) << sentence;
}

// Where most_tasks bounds the tasks of the home.
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
