// SPDX-License-Identifier: Apache-2.0
// Packets between processes that share memory, on simulated hosts: the shared memory belongs to
// this process, and a simulated network connects the hosts. With a thread for each process,
// ThreadSanitizer checks the handing over.
#include "worker_exchange.h"

#include <arcas/cluster/transport/host_carrier.h>
#include <arcas/cluster/transport/process_network.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr std::size_t part_bytes = std::size_t{1} << 20;

struct alignas(host_memory::alignment) page {
  std::byte bytes[host_memory::alignment] = {};
};

// A host with these processes, each with a part of the shared memory.
class imagined_host {
 public:
  explicit imagined_host(std::vector<rank_id> processes) : processes_(std::move(processes)) {
    for (std::size_t k = 0; k < processes_.size(); ++k)
      parts_.emplace_back(part_bytes / sizeof(page));
  }

  std::unique_ptr<host_carrier> carrier_of(std::size_t k, carrier& beyond) {
    return std::make_unique<host_carrier>(beyond, processes_,
                                          [this, k](std::size_t bytes) { return share(k, bytes); });
  }
  std::unique_ptr<host_carrier> carrier_of(std::size_t k, virtual_network& beyond) {
    return carrier_of(k, beyond.port(processes_[k]));
  }
  bool has(std::size_t k, const std::byte* at) const {
    const auto* const begin = reinterpret_cast<const std::byte*>(parts_[k].data());
    return std::less_equal<>()(begin, at) && std::less<>()(at, begin + part_bytes);
  }

 private:
  host_memory share(std::size_t k, std::size_t bytes) {
    if (bytes > part_bytes) throw std::logic_error("parts of this test are too small");
    host_memory memory{{}, k};
    for (auto& part : parts_) {
      memory.parts.emplace_back(std::shared_ptr<void>(), reinterpret_cast<std::byte*>(part.data()));
    }
    return memory;
  }

  std::vector<rank_id> processes_;
  std::vector<std::vector<page>> parts_;
};

// The exchange of transport_test.cpp among processes on hosts of these sizes, each process with
// `workers` workers.
void exchange_among(const std::vector<rank_id>& sizes, unsigned workers,
                    const transport_options& options) {
  const rank_id processes = std::accumulate(sizes.begin(), sizes.end(), rank_id{0});
  virtual_network beyond(processes, test::shuffled);
  std::vector<std::unique_ptr<imagined_host>> hosts;
  std::vector<std::unique_ptr<host_carrier>> carriers;
  std::vector<std::unique_ptr<process_network>> inside;
  for (const rank_id size : sizes) {
    std::vector<rank_id> of_host(size);
    std::iota(of_host.begin(), of_host.end(), static_cast<rank_id>(carriers.size()));
    hosts.push_back(std::make_unique<imagined_host>(of_host));
    for (std::size_t k = 0; k < size; ++k) carriers.push_back(hosts.back()->carrier_of(k, beyond));
  }
  for (const auto& c : carriers) inside.push_back(std::make_unique<process_network>(*c, workers));
  test::exchange_among_workers(inside, options);
}

// One worker and two workers, one credit and several, each with each of the clusters.
TEST(host_carrier, delivers_all_in_order) {
  const std::vector<std::vector<rank_id>> clusters = {{2}, {3}, {2, 2}, {1, 2}};
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    for (const unsigned workers : {1u, 2u}) {
      const unsigned credits = (c + workers) % 2 == 0 ? 1 : 16;
      const auto& sizes = clusters[c];
      SCOPED_TRACE(std::to_string(sizes.size()) + " hosts, the first of " +
                   std::to_string(sizes[0]) + ", " + std::to_string(workers) + " workers, " +
                   std::to_string(credits) + " credits");
      exchange_among(sizes, workers, {.packet_bytes = 128, .credits = credits});
    }
  }
}

// Two processes on one host, and a third one on another host. Each process may have two packets
// under way to each of the others.
class three_processes : public testing::Test {
 protected:
  static constexpr std::size_t payload = 64;
  static constexpr std::size_t packets = 2;

