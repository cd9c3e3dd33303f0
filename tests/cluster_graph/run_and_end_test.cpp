// SPDX-License-Identifier: Apache-2.0
#include "virtual_ranks.h"

#include <arcas/cluster/ranks/call_task.h>
#include <arcas/cluster_graph/run_and_end.h>

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class run_and_end_on : public testing::TestWithParam<rank_id> {};
INSTANTIATE_TEST_SUITE_P(cluster_graph, run_and_end_on, testing::Values(1u, 2u, 5u));

unsigned calls_with_data = 0;

TEST_P(run_and_end_on, data_exist_until_calls_end_whose_futures_an_exception_has_dropped) {
  calls_with_data = 0;
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([] {
                         const auto data = cluster::distributed<std::vector<vertex>>::make();
                         const auto start_and_throw = [data] {
                           std::vector<cluster::future<void>> answers;
                           for (rank_id r = 0; r < cluster::ranks(); ++r) {
                             answers.push_back(cluster::future_call_task(r, [data] {
                               for (unsigned turn = 0; turn < 100; ++turn) cluster::yield();
                               data.local().push_back(0);
                               ++calls_with_data;
                             }));
                           }
                           throw std::runtime_error("while calls are under way");
                         };
                         EXPECT_THROW(detail::run_and_end(start_and_throw, [data] { data.end(); }),
                                      std::runtime_error);
                       }));
  EXPECT_EQ(calls_with_data, GetParam());
}

TEST_P(run_and_end_on, what_a_caller_gets_is_ended_only_after_an_exception) {
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([] {
                         unsigned ended = 0;
                         const auto end = [&] { ++ended; };
                         detail::run_or_end([] {}, end);
                         EXPECT_EQ(ended, 0u);
                         EXPECT_THROW(detail::run_or_end([] { throw std::bad_alloc(); }, end),
                                      std::bad_alloc);
                         EXPECT_EQ(ended, 1u);
                       }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
