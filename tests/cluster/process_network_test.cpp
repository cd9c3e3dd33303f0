// SPDX-License-Identifier: Apache-2.0
// Packets between workers of a process, and between workers of several processes, on a simulated
// network. Each worker has a thread, so ThreadSanitizer checks how they hand over packets.
#include "worker_exchange.h"

#include <arcas/cluster/transport/process_network.h>
#include <arcas/cluster/transport/transport.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

TEST(handover_ring, keeps_the_order_and_refuses_what_has_no_place) {
  handover_ring<int> ring(3);
  EXPECT_EQ(ring.places(), 4u);
  int out = 0;
  EXPECT_FALSE(ring.take(out));
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(ring.give(10 * round + i));
    EXPECT_FALSE(ring.give(7));
    for (int i = 0; i < 4; ++i) {
      EXPECT_TRUE(ring.take(out));
      EXPECT_EQ(out, 10 * round + i);
    }
    EXPECT_FALSE(ring.take(out));
  }
}

TEST(handover_ring, what_has_no_place_stays_with_the_giver) {
  handover_ring<std::unique_ptr<int>> ring(1);
  EXPECT_TRUE(ring.give(std::make_unique<int>(1)));
  auto second = std::make_unique<int>(2);
  EXPECT_FALSE(ring.give(std::move(second)));
  ASSERT_NE(second, nullptr);
  std::unique_ptr<int> first;
  EXPECT_TRUE(ring.take(first));
  EXPECT_EQ(*first, 1);
  EXPECT_TRUE(ring.give(std::move(second)));
}

TEST(handover_ring, hands_over_between_threads) {
  constexpr int items = 20'000;
  handover_ring<std::vector<int>> ring(4);
  std::jthread giver([&ring] {
    for (int i = 0; i < items; ++i) {
      std::vector<int> item(3, i);
      while (!ring.give(std::move(item))) std::this_thread::yield();
    }
  });
  for (int i = 0; i < items; ++i) {
    std::vector<int> item;
    while (!ring.take(item)) std::this_thread::yield();
    ASSERT_EQ(item, std::vector<int>(3, i));
  }
}

// A network of one process that records the arguments of idle().
class idle_network final : public carrier {
 public:
  unsigned idle_calls = 0;

  rank_id self() const override { return 0; }
  rank_id ranks() const override { return 1; }
  void prepare(const capacity&, std::span<const rank_id>) override {}
  void post(rank_id, packet) override {}
  void post_word(rank_id, std::uint64_t) override {}
  bool take(incoming&) override { return false; }
  void give_back(rank_id, packet) override {}
  void send_transfer(rank_id, outgoing_transfer) override {}
  void receive_transfer(rank_id, incoming_transfer) override {}
  bool take_ended(transfer_id&) override { return false; }
  packet lease(rank_id) override { return packet(8); }
  bool drained() override { return true; }
  std::uint64_t now() override { return 0; }
  void idle(unsigned calls) override { idle_calls = calls; }
  void tell(const std::string&) override {}
  void abort(const std::string&) override {}
};

TEST(process_network, a_first_worker_that_was_busy_is_not_idle_for_long) {
  idle_network outside;
  process_network inside(outside, 2);
  for (unsigned calls = 1; calls <= 30; ++calls) inside.port(0).idle(calls);
  EXPECT_EQ(outside.idle_calls, 30u);
  // Since the last call the worker has had work, so its count begins at 1 again.
  inside.port(0).idle(1);
  EXPECT_EQ(outside.idle_calls, 1u);
}

// The exchange of transport_test.cpp among processes with `workers` workers.
void exchange_among(rank_id processes, unsigned workers, const transport_options& options) {
  virtual_network outside(processes, test::shuffled);
  std::vector<std::unique_ptr<process_network>> inside;
  for (rank_id p = 0; p < processes; ++p) {
    inside.push_back(std::make_unique<process_network>(outside.port(p), workers));
  }
  test::exchange_among_workers(inside, options);
}

