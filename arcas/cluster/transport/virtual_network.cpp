// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/packet.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// Simulated nanoseconds of one call of a carrier and of one idle call: about their real times.
constexpr std::uint64_t nanoseconds_a_call = 50;
constexpr std::uint64_t nanoseconds_idle = 200;
constexpr unsigned lane_of_words = lanes;
constexpr std::size_t most_spare_packets = 32;
constexpr std::uint64_t late_factor = 100;

// Splitmix64: good enough for delays, and one word of state.
std::uint64_t draw(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

class virtual_network::state {
 public:
  state(rank_id ranks, const weather& conditions);

  carrier& port(rank_id rank);
  void kill(rank_id rank) {
    std::lock_guard hold(mutex_);
    dead_ = rank;
  }
  std::uint64_t under_way() const {
    std::lock_guard hold(mutex_);
    return under_way_;
  }
  std::vector<std::string> told() const {
    std::lock_guard hold(mutex_);
    return told_;
  }
  std::string abort_sentence() const {
    std::lock_guard hold(mutex_);
    return abort_sentence_;
  }
  std::uint64_t clock() const {
    std::lock_guard hold(mutex_);
    return clock_;
  }
  void skip_to_next_arrival();

 private:
  class port_of_rank;
  // The bytes of a transfer are copied when it is due, not before, so that tests detect a source
  // that has changed or has been freed.
  struct shipment {
    rank_id from;
    rank_id to;
    outgoing_transfer what;
  };
  struct dock {
    std::map<std::pair<rank_id, transfer_channel>, incoming_transfer> expected;  // by sender
    std::vector<transfer_id> ended;
  };
  struct inbox {
    // By due time, then by order of posting.
    std::map<std::pair<std::uint64_t, std::uint64_t>, incoming> flights;
    std::map<std::pair<rank_id, unsigned>, std::uint64_t> last_due;  // by sender and lane
  };

  void pass(std::uint64_t nanoseconds);
  std::uint64_t draw_delay();
  void deliver(rank_id to, unsigned on, incoming what);
  bool take(rank_id at, incoming& next);
  void ship(rank_id from, rank_id to, outgoing_transfer t);
  void land_what_is_due();

  const weather conditions_;
  // Guards all members below.
  mutable std::mutex mutex_;
  std::uint64_t clock_ = 0;
  std::uint64_t random_;
  std::uint64_t posted_ = 0;
  std::uint64_t under_way_ = 0;
  std::string abort_sentence_;
  std::vector<std::string> told_;
  std::optional<rank_id> dead_;
  std::optional<setting_values> settings_;  // of the rank that was prepared first
  std::vector<inbox> inboxes_;
  std::vector<dock> docks_;
  std::multimap<std::uint64_t, shipment> shipments_;  // by due time
  std::vector<std::unique_ptr<port_of_rank>> ports_;
};

class virtual_network::state::port_of_rank final : public carrier {
 public:
  port_of_rank(state& network, rank_id self, rank_id ranks)
      : network_(network), self_(self), ranks_(ranks) {
    const weather& w = network.conditions_;
    std::uint64_t state = w.seed + self;
    if (w.clock_skew != 0) begins_late_ = draw(state) % (w.clock_skew + 1);
    if (w.clock_drift != 0) goes_fast_ = draw(state) % (w.clock_drift + 1);
  }

  rank_id self() const override { return self_; }
  rank_id ranks() const override { return ranks_; }
  void prepare(const capacity& of_each_peer, std::span<const rank_id>) override {
    payload_bytes_ = of_each_peer.payload_bytes;
    std::lock_guard hold(network_.mutex_);
    const auto own = of_each_peer.settings;
    if (!network_.settings_) network_.settings_ = values_of(own);
    if (!may_run_together(own, *network_.settings_)) {
      refuse_other_settings(own, *network_.settings_);
    }
  }

  void post(rank_id to, packet p) override {
    const auto on = static_cast<unsigned>(p.word() & 0xff);
    incoming what{self_, p.word(), std::move(p)};
    network_.deliver(to, on, std::move(what));
  }
  void post_word(rank_id to, std::uint64_t word) override {
    network_.deliver(to, lane_of_words, {self_, word, {}});
  }
  bool take(incoming& next) override { return network_.take(self_, next); }
  void give_back(rank_id, packet p) override { spare_.keep(std::move(p)); }
  packet lease(rank_id) override { return spare_.take(payload_bytes_); }
  void send_transfer(rank_id to, outgoing_transfer t) override {
    network_.ship(self_, to, std::move(t));
  }
  void receive_transfer(rank_id from, incoming_transfer t) override {
    std::lock_guard hold(network_.mutex_);
    network_.docks_[self_].expected[{from, t.channel}] = std::move(t);
  }
  bool take_ended(transfer_id& ended) override {
    std::lock_guard hold(network_.mutex_);
    network_.land_what_is_due();
    auto& all = network_.docks_[self_].ended;
    if (all.empty()) return false;
    ended = all.back();
    all.pop_back();
    return true;
  }
  bool drained() override { return true; }
  std::uint64_t now() override {
    const std::uint64_t clock = network_.clock();
    return clock + begins_late_ + clock * goes_fast_ / 1'000'000;
  }
  void idle(unsigned calls) override {
    if (network_.conditions_.in_threads) lend_processor(calls);
    std::lock_guard hold(network_.mutex_);
    network_.pass(nanoseconds_idle);
  }
  void tell(const std::string& text) override {
    std::lock_guard hold(network_.mutex_);
    network_.told_.push_back(text);
  }
  void abort(const std::string& sentence) override {
    std::lock_guard hold(network_.mutex_);
    if (network_.abort_sentence_.empty()) network_.abort_sentence_ = sentence;
  }

 private:
  state& network_;
  rank_id self_;
  rank_id ranks_;
  std::uint64_t begins_late_ = 0;  // nanoseconds by which this rank's clock is ahead
  std::uint64_t goes_fast_ = 0;    // parts per million by which the clock is fast
  std::size_t payload_bytes_ = 0;
  spare_packets spare_{most_spare_packets};
};

virtual_network::state::state(rank_id ranks, const weather& conditions)
    : conditions_(conditions), random_(conditions.seed), inboxes_(ranks), docks_(ranks) {
  pass(0);
  for (rank_id r = 0; r < ranks; ++r) {
    ports_.push_back(std::make_unique<port_of_rank>(*this, r, ranks));
  }
}

carrier& virtual_network::state::port(rank_id rank) {
  return *ports_[rank];
}

void virtual_network::state::skip_to_next_arrival() {
  std::lock_guard hold(mutex_);
  // A packet that is already due does not count: it waits for its rank, which may have ended.
  constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t next = never;
  for (const inbox& box : inboxes_) {
    const auto f = box.flights.upper_bound({clock_, never});
    if (f != box.flights.end()) next = std::min(next, f->first.first);
  }
  const auto s = shipments_.upper_bound(clock_);
  if (s != shipments_.end()) next = std::min(next, s->first);
  if (next != never) clock_ = next;
}

void virtual_network::state::pass(std::uint64_t nanoseconds) {
  clock_ = conditions_.in_threads ? real_nanoseconds() : clock_ + nanoseconds;
}

std::uint64_t virtual_network::state::draw_delay() {
  std::uint64_t delay = conditions_.least_delay;
  const std::uint64_t spread = conditions_.most_delay - conditions_.least_delay;
  if (spread != 0) delay += draw(random_) % (spread + 1);
  if (conditions_.one_late_in != 0 && draw(random_) % conditions_.one_late_in == 0) {
    delay *= late_factor;
  }
  return delay;
}

void virtual_network::state::ship(rank_id from, rank_id to, outgoing_transfer t) {
  std::lock_guard hold(mutex_);
  if (to == dead_ || from == dead_) return;
  shipments_.emplace(clock_ + draw_delay(), shipment{from, to, std::move(t)});
}

void virtual_network::state::land_what_is_due() {
  while (!shipments_.empty() && shipments_.begin()->first <= clock_) {
    shipment s = std::move(shipments_.extract(shipments_.begin()).mapped());
    if (s.from == dead_ || s.to == dead_) continue;
    const auto expected = docks_[s.to].expected.extract({s.from, s.what.channel});
    if (!expected) {
      shipments_.emplace(clock_ + nanoseconds_idle, std::move(s));
      continue;
    }
    copy_spans(s.what.from, expected.mapped().to);
    docks_[s.to].ended.push_back(expected.mapped().id);
    docks_[s.from].ended.push_back(s.what.id);
  }
}

void virtual_network::state::deliver(rank_id to, unsigned on, incoming what) {
  std::lock_guard hold(mutex_);
  if (to == dead_ || what.from == dead_) return;
  const std::uint64_t delay = draw_delay();
  inbox& box = inboxes_[to];
  std::uint64_t& last_due = box.last_due[{what.from, on}];
  last_due = std::max(last_due, clock_ + delay);
  box.flights.emplace(std::pair(last_due, posted_++), std::move(what));
  ++under_way_;
}

bool virtual_network::state::take(rank_id at, incoming& next) {
  std::lock_guard hold(mutex_);
  pass(nanoseconds_a_call);
  if (dead_ && at != dead_) throw peer_lost{*dead_};
  auto& flights = inboxes_[at].flights;
  if (flights.empty() || flights.begin()->first.first > clock_) return false;
  next = std::move(flights.extract(flights.begin()).mapped());
  --under_way_;
  return true;
}

virtual_network::virtual_network(rank_id ranks, const weather& conditions)
    : state_(new state(ranks, conditions)) {}

virtual_network::~virtual_network() = default;

carrier& virtual_network::port(rank_id rank) {
  return state_->port(rank);
}

void virtual_network::kill(rank_id rank) {
  state_->kill(rank);
}

std::uint64_t virtual_network::under_way() const {
  return state_->under_way();
}

std::vector<std::string> virtual_network::told() const {
  return state_->told();
}

std::string virtual_network::abort_sentence() const {
  return state_->abort_sentence();
}

std::uint64_t virtual_network::clock() const {
  return state_->clock();
}

void virtual_network::skip_to_next_arrival() {
  state_->skip_to_next_arrival();
}

}  // namespace arcas::inline v0::cluster::detail