  virtual_network beyond{3, {.seed = 7}};
  imagined_host host{{0, 1}};
  imagined_host elsewhere{{2}};
  std::unique_ptr<host_carrier> a = host.carrier_of(0, beyond);
  std::unique_ptr<host_carrier> b = host.carrier_of(1, beyond);
  std::unique_ptr<host_carrier> c = elsewhere.carrier_of(0, beyond);

  three_processes() {
    const capacity each{.payload_bytes = payload, .packets = packets, .settings = {}};
    a->prepare(each, std::vector<rank_id>{1, 2});
    b->prepare(each, std::vector<rank_id>{0, 2});
    c->prepare(each, std::vector<rank_id>{0, 1});
  }

  static packet filled(packet p, char what) {
    std::memset(p.payload(), what, payload);
    p.size = payload;
    p.set_word(static_cast<std::uint64_t>(what));
    return p;
  }
  static void expect_arrival(carrier& at, rank_id from, char what, incoming& next) {
    for (int looks = 0; looks < 1000 && !next.contents; ++looks) at.take(next);
    ASSERT_TRUE(next.contents);
    EXPECT_EQ(next.from, from);
    EXPECT_EQ(next.word, static_cast<std::uint64_t>(what));
    ASSERT_EQ(next.contents.size, payload);
    EXPECT_EQ(std::count(next.contents.payload(), next.contents.payload() + payload,
                         static_cast<std::byte>(what)),
              static_cast<std::ptrdiff_t>(payload));
  }
};

TEST_F(three_processes, read_packets_where_they_were_filled) {
  packet p = a->lease(1);
  const std::byte* const wire = p.wire();
  EXPECT_TRUE(host.has(0, wire));
  a->post(1, filled(std::move(p), 'x'));
  incoming next;
  expect_arrival(*b, 0, 'x', next);
  EXPECT_EQ(next.contents.wire(), wire);
  b->give_back(0, std::move(next.contents));
  // Process 0 gets its buffer back when it looks for arrivals.
  EXPECT_NE(a->lease(1).wire(), wire);
  EXPECT_FALSE(a->take(next));
  EXPECT_EQ(a->lease(1).wire(), wire);
}

TEST_F(three_processes, copy_packets_that_were_filled_elsewhere) {
  a->post(1, filled(packet(payload), 'x'));
  incoming next;
  expect_arrival(*b, 0, 'x', next);
  EXPECT_TRUE(host.has(0, next.contents.wire()));
  b->give_back(0, std::move(next.contents));
}

// Packets are sent even while all buffers that can be leased are leased.
TEST_F(three_processes, lend_no_more_buffers_than_there_are) {
  std::vector<packet> leased;
  for (std::size_t i = 0; i < 2 * packets; ++i) leased.push_back(a->lease(1));
  const auto in_place = [](const packet& p) { return p.is_in_place(); };
  EXPECT_EQ(std::ranges::count_if(leased, in_place), static_cast<std::ptrdiff_t>(packets));
  for (int round = 0; round < 3; ++round) {
    for (const char what : {'x', 'y'}) a->post(1, filled(packet(payload), what));
    for (const char what : {'x', 'y'}) {
      incoming next;
      expect_arrival(*b, 0, what, next);
      b->give_back(0, std::move(next.contents));
    }
    incoming nothing;
    EXPECT_FALSE(a->take(nothing));
  }
  for (packet& p : leased) {
    a->post(1, filled(std::move(p), 'z'));
    incoming next;
    expect_arrival(*b, 0, 'z', next);
    b->give_back(0, std::move(next.contents));
    EXPECT_FALSE(a->take(next));
  }
  EXPECT_TRUE(a->lease(1).is_in_place());
  EXPECT_TRUE(a->is_near(1));
}

TEST_F(three_processes, reach_other_hosts_by_the_network) {
  packet p = a->lease(2);
  EXPECT_FALSE(p.is_in_place());
  a->post(2, filled(std::move(p), 'x'));
  incoming next;
  expect_arrival(*c, 0, 'x', next);
  c->give_back(0, std::move(next.contents));
  c->post_word(1, 77);
  for (int looks = 0; looks < 1000 && next.word != 77; ++looks) b->take(next);
  EXPECT_EQ(next.word, 77u);
  EXPECT_EQ(next.from, 2u);
}

