// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/messages/outbox.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::cluster::detail {
namespace {

// Bytes of a packet and counts of a run are kept in 16 bits.
constexpr std::size_t most_packet_bytes = 65'528;

}  // namespace

outbox::outbox(transport& network, const outbox_options& options)
    : network_(network),
      options_(options),
      routed_(network.grid().hops() > 1),
      head_bytes_(head_bytes(routed_)),
      via_(network.ranks()),
      peers_(network.ranks()) {
  if (network.packet_bytes() > most_packet_bytes) {
    throw std::invalid_argument("packets of " + std::to_string(network.packet_bytes()) +
                                " bytes are more than messages are gathered in; give " +
                                std::to_string(most_packet_bytes) + " or less");
  }
  if (options.waiting_packets == 0) {
    throw std::invalid_argument("an outbox where no packet may wait can send none; give 1 or more");
  }
  const rank_id self = network.self();
  for (rank_id to = 0; to < network.ranks(); ++to) {
    via_[to] = to == self ? self : network.grid().next(self, to);
  }
}

bool outbox::forward(lane on, const run_header& run, run_route route, const std::byte* messages) {
  if (backed_up(route.to, on)) return false;
  std::byte* room = append_run(on, {run.handler, run.scope}, route, run.count, run.bytes);
  std::memcpy(room, messages, run.bytes);
  counts_.forwarded += run.count;
  return true;
}

outbox::staged& outbox::at(rank_id to, lane on) {
  auto& held = peers_[to][static_cast<std::size_t>(on)];
  if (!held) held = std::make_unique<staged>();
  return *held;
}

void outbox::open(rank_id to, lane on, staged& s) {
  packet fresh = network_.lease();
  fresh.size = 0;
  const std::uint64_t now = network_.now();
  // First what may fail: an open packet that has no place here would never leave.
  by_age_.push_back({to, on, now});
  s.open = std::move(fresh);
  s.opened_at = now;
  ++open_packets_;
}

void outbox::close(rank_id to, lane on, staged& s) {
  s.end_run();
  if (s.waiting.empty() && network_.may_send(to, on)) {
    network_.send(to, on, std::move(s.open));
  } else {
    if (s.waiting.empty()) backlogged_.push_back({to, on, 0});
    s.waiting.push_back(std::move(s.open));
    ++s.backlog;
  }
  s.open = {};
  --open_packets_;
}

void outbox::flush(rank_id to, lane on) {
  staged* s = find(to, on);
  // Without a credit the packet would only wait; it may as well be filled meanwhile.
  if (!s || !s->open || !s->waiting.empty() || !network_.may_send(to, on)) return;
  ++counts_.packets_flushed;
  close(to, on, *s);
}

// Goes once through the open packets; those that stay open keep their order.
template <class Wanted>
void outbox::flush_where(Wanted&& wanted) {
  for (std::size_t left = by_age_.size(); left != 0; --left) {
    const place p = by_age_.front();
    by_age_.pop_front();
    const staged* s = find(p.to, p.on);
    if (!s->open || s->opened_at != p.opened_at) continue;
    if (wanted(p)) flush(p.to, p.on);
    if (s->open) by_age_.push_back(p);
  }
}

void outbox::flush_all() {
  flush_where([](const place&) { return true; });
}

bool outbox::flush_lane(lane on) {
  flush_where([on](const place& p) { return p.on == on; });
  return std::none_of(by_age_.begin(), by_age_.end(), [on](const place& p) { return p.on == on; });
}

void outbox::pump() {
  if (!backlogged_.empty()) send_waiting();
  if (!by_age_.empty()) send_old();
}

void outbox::send_waiting() {
  for (std::size_t i = 0; i < backlogged_.size();) {
    const place p = backlogged_[i];
    staged& s = *find(p.to, p.on);
    while (!s.waiting.empty() && network_.may_send(p.to, p.on)) {
      network_.send(p.to, p.on, std::move(s.waiting.front()));
      s.waiting.pop_front();
      --s.backlog;
    }
    if (s.waiting.empty()) {
      backlogged_[i] = backlogged_.back();
      backlogged_.pop_back();
    } else {
      ++i;
    }
  }
}

void outbox::send_old() {
  const std::uint64_t now = network_.now();
  const std::uint64_t age = std::min(options_.oldest, options_.age_a_packet * open_packets_);
  // Those without a credit keep their place before younger ones: they leave as soon as it comes.
  std::size_t kept = 0;
  while (kept != by_age_.size()) {
    const place p = by_age_[kept];
    staged& s = *find(p.to, p.on);
    const bool closed = !s.open || s.opened_at != p.opened_at;
    if (!closed && p.opened_at + age > now) break;
    if (!closed && !(s.waiting.empty() && network_.may_send(p.to, p.on))) {
      ++kept;
      continue;
    }
    by_age_.erase(by_age_.begin() + static_cast<std::ptrdiff_t>(kept));
    if (closed) continue;
    ++counts_.packets_old;
    close(p.to, p.on, s);
  }
}

}  // namespace arcas::cluster::detail
