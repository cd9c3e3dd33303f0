// SPDX-License-Identifier: Apache-2.0
// What every carrier must be able to do, as one rank's part: everyone sends numbered packets of all
// sizes to everyone on all lanes, holds what it receives for a while, and checks that nothing is
// lost, doubled, changed or out of order.
#pragma once

#include <arcas/cluster/transport/transport.h>

#include <cstring>
#include <deque>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;

class exchange {
 public:
  exchange(carrier& network, const transport_options& options, std::uint64_t packets,
           std::uint64_t seed)
      : net_(network, options),
        packets_(packets),
        random_(static_cast<unsigned>(seed + net_.self())),
        sent_(net_.ranks() * lanes),
        received_(net_.ranks() * lanes) {}

  // A turn; false when all has been sent and has come.
  bool step() {
    const std::uint64_t before = sent_count_ + received_count_;
    for (rank_id to = 0; to < net_.ranks(); ++to) {
      for (std::size_t l = 0; l < lanes && to != net_.self(); ++l) try_send(to, l);
    }
    while (auto a = net_.receive()) {
      check(*a);
      held_.push_back(std::move(*a));
    }
    // Released in another order than received, all of them at last.
    while (!held_.empty() && (random_() % 3 == 0 || held_.size() > 3)) {
      std::swap(held_.front(), held_[random_() % held_.size()]);
      net_.release(std::move(held_.front()));
      held_.pop_front();
    }
    const std::uint64_t all = (net_.ranks() - 1) * lanes * packets_;
    const bool done =
        sent_count_ == all && received_count_ == all && held_.empty() && net_.drained();
    idle_ = sent_count_ + received_count_ == before ? idle_ + 1 : 0;
    if (!done) net_.idle(idle_);
    return !done;
  }
  std::uint64_t received() const { return received_count_; }
  std::size_t most_held() const { return most_held_; }

 private:
  std::size_t size_of(std::uint64_t number) const {
    if (number % 7 == 0) return 8;
    return 8 + number * 37 % (net_.packet_bytes() - 7);
  }
  static std::byte filling(std::uint64_t number, std::size_t i) {
    return static_cast<std::byte>(number * 31 + i);
  }

  void try_send(rank_id to, std::size_t l) {
    std::uint64_t& number = sent_[to * lanes + l];
    if (number == packets_ || !net_.may_send(to, static_cast<lane>(l))) return;
    packet p = net_.lease();
    p.size = size_of(number);
    for (std::size_t i = 8; i < p.size; ++i) p.payload()[i] = filling(number, i);
    std::memcpy(p.payload(), &number, sizeof number);
    net_.send(to, static_cast<lane>(l), std::move(p));
    ++number;
    ++sent_count_;
  }

  void check(const arrival& a) {
    most_held_ = std::max(most_held_, held_.size() + 1);
    std::uint64_t number = 0;
    std::memcpy(&number, a.contents.payload(), sizeof number);
    std::uint64_t& expected = received_[a.from * lanes + static_cast<std::size_t>(a.lane)];
    if (number != expected++) {
      throw std::logic_error("packet " + std::to_string(number) + " came from rank " +
                             std::to_string(a.from) + " where " + std::to_string(expected - 1) +
                             " was expected");
    }
    bool whole = a.contents.size == size_of(number);
    for (std::size_t i = 8; whole && i < a.contents.size; ++i) {
      whole = a.contents.payload()[i] == filling(number, i);
    }
    if (!whole) throw std::logic_error("a packet has changed on its way");
    ++received_count_;
  }

  transport net_;
  const std::uint64_t packets_;
  std::minstd_rand random_;
  std::vector<std::uint64_t> sent_;
  std::vector<std::uint64_t> received_;
  std::deque<arrival> held_;
  std::uint64_t sent_count_ = 0;
  std::uint64_t received_count_ = 0;
  unsigned idle_ = 0;
  std::size_t most_held_ = 0;
};

}  // namespace arcas::inline v0::cluster::test