TEST_F(three_processes, look_at_both_sides_by_turns) {
  for (int i = 0; i < 2; ++i) {
    b->post_word(0, 10);
    c->post_word(0, 20);
  }
  for (int waited = 0; waited < 1000; ++waited) c->idle(1);
  std::vector<std::uint64_t> words;
  incoming next;
  while (words.size() < 4 && a->take(next)) words.push_back(next.word);
  EXPECT_EQ(words, (std::vector<std::uint64_t>{20, 10, 20, 10}));
}

TEST_F(three_processes, say_where_more_is_under_way_than_may_be) {
  const auto post_words_without_end = [this] {
    for (int i = 0; i < 100; ++i) a->post_word(1, 1);
  };
  EXPECT_THROW(post_words_without_end(), std::logic_error);
  const auto post_without_end = [this] {
    for (int i = 0; i < 100; ++i) b->post(0, filled(packet(payload), 'x'));
  };
  EXPECT_THROW(post_without_end(), std::logic_error);
}

TEST_F(three_processes, refuse_a_packet_that_was_leased_for_another) {
  EXPECT_THROW(a->post(2, filled(a->lease(1), 'x')), std::logic_error);
  std::byte foreign[packet::head + payload];
  EXPECT_THROW(a->post(1, filled(packet::in_place(foreign, 0), 'x')), std::logic_error);
}

// Records the calls that the carrier above makes.
class asked_carrier final : public forwarding_carrier {
 public:
  using forwarding_carrier::forwarding_carrier;
  void prepare(const capacity& of_each_peer, std::span<const rank_id> peers) override {
    prepared_for.assign(peers.begin(), peers.end());
    below_.prepare(of_each_peer, peers);
  }
  bool take(incoming& next) override {
    ++looks;
    return below_.take(next);
  }
  void wait_for_arrival(unsigned) override { ++waits; }

  std::vector<rank_id> prepared_for;
  unsigned looks = 0;
  unsigned waits = 0;
};

struct asked {
  virtual_network network{4, {.seed = 7}};
  asked_carrier below{network.port(0)};

  // Process 0 on a host of `of_host` processes, with these peers.
  asked(rank_id of_host, const std::vector<rank_id>& peers) : host(numbers(of_host)) {
    above = host.carrier_of(0, below);
    above->prepare({.payload_bytes = 64, .packets = 2, .settings = {}}, peers);
  }
  static std::vector<rank_id> numbers(rank_id n) {
    std::vector<rank_id> all(n);
    std::iota(all.begin(), all.end(), 0u);
    return all;
  }
  unsigned looks_beyond_of(int takes) {
    incoming nothing;
    below.looks = 0;
    for (int i = 0; i < takes; ++i) above->take(nothing);
    return below.looks;
  }

  imagined_host host;
  std::unique_ptr<host_carrier> above;
};

TEST(host_carrier, prepares_the_network_for_peers_on_other_hosts) {
  EXPECT_EQ(asked(2, {1, 2, 3, 3}).below.prepared_for, (std::vector<rank_id>{2, 3, 3}));
  EXPECT_EQ(asked(4, {1, 2, 3}).below.prepared_for, std::vector<rank_id>());
}

// From a network without peers only the end of the job can arrive. MPI learns of it only during a
// call.
TEST(host_carrier, rarely_looks_at_a_network_without_peers) {
  EXPECT_EQ(asked(2, {1, 2, 3}).looks_beyond_of(5000), 5000u);
  const unsigned rarely = asked(4, {1, 2, 3}).looks_beyond_of(5000);
  EXPECT_GE(rarely, 1u);
  EXPECT_LE(rarely, 10u);
}

TEST(host_carrier, looks_at_a_network_without_peers_while_packets_come) {
  asked busy(2, {1});
  virtual_network none(4, {.seed = 7});
  const auto other = busy.host.carrier_of(1, none);
  other->prepare({.payload_bytes = 64, .packets = 2, .settings = {}}, std::vector<rank_id>{0});
  busy.below.looks = 0;
  for (int i = 0; i < 5000; ++i) {
    incoming next;
    other->post_word(0, 1);
    ASSERT_TRUE(busy.above->take(next) || busy.above->take(next));
  }
  EXPECT_GE(busy.below.looks, 1u);
}

