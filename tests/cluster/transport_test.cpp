// SPDX-License-Identifier: Apache-2.0
#include "exchange.h"

#include <arcas/cluster/transport/sent_by_peer.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr weather storm{.seed = 7, .least_delay = 0, .most_delay = 30'000, .one_late_in = 20};

std::uint64_t turns_of_exchange(rank_id ranks, const transport_options& options,
                                weather conditions) {
  virtual_network network(ranks, conditions);
  std::vector<std::unique_ptr<test::exchange>> parts;
  for (rank_id r = 0; r < ranks; ++r) {
    parts.push_back(
        std::make_unique<test::exchange>(network.port(r), options, 60, conditions.seed));
  }
  std::uint64_t turns = 0;
  for (bool any = true; any; ++turns) {
    any = false;
    for (auto& p : parts) any |= p->step();
    EXPECT_LT(turns, 1'000'000u) << "the exchange does not end";
    if (turns >= 1'000'000) break;
  }
  for (auto& p : parts) EXPECT_EQ(p->received(), (ranks - 1) * lanes * 60u);
  return network.clock();
}

TEST(transport, delivers_all_in_order_for_any_credits_and_ranks) {
  for (const unsigned credits : {1u, 2u, 3u, 8u, 255u}) {
    for (const rank_id ranks : {1u, 2u, 3u, 7u}) {
      SCOPED_TRACE(std::to_string(credits) + " credits, " + std::to_string(ranks) + " ranks");
      turns_of_exchange(ranks, {.packet_bytes = 256, .credits = credits}, storm);
    }
  }
}

TEST(transport, delivers_all_in_order_in_any_weather) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    weather conditions = storm;
    conditions.seed = seed;
    turns_of_exchange(4, {.packet_bytes = 128, .credits = 2}, conditions);
  }
}

TEST(transport, a_seed_is_a_run) {
  const transport_options options{.packet_bytes = 128, .credits = 2};
  EXPECT_EQ(turns_of_exchange(4, options, storm), turns_of_exchange(4, options, storm));
}

TEST(transport, ranks_in_threads_of_their_own) {
  virtual_network network(4, storm);
  std::vector<std::jthread> threads;
  for (rank_id r = 0; r < 4; ++r) {
    threads.emplace_back([&network, r] {
      test::exchange part(network.port(r), {.packet_bytes = 128, .credits = 2}, 60, 1);
      while (part.step()) {
      }
      EXPECT_EQ(part.received(), 3 * lanes * 60u);
    });
  }
}

TEST(transport, never_more_under_way_than_credits) {
  virtual_network network(2, {});
  const transport_options options{.packet_bytes = 64, .credits = 3};
  transport a(network.port(0), options);
  transport b(network.port(1), options);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(a.may_send(1, lane::reply));
    a.send(1, lane::reply, a.lease(1));
  }
  EXPECT_FALSE(a.may_send(1, lane::reply));
  EXPECT_TRUE(a.may_send(1, lane::request)) << "lanes have credits of their own";

  network.skip_to_next_arrival();
  std::optional<arrival> got;
  while (!(got = b.receive())) {
  }
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(a.receive());
  EXPECT_FALSE(a.may_send(1, lane::reply)) << "received is not released";
  b.release(std::move(*got));
  for (int i = 0; i < 1000 && !a.may_send(1, lane::reply); ++i) EXPECT_FALSE(a.receive());
  EXPECT_TRUE(a.may_send(1, lane::reply));
}

TEST(transport, refuses_what_cannot_be_with_a_sentence) {
  virtual_network network(2, {});
  const auto refusal = [&](transport_options options) -> std::string {
    try {
      transport t(network.port(0), options);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({.credits = 0}), "credits: 0 is out of range; it must be between 1 and 255");
  EXPECT_EQ(refusal({.credits = 256}),
            "credits: 256 is out of range; it must be between 1 and 255");
  EXPECT_EQ(refusal({.packet_bytes = 63}),
            "packet_bytes: 63 is out of range; it must be a multiple of 8 and at least 64");
  EXPECT_EQ(refusal({.long_bytes = 63}), "long_bytes: 63 is out of range; it must be at least 64");
}

TEST(transport, a_peer_that_is_slow_keeps_only_what_was_sent_to_it) {
  constexpr rank_id slow = 2;
  sent_by_peer<int> sent;
  std::set<int> there;
  std::vector<int> let_go;
  const auto collect = [&] {
    sent.collect([&](int s) { return there.contains(s); }, [&](int s) { let_go.push_back(s); });
  };
  EXPECT_TRUE(sent.empty());
  const int& first = sent.add(slow, 0);
  for (int i = 1; i <= 100; ++i) sent.add(i % 10 == 0 ? slow : rank_id{5}, i);
  EXPECT_EQ(first, 0) << "MPI reads it where it is";
  for (int i = 1; i <= 100; ++i) there.insert(i);
  collect();
  EXPECT_EQ(let_go.size(), 90u);
  EXPECT_TRUE(std::is_sorted(let_go.begin(), let_go.end()));
  EXPECT_FALSE(sent.empty());
  there.insert(0);
  collect();
  EXPECT_EQ(let_go.size(), 101u);
  EXPECT_TRUE(sent.empty());
  sent.add(5, 7);
  collect();
  EXPECT_TRUE(sent.empty());
}

TEST(transport, the_dead_are_reported) {
  virtual_network network(3, {});
  transport a(network.port(0), {});
  transport b(network.port(1), {});
  b.send(0, lane::request, b.lease(0));
  network.kill(2);
  try {
    a.receive();
    FAIL() << "rank 2 is dead, and nobody was told";
  } catch (const peer_lost& lost) {
    EXPECT_EQ(lost.peer, 2u);
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
