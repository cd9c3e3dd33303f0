// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/messages/outbox.h>
#include <arcas/cluster/trace/rank_trace.h>

#include <algorithm>
#include <deque>
#include <list>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::inline v0::cluster::detail {
namespace {

// The bytes of a packet and the counts of a run are stored in 16 bits.
constexpr std::size_t most_packet_bytes = 65'528;

}  // namespace

struct outbox::line : staged {
  std::list<place>::iterator age;  // its entry in by_age, while a packet is open
  std::deque<packet> waiting;
};

struct outbox::books {
  std::deque<line> lines;
  std::list<place> by_age;  // open packets, in the order of opening
};

outbox::outbox(transport& network, const outbox_options& options)
    : network_(network),
      options_(options),
      routed_(network.grid().hops() > 1),
      head_bytes_(head_bytes(routed_)),
      via_(network.ranks()),
      near_(network.ranks()),
      peers_(network.ranks()),
      books_(new books) {
  if (network.packet_bytes() > most_packet_bytes) {
    throw std::invalid_argument("packet_bytes: " + std::to_string(network.packet_bytes()) +
                                " is out of range; it must be at most " +
                                std::to_string(most_packet_bytes));
  }
  if (options.waiting_packets == 0) {
    throw std::invalid_argument("waiting_packets: 0 is out of range; it must be at least 1");
  }
  const rank_id self = network.self();
  for (const rank_id peer : network.grid().links(self)) near_[peer] = network.is_near(peer);
  for (rank_id to = 0; to < network.ranks(); ++to) {
    via_[to] = to == self ? self : network.grid().next(self, to);
  }
}

outbox::~outbox() = default;

bool outbox::forward(lane on, const run_header& run, run_route route, const std::byte* messages) {
  if (backed_up(route.to, on)) return false;
  std::byte* room = append_run(on, {run.handler, run.scope}, route, run.count, run.bytes);
  std::memcpy(room, messages, run.bytes);
  counts_.forwarded += run.count;
  return true;
}

outbox::line& outbox::at(rank_id to, lane on) {
  staged*& held = peers_[to][static_cast<std::size_t>(on)];
  if (!held) held = &books_->lines.emplace_back();
  return static_cast<line&>(*held);
}

outbox::line* outbox::line_of(rank_id to, lane on) const {
  return static_cast<line*>(find(to, on));
}

std::byte* outbox::start_run(lane on, run_key key, run_route route, std::uint16_t count,
                             std::size_t n) {
  const rank_id peer = via(route.to);
  line& s = at(peer, on);
  if (s.open && s.open.size + head_bytes_ + n > network_.packet_bytes()) {
    ++counts_.packets_full;
    close(peer, on, s);
  }
  if (!s.open) open(peer, on, s);
  s.end_run();
  s.run_at = s.open.size;
  s.run = {key.handler, count, static_cast<std::uint32_t>(n), key.scope};
  if (routed_) {
    s.route = route;
    std::memcpy(s.open.payload() + s.run_at + sizeof s.run, &route, sizeof route);
  }
  std::byte* const room = s.open.payload() + s.run_at + head_bytes_;
  s.open.size += head_bytes_ + n;
  return room;
}

void outbox::open(rank_id to, lane on, line& s) {
  packet fresh = network_.lease(to);
  fresh.size = 0;
  // The insertion may fail, so it comes first: an open packet without an entry would never leave.
  s.age = books_->by_age.insert(books_->by_age.end(), {to, on});
  s.open = std::move(fresh);
  s.opened_at = trace_ ? network_.now() : network_.turn_began();
  if (near_[to]) ++open_to_near_[static_cast<std::size_t>(on)];
}

void outbox::close(rank_id to, lane on, line& s) {
  s.end_run();
  if (trace_) [[unlikely]]
    record(s, {to, on});
  if (s.waiting.empty() && network_.may_send(to, on)) {
    network_.send(to, on, std::move(s.open));
  } else {
    if (s.waiting.empty()) begin_backlog({to, on});
    s.waiting.push_back(std::move(s.open));
    ++s.backlog;
  }
  s.open = {};
  books_->by_age.erase(s.age);
  if (near_[to]) --open_to_near_[static_cast<std::size_t>(on)];
}

void outbox::begin_backlog(place p) {
  backlogged_.push_back(p);
  if (trace_) trace_->backlog(p.to, p.on, true);
}

// Records a packet that closes, and its messages.
void outbox::record(const staged& s, place p) const {
  run_header run;
  run_route route;
  const std::byte* const base = s.open.payload();
  for (std::size_t at = 0; at < s.open.size;) {
    const std::byte* const messages = read_head(base + at, routed_, run, route);
    trace_->messages_left(p.to, p.on, handler_name(run.handler), run.count);
    at = static_cast<std::size_t>(messages - base) + run.bytes;
  }
  trace_->packet_filled(p.to, p.on, s.opened_at);
}

void outbox::flush(rank_id to, lane on) {
  line* s = line_of(to, on);
  // Without a credit the packet would have to wait; it can be filled meanwhile.
  if (!s || !s->open || !s->waiting.empty() || !network_.may_send(to, on)) return;
  ++counts_.packets_flushed;
  close(to, on, *s);
}

bool outbox::flush_lane(lane on) {
  bool nothing_left = true;
  for (auto next = books_->by_age.begin(); next != books_->by_age.end();) {
    const place p = *next++;
    if (p.on != on) continue;
    flush(p.to, on);
    nothing_left &= !find(p.to, on)->open;
  }
  return nothing_left;
}

void outbox::flush_near(lane on) {
  if (open_to_near_[static_cast<std::size_t>(on)] == 0) return;
  for (auto next = books_->by_age.begin(); next != books_->by_age.end();) {
    const place p = *next++;
    if (p.on == on && near_[p.to]) flush(p.to, on);
  }
}

void outbox::flush_all() {
  for (const lane on : {lane::request, lane::reply, lane::control}) flush_lane(on);
}

void outbox::pump() {
  if (!backlogged_.empty()) send_waiting();
  if (!books_->by_age.empty()) send_old();
}

void outbox::send_waiting() {
  for (std::size_t i = 0; i < backlogged_.size();) {
    const place p = backlogged_[i];
    line& s = *line_of(p.to, p.on);
    while (!s.waiting.empty() && network_.may_send(p.to, p.on)) {
      network_.send(p.to, p.on, std::move(s.waiting.front()));
      s.waiting.pop_front();
      --s.backlog;
    }
    if (s.waiting.empty()) {
      if (trace_) trace_->backlog(p.to, p.on, false);
      backlogged_[i] = backlogged_.back();
      backlogged_.pop_back();
    } else {
      ++i;
    }
  }
}

void outbox::send_old() {
  const std::uint64_t now = network_.turn_began();
  const std::uint64_t age =
      std::min(options_.oldest, options_.age_a_packet * books_->by_age.size());
  for (auto next = books_->by_age.begin(); next != books_->by_age.end();) {
    const place p = *next++;
    line& s = *line_of(p.to, p.on);
    if (s.opened_at + age > now) break;
    // A packet without a credit keeps its place before younger packets, and leaves when the credit
    // arrives.
    if (!s.waiting.empty() || !network_.may_send(p.to, p.on)) continue;
    ++counts_.packets_old;
    close(p.to, p.on, s);
  }
}

}  // namespace arcas::inline v0::cluster::detail