// An arrival in shared memory would not end a wait in the network.
TEST(host_carrier, does_not_wait_in_the_network_for_peers_on_its_host) {
  asked with_peers(2, {1, 2, 3});
  with_peers.above->wait_for_arrival(1);
  EXPECT_EQ(with_peers.below.waits, 0u);
  asked without(2, {2, 3});
  without.above->wait_for_arrival(1);
  EXPECT_EQ(without.below.waits, 1u);
}

TEST(host_carrier, takes_from_its_peers_by_turns) {
  virtual_network beyond(4, {.seed = 7});
  imagined_host host({0, 1, 2, 3});
  std::vector<std::unique_ptr<host_carrier>> all;
  for (rank_id k = 0; k < 4; ++k) {
    all.push_back(host.carrier_of(k, beyond));
    std::vector<rank_id> peers{0, 1, 2, 3};
    std::erase(peers, k);
    all[k]->prepare({.payload_bytes = 64, .packets = 4, .settings = {}}, peers);
  }
  for (const std::uint64_t word : {1u, 2u, 3u}) {
    for (rank_id k = 1; k < 4; ++k) all[k]->post_word(0, word);
  }
  std::vector<std::uint64_t> words;
  incoming next;
  while (all[0]->take(next)) words.push_back(next.word);
  EXPECT_EQ(words, (std::vector<std::uint64_t>{1, 1, 1, 2, 2, 2, 3, 3, 3}));
}

// A ring has room for all items that credits allow while no process takes any:
// - 21 packets,
// - 21 words, each with the credit of a packet of the other process,
// - one more word for each of the three links,
// - 21 buffers of the other process that are given back.
// These are 66 items; the next smaller ring would have 64 places.
TEST(host_carrier, has_room_for_all_that_may_be_under_way) {
  constexpr std::size_t links = 3, packets = 7 * links;
  virtual_network beyond(2, {.seed = 7});
  imagined_host host({0, 1});
  const auto a = host.carrier_of(0, beyond);
  const auto b = host.carrier_of(1, beyond);
  const capacity each{.payload_bytes = 64, .packets = packets / links, .settings = {}};
  a->prepare(each, std::vector<rank_id>(links, 1));
  b->prepare(each, std::vector<rank_id>(links, 0));
  const auto post_all = [](host_carrier& from, rank_id to) {
    for (std::size_t i = 0; i < packets; ++i) {
      packet p = from.lease(to);
      p.set_word(i);
      from.post(to, std::move(p));
    }
  };
  post_all(*a, 1);
  std::vector<packet> held;
  incoming next;
  while (b->take(next)) held.push_back(std::move(next.contents));
  ASSERT_EQ(held.size(), packets);
  post_all(*b, 0);
  for (packet& p : held) b->give_back(0, std::move(p));
  for (std::size_t i = 0; i < packets + links; ++i) b->post_word(0, 100 + i);
  std::size_t come = 0;
  while (a->take(next)) ++come;
  EXPECT_EQ(come, 2 * packets + links);
}

TEST(host_carrier, is_the_other_carrier_where_nothing_is_shared) {
  virtual_network beyond(2, {.seed = 7});
  host_carrier a(beyond.port(0), {0, 1}, [](std::size_t) { return host_memory{}; });
  host_carrier b(beyond.port(1), {0, 1}, [](std::size_t) { return host_memory{}; });
  const capacity each{.payload_bytes = 64, .packets = 2, .settings = {}};
  a.prepare(each, std::vector<rank_id>{1});
  b.prepare(each, std::vector<rank_id>{0});
  EXPECT_FALSE(a.shares_memory());
  EXPECT_FALSE(a.is_near(1));
  packet p = a.lease(1);
  EXPECT_FALSE(p.is_in_place());
  p.size = 8;
  p.set_word(5);
  a.post(1, std::move(p));
  incoming next;
  for (int looks = 0; looks < 1000 && !next.contents; ++looks) b.take(next);
  EXPECT_EQ(next.word, 5u);
  b.give_back(0, std::move(next.contents));
}

}  // namespace
}  // namespace arcas::inline v0::cluster
