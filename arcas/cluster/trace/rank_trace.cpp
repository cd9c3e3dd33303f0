// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/trace/rank_trace.h>
#include <arcas/cluster/transport/forwarding_carrier.h>
#include <arcas/cluster/transport/transport.h>

#include <algorithm>
#include <map>
#include <new>
#include <string>

namespace arcas::inline v0::cluster::detail {
namespace {

// Nanoseconds; shorter waits of a rank are included in its times but not recorded as events, since
// many occur between two packets.
constexpr std::uint64_t shortest_wait = 10'000;
// Nanoseconds from one sample of the counters to the next.
constexpr std::uint64_t sample_every = 100'000;

constexpr const char* wait_names[] = {"waits for room", "waits for messages", "has no task"};

bool has_credits(std::uint64_t word) {
  return credits_in(word, lane::request) + credits_in(word, lane::reply) +
             credits_in(word, lane::control) !=
         0;
}

}  // namespace

// Records the packets and credits of a rank. Numbers the packets from and to each peer on each
// lane. Their order is the same at both ends, so the numbers are the same, too.
class rank_trace::recording_carrier final : public forwarding_carrier {
 public:
  recording_carrier(carrier& network, rank_trace& trace)
      : forwarding_carrier(network), trace_(trace) {}

  void post(rank_id to, packet p) override {
    const in_part here(&trace_, rank_part::network);
    note(to, p.word(), p, event_kind::packet_sent, sent_);
    note_credits(to, p.word(), event_kind::credits_sent);
    below_.post(to, std::move(p));
  }
  void post_word(rank_id to, std::uint64_t word) override {
    const in_part here(&trace_, rank_part::network);
    note_credits(to, word, event_kind::credits_sent);
    below_.post_word(to, word);
  }
  bool take(incoming& next) override {
    const in_part here(&trace_, rank_part::network);
    if (!below_.take(next)) return false;
    note_credits(next.from, next.word, event_kind::credits_come);
    if (next.contents) note(next.from, next.word, next.contents, event_kind::packet_come, come_);
    return true;
  }
  void give_back(rank_id from, packet p) override {
    const in_part here(&trace_, rank_part::network);
    below_.give_back(from, std::move(p));
  }
  // Long data has no events of its own. The messages that name it and ask for it are in packets.
  void send_transfer(rank_id to, outgoing_transfer t) override {
    const in_part here(&trace_, rank_part::network);
    below_.send_transfer(to, std::move(t));
  }
  void receive_transfer(rank_id from, incoming_transfer t) override {
    const in_part here(&trace_, rank_part::network);
    below_.receive_transfer(from, std::move(t));
  }
  bool take_ended(transfer_id& ended) override {
    const in_part here(&trace_, rank_part::network);
    return below_.take_ended(ended);
  }

 private:
  using numbers = std::map<std::pair<rank_id, lane>, std::uint64_t>;
  void note(rank_id peer, std::uint64_t word, const packet& p, event_kind kind, numbers& of_peers) {
    const auto on = static_cast<lane>(word & 0xff);
    trace_.add({.value = of_peers[{peer, on}]++,
                .peer = peer,
                .count = static_cast<std::uint32_t>(p.wire_size()),
                .kind = kind,
                .on = on});
  }
  void note_credits(rank_id peer, std::uint64_t word, event_kind kind) {
    if (has_credits(word)) trace_.add({.value = word, .peer = peer, .kind = kind});
  }

  rank_trace& trace_;
  numbers sent_;
  numbers come_;
};

bool event_log::grow() noexcept {
  if (count_ + of_a_block > most_) return false;
  try {
    blocks_.emplace_back(of_a_block);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

rank_trace::rank_trace(carrier& network, std::size_t most_events)
    : carrier_(network),
      recording_(new recording_carrier(network, *this)),
      records_(most_events != 0),
      events_(most_events),
      last_(network.now()) {}

rank_trace::~rank_trace() = default;

carrier& rank_trace::network() {
  return *recording_;
}

void rank_trace::end_turn(bool busy, rank_wait wait) {
  enter(rank_part::runtime);
  const auto [runtime, messages, tasks, network] = std::exchange(of_turn_, {});
  const std::uint64_t turn = runtime + messages + tasks + network;
  times_.all += turn;
  if (busy) {
    times_.runtime += runtime;
    times_.messages += messages;
    times_.tasks += tasks;
    times_.network += network;
  } else if (wait == rank_wait::room) {
    times_.waiting_for_room += turn;
  } else {
    (wait == rank_wait::messages ? times_.waiting_for_messages : times_.idle) += turn;
  }
  if (waits_since_ != 0 && (busy || wait != waits_for_)) end_wait();
  if (!busy && waits_since_ == 0) {
    waits_since_ = last_ - turn;
    waits_for_ = wait;
  }
}

void rank_trace::end_wait() {
  const std::uint64_t since = std::exchange(waits_since_, 0);
  if (last_ - since < shortest_wait) return;
  add({.value = since,
       .name = wait_names[static_cast<std::size_t>(waits_for_)],
       .kind = event_kind::waited});
}

std::uint64_t rank_trace::task_waits(std::uint32_t track, const char* operation, const char* target,
                                     std::uint64_t object) {
  const std::uint64_t since = now();
  add({.value = object,
       .name = operation,
       .more = target,
       .track = track,
       .kind = event_kind::task_waits});
  return since;
}

void rank_trace::task_goes_on(std::uint32_t track, const char* operation, std::uint64_t since) {
  add({.track = track, .kind = event_kind::task_goes_on});
  auto of_operation = std::ranges::find(waits_, operation, &operation_wait::operation);
  if (of_operation == waits_.end()) of_operation = waits_.insert(waits_.end(), {operation, 0, 0});
  ++of_operation->tasks;
  of_operation->nanoseconds += now() - since;
}

void rank_trace::begin_samples() {
  next_sample_ = last_ + sample_every;
  sample_ = 0;
}

void rank_trace::add_sample(const char* counter, std::uint64_t value) {
  const std::size_t i = sample_++;
  if (i == samples_.size()) {
    samples_.push_back(0);
  } else if (samples_[i] == value) {
    return;
  }
  samples_[i] = value;
  add({.value = value,
       .name = counter,
       .track = static_cast<std::uint32_t>(i),
       .kind = event_kind::counter});
}

}  // namespace arcas::inline v0::cluster::detail
