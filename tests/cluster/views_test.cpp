// SPDX-License-Identifier: Apache-2.0
// Are conflicting views found, and how many messages does a view take?
#include "virtual_runs.h"

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/memory/view.h>
#include <arcas/cluster/run.h>

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

virtual_options checking(rank_id ranks) {
  virtual_options o = test::usual(ranks, 1);
  o.cluster.check_views = true;
  return o;
}

template <class View>
std::string refusal(const global_array<int>& a, std::uint64_t first, std::uint64_t n) {
  try {
    View v(a, first, n);
    v.span();
  } catch (const remote_error& e) {
    return e.what();
  }
  return "";
}

TEST(views, that_conflict_are_refused) {
  run_virtual(checking(3), job([] {
                auto a = global_array<int>::make(100, 4);
                forall(a, [](std::uint64_t i, int& x) { x = static_cast<int>(i); });
                {
                  update_view<int> held(a, 40, 20);
                  held[0] = 5;
                  EXPECT_EQ(
                      refusal<read_view<int>>(a, 58, 10),
                      "on rank 2: a view of rank 0, which reads, overlaps one of rank 0, which "
                      "writes; release one before the other is acquired");
                  EXPECT_NE(refusal<write_view<int>>(a, 0, 100), "");
                  EXPECT_EQ(refusal<write_view<int>>(a, 60, 40), "");
                }
                // Refused views and released views hold no elements.
                EXPECT_EQ(refusal<update_view<int>>(a, 0, 100), "");
                read_view<int> one(a, 0, 100);
                EXPECT_EQ(refusal<read_view<int>>(a, 0, 100), "") << "two may read";
                EXPECT_NE(refusal<update_view<int>>(a, 99, 1), "");
                one.release();
                EXPECT_EQ(refusal<update_view<int>>(a, 99, 1), "");
                a.free();
              }));
}

TEST(views, of_other_ranks_are_named) {
  run_virtual(checking(3), job([] {
                auto a = global_array<int>::make(30, 1);
                forall(a, [](std::uint64_t, int& x) { x = 0; });
                write_view<int> held(a, 4, 3);
                held[0] = 1;
                finish([a] {
                  spawn_on(2, [a] {
                    EXPECT_NE(
                        refusal<read_view<int>>(a, 0, 30).find("a view of rank 2, which reads, "
                                                               "overlaps one of rank 0, which "
                                                               "writes"),
                        std::string::npos);
                  });
                });
                held.release();
                a.free();
              }));
}

TEST(views, beyond_the_array_are_refused) {
  run_virtual(test::usual(2, 1), job([] {
                auto a = global_array<int>::make(10);
                EXPECT_THROW(read_view<int>(a, 5, 6), std::out_of_range);
                EXPECT_THROW(read_view<int>(a, 11, 0), std::out_of_range);
                EXPECT_THROW(read_view<int>(a, 5, ~std::uint64_t{0}), std::out_of_range);
                a.free();
              }));
}

// An answer for which the first task waits must not look ready to the second.
TEST(views, are_of_one_task) {
  run_virtual(test::usual(2, 1), job([] {
                auto a = global_array<int>::make(40, 4);
                forall(a, [](std::uint64_t i, int& x) { x = static_cast<int>(i); });
                std::optional<read_view<int>> v;
                task* second = nullptr;
                std::string said;
                finish([&] {
                  spawn([&] {
                    second = current_task();
                    suspend();
                    try {
                      v->span();
                    } catch (const std::logic_error& e) {
                      said = e.what();
                    }
                  });
                  while (!second) yield();
                  v.emplace(a, 0, 40);
                  wake(second);
                  for (int i = 0; i < 40; ++i) EXPECT_EQ((*v)[static_cast<std::uint64_t>(i)], i);
                });
                EXPECT_NE(said.find("a view belongs to one task"), std::string::npos) << said;
                v.reset();
                a.free();
              }));
}

TEST(views, are_released_when_an_exception_passes) {
  run_virtual(checking(2), job([] {
                auto a = global_array<int>::make(10, 1);
                forall(a, [](std::uint64_t, int& x) { x = 0; });
                try {
                  update_view<int> v(a, 0, 10);
                  v[3] = 9;
                  throw std::runtime_error("halfway");
                } catch (const std::runtime_error&) {
                }
                EXPECT_EQ(read(a[3]), 9);
                EXPECT_EQ(refusal<update_view<int>>(a, 0, 10), "");
                a.free();
              }));
}

std::uint64_t messages() {
  rank_counts all;
  for (const rank_counts& c : gather_counts()) all += c;
  return all.messages_run - all.control_run;
}

// For any number of elements: one question to, and one answer from, each home on another rank.
TEST(views, take_a_message_for_each_home) {
  virtual_options o = test::usual(4, 2);
  o.cluster.transport.packet_bytes = 32'768;
  run_virtual(o, job([] {
                auto a = global_array<int>::make(4000);
                forall(a, [](std::uint64_t i, int& x) { x = static_cast<int>(i); });
                const std::uint64_t before = messages();
                const std::uint64_t asking = messages() - before;
                const auto taken_by = [&](auto&& f) {
                  const std::uint64_t then = messages();
                  f();
                  return messages() - then - asking;
                };
                EXPECT_EQ(taken_by([a] { EXPECT_EQ(read_view<int>(a, 0, 4000)[17], 17); }), 6u);
                EXPECT_EQ(taken_by([a] {
                            const std::vector<std::uint64_t> some{1, 2000, 3000, 3999, 20, 40, 60};
                            EXPECT_EQ(gather(a, some)[3], 3999);
                          }),
                          6u);
                a.free();
              }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster
