// SPDX-License-Identifier: Apache-2.0
// The part of one rank in the test that every carrier must pass. All ranks send numbered packets of
// all sizes to all ranks on all lanes, and hold received packets for a while. They check that no
// packet is lost, doubled, changed or out of order. They also exchange long data: with its packet k
// on the control lane, a rank asks for transfer k on each channel.
#pragma once

#include <arcas/cluster/transport/transport.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;

// The transfers of one rank with all others: one at a time on each channel. The data of a transfer
// has 0, 1 or 2 spans.
class exchanged_transfers {
 public:
  exchanged_transfers(transport& net, std::uint64_t each)
      : net_(net), each_(each), asked_(net.ranks()), come_(net.ranks()), sent_(net.ranks()) {}

  // Expects the next transfer of rank `from` on each channel; returns false if earlier transfers
  // have not all arrived.
  bool expect(rank_id from) {
    if (come_[from] != asked_[from] * transfer_channels) return false;
    for (transfer_channel c = 0; c < transfer_channels; ++c) {
      auto to = std::make_shared<bytes>(numbers(from, net_.self(), c, asked_[from]).size());
      expected_[next_] = {from, c, asked_[from], to};
      net_.receive_transfer(from, {next_++, c, halves<std::byte>(*to), kept(to)});
    }
    ++asked_[from];
    return true;
  }
  // Sends the next transfer on each channel to rank `to`, which has asked for them.
  void send(rank_id to) {
    for (transfer_channel c = 0; c < transfer_channels; ++c) {
      const auto own = std::make_shared<bytes>(numbers(net_.self(), to, c, sent_[to]));
      leaving_[next_] = own;
      net_.send_transfer(to, {next_++, c, halves<const std::byte>(*own), kept(own)});
    }
    ++sent_[to];
  }
  void look() {
    transfer_id ended = 0;
    while (net_.take_ended(ended)) {
      if (const auto left = leaving_.extract(ended)) {
        // The source may change now; the arrived data must not.
        std::fill(left.mapped()->begin(), left.mapped()->end(), std::byte{0});
        continue;
      }
      const auto [from, c, number, to] = expected_.extract(ended).mapped();
      if (*to != numbers(from, net_.self(), c, number))
        throw std::logic_error("a transfer has changed on its way");
      ++come_[from];
    }
  }
  bool done() const {
    bool all = leaving_.empty() && expected_.empty();
    for (rank_id r = 0; r < net_.ranks(); ++r) all &= r == net_.self() || sent_[r] == each_;
    return all;
  }

 private:
  using bytes = std::vector<std::byte>;
  struct expectation {
    rank_id from;
    transfer_channel channel;
    std::uint64_t number;
    std::shared_ptr<bytes> to;
  };
  static arcas::detail::shared_owner kept(const std::shared_ptr<bytes>& all) {
    return arcas::detail::shared_owner(new std::shared_ptr<bytes>(all));
  }
  static bytes numbers(rank_id from, rank_id to, transfer_channel c, std::uint64_t number) {
    bytes all((number * 977 + from * 31) % 5000 * (number % 5));
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = static_cast<std::byte>(number * 31 + from * 7 + to * 3 + c + i);
    }
    return all;
  }
  template <class Byte>
  static std::vector<std::span<Byte>> halves(bytes& all) {
    const std::span<Byte> whole(all);
    if (whole.empty()) return {};
    return {whole.first(all.size() / 3), whole.subspan(all.size() / 3)};
  }

  transport& net_;
  const std::uint64_t each_;
  std::vector<std::uint64_t> asked_;
  std::vector<std::uint64_t> come_;
  std::vector<std::uint64_t> sent_;
  std::unordered_map<transfer_id, expectation> expected_;
  std::unordered_map<transfer_id, std::shared_ptr<bytes>> leaving_;
  transfer_id next_ = 0;
};

class exchange {
 public:
  exchange(carrier& network, const transport_options& options, std::uint64_t packets,
           std::uint64_t seed)
      : net_(network, options),
        packets_(packets),
        random_(static_cast<unsigned>(seed + net_.self())),
        sent_(net_.ranks() * lanes),
        received_(net_.ranks() * lanes),
        transfers_(net_, packets) {}

  // One turn; returns false when everything has been sent and has arrived.
  bool step() {
    const std::uint64_t before = sent_count_ + received_count_;
    for (rank_id to = 0; to < net_.ranks(); ++to) {
      for (std::size_t l = 0; l < lanes && to != net_.self(); ++l) try_send(to, l);
    }
    transfers_.look();
    while (auto a = net_.receive()) {
      check(*a);
      if (a->lane == lane::control) transfers_.send(a->from);
      held_.push_back(std::move(*a));
    }
    // Packets are released in another order than that of their receipt; in the end all are
    // released.
    while (!held_.empty() && (random_() % 3 == 0 || held_.size() > 3)) {
      std::swap(held_.front(), held_[random_() % held_.size()]);
      net_.release(std::move(held_.front()));
      held_.pop_front();
    }
    const std::uint64_t all = (net_.ranks() - 1) * lanes * packets_;
    const bool done = sent_count_ == all && received_count_ == all && held_.empty() &&
                      transfers_.done() && net_.drained();
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
    if (static_cast<lane>(l) == lane::control && !transfers_.expect(to)) return;
    packet p = net_.lease(to);
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
  exchanged_transfers transfers_;
  std::deque<arrival> held_;
  std::uint64_t sent_count_ = 0;
  std::uint64_t received_count_ = 0;
  unsigned idle_ = 0;
  std::size_t most_held_ = 0;
};

}  // namespace arcas::inline v0::cluster::test
