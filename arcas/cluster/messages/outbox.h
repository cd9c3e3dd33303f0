// SPDX-License-Identifier: Apache-2.0
// How do small messages share packets? Messages that leave to one peer (a linked rank) on one lane
// are collected in a packet until it is full, old or flushed, or the rank has nothing else to do.
// Consecutive messages of one handler and scope, a run, share a header (handlers.h). In a job where
// some messages need several hops (transport/transport.h), the header names the destination, so
// only messages to one rank share it.
//
// A packet that has no credit yet waits in the outbox, in order; a further packet is filled
// meanwhile. If too many packets wait for credits of a peer on a lane, backed_up() is true for that
// peer and lane, and tasks wait before they append more messages to it.
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/messages/handlers.h>
#include <arcas/cluster/transport/transport.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class rank_trace;

struct outbox_options {
  // Maximum number of nanoseconds that a message waits for others: `age_a_packet` for each packet
  // that is being filled, but no more than `oldest`. A packet costs its sender about 0.7 µs, so
  // packets that are sent because of their age take a twentieth of the sender's time, whatever the
  // number of peers.
  std::uint64_t age_a_packet = 14'000;
  std::uint64_t oldest = 1'000'000;
  unsigned waiting_packets = 2;  // if this number waits, a lane to a peer is backed up; 1 or more
};

struct outbox_counts {
  std::uint64_t messages = 0;
  std::uint64_t forwarded = 0;  // messages from other ranks to other ranks
  std::uint64_t packets_full = 0;
  std::uint64_t packets_old = 0;
  std::uint64_t packets_flushed = 0;
};

class outbox {
 public:
  outbox(transport& network, const outbox_options& options);
  ~outbox();

  // Maximum number of bytes of a single message.
  std::size_t longest_message() const { return network_.packet_bytes() - head_bytes_; }
  // Room for a message of n bytes. The caller fills it before it calls any other function here.
  std::byte* append(rank_id to, lane on, run_key key, std::size_t n);
  // Room for consecutive messages of n bytes each: at least one, at most `count`, and not more than
  // fit into the packet.
  struct row {
    std::byte* room;
    unsigned count;
  };
  row append_row(rank_id to, lane on, run_key key, std::size_t n, unsigned count);
  // Forwards a whole run. Returns false if the lane towards its destination is backed up.
  bool forward(lane on, const run_header& run, run_route route, const std::byte* messages);
  // The peer over which messages to that rank leave.
  rank_id via(rank_id to) const { return via_[to]; }
  bool backed_up(rank_id to, lane on) const;

  void flush(rank_id to, lane on);
  void flush_all();
  // Flushes packets to near peers (carrier.h). A packet to a near peer costs little, and answers
  // arrive sooner.
  void flush_near(lane on);
  // Flushes all packets of a lane. Returns false if a packet lacks a credit and stays.
  bool flush_lane(lane on);
  // Sends waiting packets whose credits have arrived, and packets that are too old.
  void pump();
  // Number of packets that wait for credits of this peer.
  std::size_t waiting(rank_id peer, lane on) const {
    const staged* s = find(peer, on);
    return s ? s->backlog : 0;
  }
  // Whether packets wait for credits of any peer.
  bool any_backlog() const { return !backlogged_.empty(); }
  const outbox_counts& counts() const { return counts_; }
  // The packets and messages that leave from now on are recorded in `trace`; null: they are not.
  void set_trace(rank_trace* trace) { trace_ = trace; }

 private:
  struct place {
    rank_id to;  // a peer; so are the parameters `to` of private functions
    lane on;
  };
  struct staged {
    packet open;
    std::uint64_t opened_at = 0;
    run_header run;  // of the last run; it is written when the run ends
    run_route route;
    std::size_t run_at = 0;   // where that header is written
    std::size_t backlog = 0;  // number of packets that wait for credits
    void end_run() {
      if (open.size != 0) std::memcpy(open.payload() + run_at, &run, sizeof run);
    }
  };
  struct line;
  struct books;
  line& at(rank_id to, lane on);
  line* line_of(rank_id to, lane on) const;
  staged* find(rank_id to, lane on) const;
  bool continues(const staged& s, run_key key, run_route route, std::size_t n) const;
  std::byte* append_run(lane on, run_key key, run_route route, std::uint16_t count, std::size_t n);
  std::byte* start_run(lane on, run_key key, run_route route, std::uint16_t count, std::size_t n);
  void open(rank_id to, lane on, line& s);
  void close(rank_id to, lane on, line& s);
  void send_waiting();
  void send_old();
  void begin_backlog(place p);
  void record(const staged& s, place p) const;

  transport& network_;
  outbox_options options_;
  const bool routed_;  // whether some messages need several hops
  const std::size_t head_bytes_;
  std::vector<rank_id> via_;
  std::vector<bool> near_;                         // by peer
  std::array<std::size_t, lanes> open_to_near_{};  // packets being filled for near peers, by lane
  std::vector<std::array<staged*, lanes>> peers_;
  const arcas::detail::owned<books> books_;
  std::vector<place> backlogged_;  // lanes to peers with packets that wait for credits
  outbox_counts counts_;
  rank_trace* trace_ = nullptr;
};

inline outbox::staged* outbox::find(rank_id to, lane on) const {
  return peers_[to][static_cast<std::size_t>(on)];
}

inline bool outbox::backed_up(rank_id to, lane on) const {
  const staged* s = find(via(to), on);
  return s && s->backlog >= options_.waiting_packets;
}

// Whether a message of n bytes can share the header of the last run and fits its packet. The count
// of a run has 16 bits. Only messages without bytes could overflow it, so they share no header.
inline bool outbox::continues(const staged& s, run_key key, run_route route, std::size_t n) const {
  return s.open.size != 0 && n != 0 && s.run.handler == key.handler && s.run.scope == key.scope &&
         (!routed_ || s.route == route) && s.open.size + n <= network_.packet_bytes();
}

[[gnu::always_inline]] inline std::byte* outbox::append(rank_id to, lane on, run_key key,
                                                        std::size_t n) {
  ++counts_.messages;
  return append_run(on, key, {network_.self(), to}, 1, n);
}

inline outbox::row outbox::append_row(rank_id to, lane on, run_key key, std::size_t n,
                                      unsigned count) {
  std::byte* const room = append(to, on, key, n);
  staged& s = *find(via(to), on);
  const std::size_t fit = (network_.packet_bytes() - s.open.size) / n;
  const auto more = static_cast<std::uint16_t>(count - 1 < fit ? count - 1 : fit);
  s.run.count = static_cast<std::uint16_t>(s.run.count + more);
  s.run.bytes += static_cast<std::uint32_t>(more * n);
  s.open.size += more * n;
  counts_.messages += more;
  return {room, 1u + more};
}

[[gnu::always_inline]] inline std::byte* outbox::append_run(lane on, run_key key, run_route route,
                                                            std::uint16_t count, std::size_t n) {
  staged* const s = find(via(route.to), on);
  if (!s || !continues(*s, key, route, n)) [[unlikely]]
    return start_run(on, key, route, count, n);
  s->run.count = static_cast<std::uint16_t>(s->run.count + count);
  s->run.bytes += static_cast<std::uint32_t>(n);
  std::byte* const room = s->open.payload() + s->open.size;
  s->open.size += n;
  return room;
}

}  // namespace arcas::inline v0::cluster::detail
