// SPDX-License-Identifier: Apache-2.0
// A carrier that forwards all calls to another carrier. A derived class overrides some of them.
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
  // `other` must outlive this object.
  explicit forwarding_carrier(carrier& other) : below_(other) {}

  rank_id self() const override { return below_.self(); }
  rank_id ranks() const override { return below_.ranks(); }
  void prepare(const capacity& of_each_peer, std::span<const rank_id> peers) override {
    below_.prepare(of_each_peer, peers);
  }
  void post(rank_id to, packet p) override { below_.post(to, std::move(p)); }
  void post_word(rank_id to, std::uint64_t word) override { below_.post_word(to, word); }
  bool take(incoming& next) override { return below_.take(next); }
  void give_back(rank_id from, packet p) override { below_.give_back(from, std::move(p)); }
  packet lease(rank_id to) override { return below_.lease(to); }
  void keep_spare(std::size_t packets) override { below_.keep_spare(packets); }
  void send_transfer(rank_id to, outgoing_transfer t) override {
    below_.send_transfer(to, std::move(t));
  }
  void receive_transfer(rank_id from, incoming_transfer t) override {
    below_.receive_transfer(from, std::move(t));
  }
  bool take_ended(transfer_id& ended) override { return below_.take_ended(ended); }
  bool shares_memory() const override { return below_.shares_memory(); }
  bool is_near(rank_id peer) const override { return below_.is_near(peer); }
  bool drained() override { return below_.drained(); }
  std::uint64_t now() override { return below_.now(); }
  void idle(unsigned calls) override { below_.idle(calls); }
  void wait_for_arrival(unsigned calls) override { below_.wait_for_arrival(calls); }
  void tell(const std::string& text) override { below_.tell(text); }
  void abort(const std::string& sentence) override { below_.abort(sentence); }

 protected:
  carrier& below_;
};

}  // namespace arcas::inline v0::cluster::detail