// Each two of the three numbers occur with all their values.
TEST(process_network, delivers_all_in_order) {
  for (const unsigned processes : {1u, 2u, 3u}) {
    for (const unsigned workers : {1u, 2u, 3u}) {
      const unsigned credits = std::array{1u, 2u, 16u}[(processes + workers) % 3];
      SCOPED_TRACE(std::to_string(processes) + " processes, " + std::to_string(workers) +
                   " workers, " + std::to_string(credits) + " credits");
      exchange_among(processes, workers, {.packet_bytes = 128, .credits = credits});
    }
  }
}

// The budget of a rank counts at least the bytes of its worker's rings; with one hop, exactly
// these.
TEST(process_network, has_rings_of_the_size_that_the_budget_counts) {
  for (const rank_id processes : {1u, 2u, 4u}) {
    for (const unsigned workers : {2u, 3u, 5u}) {
      for (const unsigned hops : {1u, 2u}) {
        virtual_network outside(processes, test::shuffled);
        process_network inside(outside.port(0), workers);
        const transport_options options{.credits = 5, .hops = hops};
        {
          std::vector<std::jthread> threads;
          for (unsigned w = 0; w < workers; ++w)
            threads.emplace_back([&inside, w, &options] { transport(inside.port(w), options); });
        }
        const auto links = rank_grid(processes * workers, hops).most_links();
        const std::size_t elsewhere = std::min<std::size_t>(links, (processes - 1) * workers);
        const std::size_t counted =
            (workers - 1) * process_network::ring_bytes(workers, 5 * lanes, elsewhere);
        EXPECT_LE(inside.ring_bytes(), counted);
        EXPECT_GT(inside.ring_bytes(), 0u);
        if (hops == 1) {
          EXPECT_EQ(inside.ring_bytes(), counted);
        }
      }
    }
  }
  EXPECT_EQ(process_network::ring_bytes(1, 48, 100), 0u);
}

TEST(process_network, numbers_its_workers_process_by_process) {
  virtual_network outside(3, {});
  process_network inside(outside.port(2), 4);
  EXPECT_EQ(inside.workers(), 4u);
  for (unsigned w = 0; w < 4; ++w) {
    EXPECT_EQ(inside.port(w).self(), 8 + w);
    EXPECT_EQ(inside.port(w).ranks(), 12u);
    EXPECT_TRUE(inside.port(w).is_near(8 + (w + 1) % 4));
    EXPECT_FALSE(inside.port(w).is_near(7));
  }
}

TEST(process_network, a_failure_of_any_worker_is_passed_on_by_the_first) {
  virtual_network outside(1, {});
  process_network inside(outside.port(0), 3);
  inside.port(2).abort("two");
  inside.port(1).abort("one, later");
  EXPECT_TRUE(inside.aborted());
  EXPECT_EQ(inside.abort_sentence(), "two");
  EXPECT_EQ(outside.abort_sentence(), "");
  std::jthread first([&inside] { inside.leave(0); });
  // abort_is_passed_on() waits for a bounded time; a busy machine may start the thread later.
  while (outside.abort_sentence().empty()) std::this_thread::yield();
  EXPECT_TRUE(inside.abort_is_passed_on());
  EXPECT_EQ(outside.abort_sentence(), "two");
  inside.leave(1);
  inside.leave(2);
}

TEST(process_network, refuses_what_cannot_be_with_a_sentence) {
  virtual_network outside(1, {});
  for (const unsigned workers : {0u, 4097u}) {
    try {
      process_network inside(outside.port(0), workers);
      FAIL() << workers << " workers were accepted";
    } catch (const std::invalid_argument& e) {
      EXPECT_EQ(e.what(), "workers: " + std::to_string(workers) +
                              " is out of range; it must be between 1 and 4096");
    }
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
