// SPDX-License-Identifier: Apache-2.0
// How do small messages travel together? Those that leave by one peer on one lane are gathered in a
// packet until it is full, old, flushed, or the rank has nothing else to do. Messages of one
// handler in a row share one header (handlers.h). Where a peer is not the end of the way
// (transport/rank_grid.h), those in a row to one rank do, and it says which.
//
// A packet that has no credit yet waits here, in order, behind those before it; backed_up() says
// so, and a task waits then before it appends more. While one waits, the next is filled.
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
  // Nanoseconds that a message waits for others: so many for each packet that is being filled,
  // and never more than the second. A packet costs its sender some 0.7 µs, so that those that leave
  // because they are old take a twentieth of the time, however many peers there are.
  std::uint64_t age_a_packet = 14'000;
  std::uint64_t oldest = 1'000'000;
  unsigned waiting_packets = 2;  // without credit, before a lane counts as backed up; 1 or more
};

struct outbox_counts {
  std::uint64_t messages = 0;
  std::uint64_t forwarded = 0;  // of other ranks, to others
  std::uint64_t packets_full = 0;
  std::uint64_t packets_old = 0;
  std::uint64_t packets_flushed = 0;
};

class outbox {
 public:
  outbox(transport& network, const outbox_options& options);
  ~outbox();

  // Bytes that a single message may have.
  std::size_t longest_message() const { return network_.packet_bytes() - head_bytes_; }
  // Room for a message of n bytes, to be filled before the next call of anything here.
  std::byte* append(rank_id to, lane on, run_key key, std::size_t n);
  // The same for several of n bytes each, one after the other: as many of `count` as fit the packet, one at least.
  struct row {
    std::byte* room;
    unsigned count;
  };
  row append_row(rank_id to, lane on, run_key key, std::size_t n, unsigned count);
  // Passes a run on, whole, unless its way is backed up.
  bool forward(lane on, const run_header& run, run_route route, const std::byte* messages);
  // The peer by which messages to that rank leave.
  rank_id via(rank_id to) const { return via_[to]; }
  bool backed_up(rank_id to, lane on) const;

  void flush(rank_id to, lane on);
  void flush_all();
  // To near peers: such a packet costs little, and the answer is the sooner there.
  void flush_near(lane on);
  // Whether nothing stays open there for want of a credit.
  bool flush_lane(lane on);
  // Sends packets that waited for credits which have come, and those that are too old.
  void pump();
  // Packets that wait for credits of that peer.
  std::size_t waiting(rank_id peer, lane on) const {
    const staged* s = find(peer, on);
    return s ? s->backlog : 0;
  }
  // Whether packets wait for credits of any peer.
  bool any_backlog() const { return !backlogged_.empty(); }
  const outbox_counts& counts() const { return counts_; }
  // From now on packets and the messages in them are recorded; null: none are.
  void set_trace(rank_trace* trace) { trace_ = trace; }

 private:
  struct place {
    rank_id to;  // a peer, here and below
    lane on;
  };
  struct staged {
    packet open;
    std::uint64_t opened_at = 0;
    run_header run;  // of the last one, which gets it when the run ends
    run_route route;
    std::size_t run_at = 0;   // where that header is to be
    std::size_t backlog = 0;  // packets that wait
    // Writes the header of the last run, if there is one.
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
  std::vector<bool> near_;                         // peers
  std::array<std::size_t, lanes> open_to_near_{};  // packets that are being filled for them
  std::vector<std::array<staged*, lanes>> peers_;
  const arcas::detail::owned<books> books_;
  std::vector<place> backlogged_;  // where something waits for credits
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

// Whether these share the header of the last run and fit its packet. A count fills its 16 bits only
// where messages are of one byte, or none.
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
