// SPDX-License-Identifier: Apache-2.0
// What may only a task do? A function that runs between tasks is told so, and all is as before.
#include "virtual_runs.h"

#include <arcas/cluster/delegates/call.h>
#include <arcas/cluster/tasks.h>

#include <gtest/gtest.h>

#include <string>

namespace arcas::cluster {
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
                  // And the rank is as it was.
                  EXPECT_EQ(call(to, [] { return 7; }), 7);
                }));
  }
}

// Also where there is room and nothing would have to be waited for; what is refused is not counted.
TEST(refusals, sending_where_only_a_task_may_is_refused_everywhere) {
  for (rank_id to = 0; to < 2; ++to) {
    run_virtual(test::usual(2, 1), job([to] {
                  const auto refused = [to](const auto& f) {
                    try {
                      finish([&] { call(to, f); });
                    } catch (const remote_error& e) {
                      return std::string(e.what()).find("only a task sends") != std::string::npos;
                    }
                    return false;
                  };
                  EXPECT_TRUE(refused([] { async(1 - self(), [] {}); }));
                  EXPECT_TRUE(refused([] { spawn_on(1 - self(), [] {}); }));
                  EXPECT_TRUE(refused([] { const auto f = future_call(1 - self(), [] {}); }));
                  EXPECT_FALSE(refused([] { async(self(), [] {}); })) << "that is no message";
                  EXPECT_FALSE(refused([] { spawn([] { async(1 - self(), [] {}); }); }));
                }));
    const std::string sentence = test::failure_of(
        test::usual(2, 1), job([to] { async(to, [] { async(1 - self(), [] {}); }); }));
    EXPECT_EQ(sentence.find("rank " + std::to_string(to) + " of 2: only a task sends: "), 0u)
        << sentence;
  }
}

// A function to its own rank must not wait in place of the task, which would be woken for it later.
TEST(refusals, what_is_refused_wakes_nobody) {
  run_virtual(test::usual(2, 1), job([] {
                auto pending = future_call(1, [] { return 3; });
                bool go_on = false, ended = false;
                const auto refused = [](const auto& f) { EXPECT_THROW(call(0, f), remote_error); };
                refused([f = &pending] { f->get(); });
                refused([go_on = &go_on] {
                  finish([go_on] {
                    spawn([go_on] {
                      while (!*go_on) yield();
                    });
                  });
                });
                finish([&] {
                  spawn([&] {
                    while (!pending.ready()) yield();
                    go_on = true;
                    for (int i = 0; i < 50; ++i) yield();
                    ended = true;
                  });
                });
                EXPECT_TRUE(ended) << "the task was woken from what it waited in";
                EXPECT_EQ(pending.get(), 3);
              }));
}

}  // namespace
}  // namespace arcas::cluster
