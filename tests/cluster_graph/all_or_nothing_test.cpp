// SPDX-License-Identifier: Apache-2.0
#include "virtual_ranks.h"

#include <arcas/cluster/ranks/call_task.h>
#include <arcas/cluster/structures/distributed.h>

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <vector>

namespace arcas::inline v0::cluster_graph {
namespace {

class all_or_nothing_on : public testing::TestWithParam<rank_id> {};
INSTANTIATE_TEST_SUITE_P(cluster_graph, all_or_nothing_on, testing::Values(1u, 2u, 5u));

unsigned calls_with_data = 0;

TEST_P(all_or_nothing_on, data_exist_until_calls_end_whose_futures_an_exception_has_dropped) {
  calls_with_data = 0;
  cluster::run_virtual(virtual_ranks(GetParam(), 1), cluster::job([] {
                         const auto start_and_throw = [] {
                           const auto data = cluster::distributed<std::vector<vertex>>::make();
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
                         EXPECT_THROW(cluster::detail::all_or_nothing(start_and_throw),
                                      std::runtime_error);
                         EXPECT_EQ(objects_here(), 0u);
                       }));
  EXPECT_EQ(calls_with_data, GetParam());
}

TEST_P(all_or_nothing_on, what_a_caller_gets_is_ended_only_after_an_exception) {
  using data = cluster::distributed<vertex>;
  cluster::run_virtual(virtual_ranks(GetParam(), 2), cluster::job([] {
                         unsigned undone = 0;
                         const auto undo = [&] { ++undone; };
                         const data kept =
                             cluster::detail::all_or_nothing([] { return data::make(); }, undo);
                         EXPECT_EQ(undone, 0u);
                         EXPECT_EQ(objects_here(), 1u);
                         const auto fail = [] {
                           data::make().end();
                           cluster::detail::all_or_nothing([] { data::make(); });
                           throw std::bad_alloc();
                         };
                         EXPECT_THROW(cluster::detail::all_or_nothing(fail, undo), std::bad_alloc);
                         EXPECT_EQ(undone, 1u);
                         cluster::on_all_ranks([] { EXPECT_EQ(objects_here(), 1u); });
                         kept.end();
                       }));
}

TEST_P(all_or_nothing_on, objects_of_other_tasks_stay) {
  using data = cluster::distributed<vertex>;
  cluster::run_virtual(virtual_ranks(GetParam(), 3), cluster::job([] {
                         data other;
                         const auto fail = [&] {
                           cluster::finish([&] { cluster::spawn([&] { other = data::make(); }); });
                           data::make();
                           throw std::bad_alloc();
                         };
                         EXPECT_THROW(cluster::detail::all_or_nothing(fail), std::bad_alloc);
                         EXPECT_EQ(objects_here(), 1u);
                         other.end();
                       }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster_graph
