// SPDX-License-Identifier: Apache-2.0
// How do small messages travel together? Those to one rank on one lane are gathered in a packet
// until it is full, old, flushed, or the rank has nothing else to do. Messages of one handler in a
// row share one header, so that an update of 16 bytes costs 16 bytes.
//
// A packet that has no credit yet waits here, in order, behind those before it; backed_up() says
// so, and whoever may wait does so before appending more. While one waits, the next is filled.
#pragma once

#include <arcas/cluster/transport/transport.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

namespace arcas::cluster {

// Whose activities a message is counted with (completion/scope_table.h); 0: nobody's.
using scope_id = std::uint64_t;
using handler_id = std::uint16_t;

struct run_key {
  handler_id handler = 0;
  scope_id scope = 0;
  friend bool operator==(const run_key&, const run_key&) = default;
};

// Before messages of one key that follow each other in a packet.
struct run_header {
  handler_id handler;
  std::uint16_t count;
  std::uint32_t bytes;  // of the messages
  scope_id scope;
};
static_assert(sizeof(run_header) == 16);

struct outbox_options {
  std::uint64_t oldest = 100'000;  // nanoseconds that a message waits for others, at most
  unsigned waiting_packets = 2;    // without credit, before a lane counts as backed up; 1 or more
};

struct outbox_counts {
  std::uint64_t messages = 0;
  std::uint64_t packets_full = 0;
  std::uint64_t packets_old = 0;
  std::uint64_t packets_flushed = 0;
};

class outbox {
 public:
  outbox(transport& network, const outbox_options& options);

  // Bytes that a single message may have.
  std::size_t longest_message() const { return network_.packet_bytes() - sizeof(run_header); }
  // Room for a message of n bytes, to be filled before the next call of anything here.
  std::byte* append(rank_id to, lane on, run_key key, std::size_t n);
  bool backed_up(rank_id to, lane on) const;

  void flush(rank_id to, lane on);
  void flush_all();
  void flush_lane(lane on);
  // Sends packets that waited for credits which have come, and those that are too old.
  void pump();
  // Whether nothing for that rank on that lane is left here.
  bool all_sent(rank_id to, lane on) const {
    const staged* s = find(to, on);
    return !s || (!s->open && s->waiting.empty());
  }
  // Packets there that wait for credits.
  std::size_t waiting(rank_id to, lane on) const {
    const staged* s = find(to, on);
    return s ? s->waiting.size() : 0;
  }
  const outbox_counts& counts() const { return counts_; }

 private:
  struct staged {
    packet open;
    std::uint64_t opened_at = 0;
    run_key key;
    std::size_t run_at = 0;  // where the header of the last run is
    std::deque<packet> waiting;
  };
  struct place {
    rank_id to;
    lane on;
    std::uint64_t opened_at;
  };
  staged& at(rank_id to, lane on);
  staged* find(rank_id to, lane on) const;
  bool fits(const staged& s, run_key key, std::size_t n) const;
  void open(rank_id to, lane on, staged& s);
  void close(rank_id to, lane on, staged& s);
  template <class Wanted>
  void flush_where(Wanted&& wanted);
  void send_waiting();
  void send_old();

  transport& network_;
  outbox_options options_;
  std::vector<std::array<std::unique_ptr<staged>, lanes>> peers_;
  std::deque<place> by_age_;       // packets in the order of opening; some closed since
  std::vector<place> backlogged_;  // where something waits for credits
  outbox_counts counts_;
};

// Calls visit(header, first byte, one past the last) for each run of a packet.
template <class Visit>
void for_each_run(const packet& p, Visit&& visit) {
  std::size_t at = 0;
  while (at < p.size) {
    run_header header;
    std::memcpy(&header, p.payload() + at, sizeof header);
    at += sizeof header;
    visit(header, p.payload() + at, p.payload() + at + header.bytes);
    at += header.bytes;
  }
}

inline outbox::staged* outbox::find(rank_id to, lane on) const {
  return peers_[to][static_cast<std::size_t>(on)].get();
}

inline bool outbox::backed_up(rank_id to, lane on) const {
  const staged* s = find(to, on);
  return s && s->waiting.size() >= options_.waiting_packets;
}

// A count fills its 16 bits only where messages are of one byte, or none.
inline bool outbox::fits(const staged& s, run_key key, std::size_t n) const {
  const bool same = s.key == key && s.open.size != 0 && n != 0;
  return s.open.size + n + (same ? 0 : sizeof(run_header)) <= network_.packet_bytes();
}

inline std::byte* outbox::append(rank_id to, lane on, run_key key, std::size_t n) {
  staged* s = find(to, on);
  if (!s) s = &at(to, on);
  if (s->open && !fits(*s, key, n)) {
    ++counts_.packets_full;
    close(to, on, *s);
  }
  if (!s->open) open(to, on, *s);
  ++counts_.messages;
  std::byte* const base = s->open.payload();
  run_header header;
  if (s->open.size != 0 && s->key == key && n != 0) {
    std::memcpy(&header, base + s->run_at, sizeof header);
    ++header.count;
    header.bytes += static_cast<std::uint32_t>(n);
  } else {
    s->key = key;
    s->run_at = s->open.size;
    s->open.size += sizeof header;
    header = {key.handler, 1, static_cast<std::uint32_t>(n), key.scope};
  }
  std::memcpy(base + s->run_at, &header, sizeof header);
  std::byte* const room = base + s->open.size;
  s->open.size += n;
  return room;
}

}  // namespace arcas::cluster
