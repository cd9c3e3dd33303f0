// SPDX-License-Identifier: Apache-2.0
// What happens to long data under way if the job ends or is aborted, or if no task waits for it any
// more? Is it really not copied?
#include "virtual_runs.h"

#include <arcas/cluster/memory/bulk.h>
#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/memory/view.h>
#include <arcas/cluster/messages/messenger.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr std::size_t length = 50'000;

// Transfers take long, and other messages are under way meanwhile.
virtual_options slow(rank_id ranks, std::uint64_t seed) {
  virtual_options o = test::usual(ranks, seed);
  o.conditions = {.seed = seed, .least_delay = 0, .most_delay = 200'000, .one_late_in = 3};
  return o;
}

TEST(long_data, on_its_way_when_the_job_fails_is_touched_no_more) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_EQ(test::failure_of(slow(3, seed), job([] {
                                 on_all_ranks([] {
                                   std::vector<double> own(length, self());
                                   const rank_id to = (self() + 1) % ranks();
                                   if (self() == 2) {
                                     spawn([] {
                                       for (int i = 0; i < 20; ++i) yield();
                                       throw std::runtime_error("no more");
                                     });
                                   }
                                   for (;;) {
                                     call(to, [](const std::vector<double>& x) { return x; }, own);
                                   }
                                 });
                               })),
              "rank 2 of 3: a task failed: no more");
  }
}

TEST(long_data, that_nobody_waits_for_any_more_is_dropped) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    for (const int turns : {0, 1, 5, 50}) {
      run_virtual(slow(2, seed), job([turns] {
                    const auto a = global_array<double>::make(2 * length, length);
                    try {
                      const auto answer =
                          future_call(1, [] { return std::vector<double>(length, 1.5); });
                      read_view<double> copy(a, length, length);
                      for (int i = 0; i < turns; ++i) yield();
                      throw std::runtime_error("changed its mind");
                    } catch (const std::runtime_error&) {
                    }
                    EXPECT_EQ(call(1, [] { return 3; }), 3);
                  }));
    }
  }
}

TEST(long_data, of_a_call_lies_where_the_caller_has_it) {
  // In one process, an address that is sent as a number is valid on both ranks.
  run_virtual(slow(2, 1), job([] {
                const std::vector<double> own(length, 2.5);
                const auto at = reinterpret_cast<std::uintptr_t>(own.data());
                const std::uint64_t packets_before = counts().sent.packets_sent;
                const bool apart = call(
                    1,
                    [at](const std::vector<double>& there) {
                      return reinterpret_cast<std::uintptr_t>(there.data()) != at &&
                             there == std::vector<double>(length, 2.5);
                    },
                    own);
                EXPECT_TRUE(apart);
                EXPECT_LE(counts().sent.packets_sent - packets_before, 4u)
                    << "400,000 bytes are in packets";
              }));
}

// The network reads the source at the time of arrival.
TEST(long_data, is_read_by_the_network_from_where_it_lies) {
  virtual_network network(2, {});
  transport a(network.port(0), {});
  transport b(network.port(1), {});
  std::vector<std::byte> from(1000, std::byte{1});
  std::vector<std::byte> to(1000);
  b.receive_transfer(0, {7, 0, {to}, {}});
  a.send_transfer(1, {9, 0, {from}, {}});
  from[3] = std::byte{2};
  network.skip_to_next_arrival();
  transfer_id ended = 0;
  ASSERT_TRUE(b.take_ended(ended));
  EXPECT_EQ(ended, 7u);
  ASSERT_TRUE(a.take_ended(ended));
  EXPECT_EQ(ended, 9u);
  EXPECT_EQ(to, from);
}

TEST(long_data, answers_to_a_rank_go_one_at_a_time) {
  virtual_network network(2, {});
  transport net(network.port(0), {});
  long_data data(net);
  const std::vector<std::byte> bytes(100);
  EXPECT_FALSE(data.answers_to(1) || data.any());
  const auto answer = data.offer(1, lane::reply, {bytes}, long_data::kept_by::rank);
  EXPECT_TRUE(data.answers_to(1) && data.is_read_by(1) && data.any());
  EXPECT_FALSE(data.answers_to(0) || data.is_read_by(0) || data.any_leaves());
  const auto request = data.offer(1, lane::request, {bytes}, long_data::kept_by::task);
  data.withdraw(request);
  EXPECT_TRUE(data.has_left(request));
  EXPECT_FALSE(data.has_left(answer));
  data.send(answer);
  EXPECT_TRUE(data.any_leaves());
}

}  // namespace
}  // namespace arcas::inline v0::cluster
