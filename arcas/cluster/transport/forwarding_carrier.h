// SPDX-License-Identifier: Apache-2.0
// A carrier that is another one, but for what a class derived from it does.
#pragma once

#include <arcas/cluster/transport/carrier.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace arcas::inline v0::cluster::detail {

class forwarding_carrier : public carrier {
 public:
  // `other` outlives it.
  explicit forwarding_carrier(carrier& other) : other_(other) {}

  rank_id self() const override { return other_.self(); }
  rank_id ranks() const override { return other_.ranks(); }
  void prepare(const capacity& of_each_peer, std::span<const rank_id> peers) override {
    other_.prepare(of_each_peer, peers);
  }
  void post(rank_id to, packet p) override { other_.post(to, std::move(p)); }
  void post_word(rank_id to, std::uint64_t word) override { other_.post_word(to, word); }
  bool take(incoming& next) override { return other_.take(next); }
  void give_back(rank_id from, packet p) override { other_.give_back(from, std::move(p)); }
  packet lease(rank_id to) override { return other_.lease(to); }
  void keep_spare(std::size_t packets) override { other_.keep_spare(packets); }
  void send_transfer(rank_id to, outgoing_transfer t) override {
    other_.send_transfer(to, std::move(t));
  }
  void receive_transfer(rank_id from, incoming_transfer t) override {
    other_.receive_transfer(from, std::move(t));
  }
  bool take_ended(transfer_id& ended) override { return other_.take_ended(ended); }
  bool shares_memory() const override { return other_.shares_memory(); }
  bool drained() override { return other_.drained(); }
  std::uint64_t now() override { return other_.now(); }
  void idle(unsigned calls) override { other_.idle(calls); }
  void wait_for_arrival(unsigned calls) override { other_.wait_for_arrival(calls); }
  void tell(const std::string& text) override { other_.tell(text); }
  void abort(const std::string& sentence) override { other_.abort(sentence); }

 protected:
  carrier& other_;
};

}  // namespace arcas::inline v0::cluster::detail
