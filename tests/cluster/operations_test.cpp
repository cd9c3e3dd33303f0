// SPDX-License-Identifier: Apache-2.0
// A read that asks the cache for the element first: of one's own elements and of others', in order,
// and with other tasks meanwhile.
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/spawn.h>

#include <gtest/gtest.h>

#include <utility>

namespace arcas::inline v0::cluster {
namespace {

TEST(operations, prefetched_reads_find_what_is_there_on_all_ranks) {
  run_virtual(test::usual(3, 1), job([] {
                const auto a = global_array<int>::make(100, 4);
                forall(a, [](std::uint64_t i, int& x) { x = static_cast<int>(3 * i); });
                for (std::uint64_t i = 0; i < a.size(); ++i) {
                  EXPECT_EQ(prefetched_read(a[i]), static_cast<int>(3 * i));
                }
              }));
}

TEST(operations, a_prefetched_read_comes_after_the_updates_of_its_task) {
  run_virtual(test::usual(1, 1), job([] {
                long x = 1;
                const auto p = export_to_all(x);
                for (int i = 0; i < 3; ++i) async_add(p, 2);
                EXPECT_EQ(prefetched_read(p), 7);
              }));
}

TEST(operations, other_tasks_run_between_the_prefetch_and_the_read) {
  run_virtual(test::usual(1, 1), job([] {
                constexpr int reads = 1000;
                int x = 0;
                const auto p = export_to_all(x);
                int last = 0;
                int changes = 0;
                finish([&] {
                  for (int t = 1; t <= 2; ++t) {
                    spawn([&, t] {
                      for (int i = 0; i < reads; ++i) {
                        changes += std::exchange(last, t) != t;
                        x = t;
                        static_cast<void>(prefetched_read(p));
                      }
                    });
                  }
                });
                EXPECT_GT(changes, reads);
              }));
}

TEST(operations, a_function_between_tasks_cannot_read_prefetched) {
  run_virtual(test::usual(1, 1), job([] {
                int x = 0;
                const auto p = export_to_all(x);
                EXPECT_THROW(call(0, [p] { return prefetched_read(p); }), remote_error);
              }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster
