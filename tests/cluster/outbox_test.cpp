// SPDX-License-Identifier: Apache-2.0
// When does a packet leave if it became old, or was flushed, while it had no credit?
#include "near_port.h"
#include "virtual_runs.h"

#include <arcas/cluster/messages/outbox.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <gtest/gtest.h>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr run_key key{0, 0};
constexpr std::uint64_t oldest = 2000;

struct sender {
  virtual_network network{3, {.least_delay = 0, .most_delay = 0}};
  transport here{network.port(0), {.packet_bytes = 64, .credits = 1}};
  transport there{network.port(1), {.packet_bytes = 64, .credits = 1}};
  outbox out{here, {.age_a_packet = oldest, .oldest = oldest}};

  std::uint64_t sent() const { return here.counts().packets_sent; }
  void put(rank_id to, lane on) { out.append(to, on, key, 8); }
  // Uses the only credit towards rank 1.
  arrival take_credit(lane on) {
    put(1, on);
    out.flush(1, on);
    std::optional<arrival> got;
    while (!(got = there.receive())) {
    }
    return std::move(*got);
  }
  void give_credit(arrival a, lane on) {
    there.release(std::move(a));
    while (!here.may_send(1, on)) EXPECT_FALSE(here.receive());
  }
  void grow_old() {
    for (const std::uint64_t end = network.clock() + oldest; network.clock() <= end;) here.idle(0);
    here.begin_turn();
  }
};

TEST(outbox, an_old_packet_leaves_when_its_credit_comes_whatever_is_younger) {
  sender s;
  arrival first = s.take_credit(lane::request);
  s.put(1, lane::request);
  s.grow_old();
  s.put(2, lane::request);
  s.out.pump();
  EXPECT_EQ(s.sent(), 1u) << "there is no credit for the old one, and the other is young";
  s.give_credit(std::move(first), lane::request);
  s.out.pump();
  EXPECT_EQ(s.sent(), 2u);
  s.grow_old();
  s.out.pump();
  EXPECT_EQ(s.sent(), 3u);
}

TEST(outbox, flushes_a_lane_to_near_ranks_alone) {
  virtual_network network(3, {});
  test::near_port port(network.port(0), {1});
  transport here(port, {.packet_bytes = 64, .credits = 1});
  outbox out(here, {});
  for (const rank_id to : {1, 2}) {
    for (const lane on : {lane::request, lane::reply}) out.append(to, on, key, 8);
  }
  out.flush_near(lane::reply);
  EXPECT_EQ(here.counts().packets_sent, 1u);
  EXPECT_FALSE(here.may_send(1, lane::reply)) << "what has left is its reply";
  out.flush_near(lane::request);
  EXPECT_EQ(here.counts().packets_sent, 2u);
  EXPECT_FALSE(here.may_send(1, lane::request));
}

TEST(outbox, says_whether_a_lane_is_flushed) {
  sender s;
  EXPECT_TRUE(s.out.flush_lane(lane::control));
  arrival first = s.take_credit(lane::control);
  s.put(1, lane::control);
  s.put(1, lane::request);
  EXPECT_FALSE(s.out.flush_lane(lane::control)) << "no credit";
  s.give_credit(std::move(first), lane::control);
  EXPECT_TRUE(s.out.flush_lane(lane::control));
  EXPECT_EQ(s.sent(), 2u) << "the request is not flushed";
}

TEST(outbox, what_a_task_flushes_leaves_before_the_task_waits) {
  run_virtual(test::usual(2, 1), job([] {
                const std::uint64_t before = counts().sent.packets_sent;
                async(1, [] {});
                EXPECT_EQ(counts().sent.packets_sent, before) << "others could share its packet";
                flush();
                EXPECT_EQ(counts().sent.packets_sent, before + 1);
              }));
}

}  // namespace
}  // namespace arcas::inline v0::cluster
